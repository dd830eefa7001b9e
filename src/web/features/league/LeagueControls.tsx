import { SegmentedControl } from "../../ui/controls/SegmentedControl";
import type { LeagueGroup } from "../chartView/pageChoices";
import type { PageSearch } from "../chartView/pageSearch";
import { SearchLink } from "../table/query/SearchLink";
import { GroupSwitch } from "./GroupSwitch";

export interface LeagueControlsProps {
  groups: readonly LeagueGroup[];
  /** What is ranked. */
  by: LeagueGroup;
  search: PageSearch;
  /** Whether stablecoins can be counted or left out. */
  hasStablecoins: boolean;
}

const units = [
  { value: "all", label: "All" },
  { value: "distributed", label: "Distributed" },
  { value: "represented", label: "Represented" },
] as const;

/** What a league table ranks and counts, as links. */
export const LeagueControls = ({ groups, by, search, hasStablecoins }: LeagueControlsProps) => (
  <div className="control-bar flex flex-wrap gap-2 border-b px-4 py-3">
    <GroupSwitch
      label="League table of"
      groups={groups}
      by={by}
      patch={(league) => ({ league, places: undefined })}
    />
    <SegmentedControl
      label="Units counted"
      size="sm"
      value={search.units ?? "all"}
      segments={units.map(({ value, label }) => ({
        value,
        label,
        link: (
          <SearchLink<PageSearch> patch={{ units: value === "all" ? undefined : value, places: undefined }} />
        ),
      }))}
    />
    {hasStablecoins && <StablecoinSwitch search={search} label="Stablecoins in the league table" />}
  </div>
);

/** Counts stablecoins or leaves them out. */
export const StablecoinSwitch = ({ search, label }: { search: PageSearch; label: string }) => (
  <SegmentedControl
    label={label}
    size="sm"
    value={search.stablecoins ?? "without"}
    segments={[
      {
        value: "without",
        label: "Without stablecoins",
        link: <SearchLink<PageSearch> patch={{ stablecoins: undefined }} />,
      },
      {
        value: "with",
        label: "With",
        name: "With stablecoins",
        link: <SearchLink<PageSearch> patch={{ stablecoins: "with" }} />,
      },
    ]}
  />
);
