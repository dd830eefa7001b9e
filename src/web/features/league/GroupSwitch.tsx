import { entityOf, type GroupingName, groupingByName, resourceByName } from "#domain";
import { SegmentedControl } from "../../ui/controls/SegmentedControl";
import type { PageSearch } from "../chartView/pageSearch";
import { SearchLink } from "../table/query/SearchLink";

export interface GroupSwitchProps<By extends GroupingName> {
  label: string;
  /** The first where the address names none. */
  groups: readonly By[];
  by: By;
  /** What a grouping changes in the address. */
  patch: (group: By | undefined) => PageSearch;
}

/** What several of a grouping are called: `Networks`. */
export const groupsLabel = (by: GroupingName): string => {
  const kind = groupingByName(by)?.entity ?? null;
  return (kind === null ? undefined : resourceByName(entityOf(kind).resource)?.label) ?? by;
};

/** What rows are told by, as links. */
export const GroupSwitch = <By extends GroupingName>({ label, groups, by, patch }: GroupSwitchProps<By>) => (
  <SegmentedControl
    label={label}
    size="sm"
    value={by}
    segments={groups.map((group, index) => ({
      value: group,
      label: groupsLabel(group),
      link: <SearchLink<PageSearch> patch={patch(index === 0 ? undefined : group)} />,
    }))}
  />
);
