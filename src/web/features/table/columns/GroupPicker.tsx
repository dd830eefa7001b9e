import { splitsOf } from "#domain";
import { LinkPicker } from "../../../ui/controls/LinkPicker";
import { SearchLink } from "../query/SearchLink";
import type { TableTotals } from "../query/tableQuery";

export interface GroupPickerProps {
  totals: TableTotals;
  /** Name of the table's grouping. */
  groupedBy: string | null;
}

/** Selects the grouping of a table of totals. */
export function GroupPicker({ totals, groupedBy }: GroupPickerProps) {
  if (totals.isFixed) return null;
  return (
    <LinkPicker
      label="By"
      value={groupedBy ?? totals.by}
      choices={splitsOf(totals.resource).map(({ name, label }) => ({
        value: name,
        label,
        link: <SearchLink patch={{ group: name === totals.by ? undefined : name }} />,
      }))}
    />
  );
}
