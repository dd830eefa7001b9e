import type { FlowGroup } from "../chartView/pageChoices";
import type { PageSearch } from "../chartView/pageSearch";
import { GroupSwitch } from "../league/GroupSwitch";
import { StablecoinSwitch } from "../league/LeagueControls";

export interface NetFlowControlsProps {
  groups: readonly FlowGroup[];
  by: FlowGroup;
  search: PageSearch;
  /** Whether stablecoins can be counted or left out. */
  hasStablecoins: boolean;
}

/** What net flows are told by, as links. */
export const NetFlowControls = ({ groups, by, search, hasStablecoins }: NetFlowControlsProps) => (
  <div className="control-bar flex flex-wrap gap-2 border-b px-4 py-3">
    <GroupSwitch label="Net flows of" groups={groups} by={by} patch={(flows) => ({ flows })} />
    {hasStablecoins && <StablecoinSwitch search={search} label="Stablecoins in net flows" />}
  </div>
);
