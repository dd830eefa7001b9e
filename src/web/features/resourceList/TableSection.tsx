import { useId } from "react";
import type { TableFields } from "../table/loadTable";
import { ResourceTable } from "../table/ResourceTable";
import type { TableSpec } from "../table/tableQuery";
import type { TableSearch } from "../table/tableSearch";

export interface TableSectionProps {
  title: string;
  spec: TableSpec;
  search: TableSearch;
  fields: TableFields;
}

/** A table with a heading of its own, among other parts of a page. */
export function TableSection({ title, spec, search, fields }: TableSectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="mb-2 font-semibold text-base tracking-tight">
        {title}
      </h2>
      <ResourceTable spec={spec} search={search} fields={fields} />
    </section>
  );
}
