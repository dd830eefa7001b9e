/** How dates are written in a file. Times are UTC unless they carry an offset. */
export const dateFormats = [
  "iso",
  "YYYYMMDD",
  "DD/MM/YYYY",
  "MM/DD/YYYY",
  "DD.MM.YYYY",
  "YYYY-MM",
  "YYYY-Qn",
  "unix_seconds",
  "unix_milliseconds",
] as const;
export type DateFormat = (typeof dateFormats)[number];

/**
 * Uses of a column of an imported file. `metric`: its values are of one metric; `series`: of one asset or
 * token.
 */
export const columnUses = [
  "date",
  "entity",
  "network",
  "metricName",
  "value",
  "metric",
  "series",
  "none",
] as const;
export type ColumnUse = (typeof columnUses)[number];
