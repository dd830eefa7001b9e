import type { ColumnMeta } from "./tableQuery";

/** A column for tests: only what a test is about is spelled out. */
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
