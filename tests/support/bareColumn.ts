import type { ColumnMeta } from "../../src/web/features/table/query/tableQuery";

/** A minimal column for tests; `extra` sets the relevant parts. */
export const bareColumn = (name: string, extra: Partial<ColumnMeta> = {}): ColumnMeta => ({
  name,
  label: name,
  doc: "",
  type: "string",
  unit: null,
  format: null,
  polarity: null,
  values: null,
  sortable: true,
  filterable: true,
  ...extra,
});
