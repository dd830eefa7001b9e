import { partyKinds } from "#domain/vocabulary";
import { SegmentedControl } from "../../ui/controls/SegmentedControl";
import type { LeagueGroup, PageSearch } from "../chartView/pageSearch";
import { SearchLink } from "../table/query/SearchLink";
import { GroupSwitch, groupsLabel } from "./GroupSwitch";

export interface LeagueControlsProps {
  groups: readonly LeagueGroup[];
  /** Grouping of the ranked rows. */
  by: LeagueGroup;
  search: PageSearch;
}

const units = [
  { value: "all", label: "All" },
  { value: "distributed", label: "Distributed" },
  { value: "represented", label: "Represented" },
] as const;

const members = [
  { value: "single", label: "Single" },
  { value: "groups", label: "By group" },
] as const;

/** True if rows are firms, which can belong to corporate groups. */
export const isFirmKind = (by: LeagueGroup): by is (typeof partyKinds)[number] =>
  partyKinds.some((kind) => kind === by);

/** Links that select the grouping and scope of a league table. */
export const LeagueControls = ({ groups, by, search }: LeagueControlsProps) => (
  <div className="control-bar flex flex-wrap gap-2 border-b px-4 py-3">
    <GroupSwitch
      label="League table of"
      groups={groups}
      by={by}
      patch={(league) => ({ league, places: undefined })}
    />
    {isFirmKind(by) && (
      <SegmentedControl
        label={`${groupsLabel(by)} counted`}
        size="sm"
        value={search.joined ?? "single"}
        segments={members.map(({ value, label }) => ({
          value,
          label,
          link: (
            <SearchLink<PageSearch>
              patch={{ joined: value === "single" ? undefined : value, places: undefined }}
            />
          ),
        }))}
      />
    )}
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
  </div>
);
