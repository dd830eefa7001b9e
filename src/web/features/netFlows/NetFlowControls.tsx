import { lookbackInWords } from "../../format/lookbackLabel";
import { SegmentedControl } from "../../ui/SegmentedControl";
import type { FlowGroup } from "../chartView/pageChoices";
import type { PageSearch } from "../chartView/pageSearch";
import { groupsLabel, StablecoinSwitch } from "../league/LeagueControls";
import { SearchLink } from "../table/SearchLink";
import type { FlowPeriod } from "./netFlows";

export interface NetFlowControlsProps {
  groups: readonly FlowGroup[];
  by: FlowGroup;
  search: PageSearch;
  /** Whether stablecoins can be counted or left out. */
  hasStablecoins: boolean;
}

/** What net flows are told by, as links. */
export const NetFlowControls = ({ groups, by, search, hasStablecoins }: NetFlowControlsProps) => (
  <div className="flex flex-wrap gap-2 border-b px-4 py-3">
    <SegmentedControl
      label="Net flows of"
      size="sm"
      value={by}
      segments={groups.map((group, index) => ({
        value: group,
        label: groupsLabel(group),
        link: <SearchLink<PageSearch> patch={{ flows: index === 0 ? undefined : group }} />,
      }))}
    />
    {hasStablecoins && <StablecoinSwitch search={search} label="Stablecoins in net flows" />}
  </div>
);

/** Over how long flows are told, as links. */
export const FlowPeriods = ({ period }: { period: FlowPeriod }) => (
  <SegmentedControl
    label="Period of net flows"
    size="xs"
    value={period}
    segments={(["7d", "30d"] as const).map((value) => ({
      value,
      label: value,
      name: lookbackInWords(value),
      link: <SearchLink<PageSearch> patch={{ flowDays: value === "30d" ? undefined : value }} />,
    }))}
  />
);
