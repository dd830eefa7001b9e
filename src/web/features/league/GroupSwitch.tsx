import { entityOf, type GroupingName, groupingByName, resourceByName } from "#domain/resources";
import { SegmentedControl } from "../../ui/controls/SegmentedControl";
import type { PageSearch } from "../chartView/pageSearch";
import { SearchLink } from "../table/query/SearchLink";

export interface GroupSwitchProps<By extends GroupingName> {
  label: string;
  /** The first is the default. */
  groups: readonly By[];
  by: By;
  /** Search parameters that select a grouping. */
  patch: (group: By | undefined) => PageSearch;
}

/** Plural label of a grouping: `Networks`. */
export const groupsLabel = (by: GroupingName): string => {
  const kind = groupingByName(by)?.entity ?? null;
  return (kind === null ? undefined : resourceByName(entityOf(kind).resource)?.label) ?? by;
};

/** Links that select the grouping. */
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
