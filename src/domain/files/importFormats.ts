/** Path to which an administrator's browser uploads a file to import, as the body of a POST with its name in `?name=`. */
export const IMPORT_UPLOAD_PATH = "/api/imports";

/** Type of the body. Browsers ask before they send it on behalf of another site. */
export const IMPORT_UPLOAD_TYPE = "application/octet-stream";

const importStates = ["uploaded", "checking", "checked", "importing", "imported", "failed"] as const;
/** `failed`: the check or the import ended with an error; the file is still there. */
export type ImportState = (typeof importStates)[number];

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
