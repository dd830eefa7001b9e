/**
 * Spreadsheets take a text that starts with one of these as a formula, also from a CSV file. An apostrophe
 * before it makes them show it as it is.
 */
export const FORMULA_START = "=+\\-@\\t\\r\\n＝＋－＠";
const formulaStart = new RegExp(`^[${FORMULA_START}]`);

/** A text that no spreadsheet takes for a formula. */
export const neutralText = (text: string): string => (formulaStart.test(text) ? `'${text}` : text);

const neutralized = new RegExp(`^'(?=[${FORMULA_START}])`);

/** The text that `neutralText` was given. */
export const originalText = (text: string): string => text.replace(neutralized, "");

type Cell =
  | null
  | { value: string; type: typeof String; fontWeight?: "bold" }
  | { value: number; type: typeof Number }
  | { value: boolean; type: typeof Boolean }
  | { value: Date; type: typeof Date; format: string };

/**
 * The rows of a worksheet in the format of `write-excel-file`: a bold header, then the rows. Texts are
 * neutralized, ISO dates and timestamps in UTC are dates, and null is an empty cell.
 */
export function workbookRows(names: readonly string[], rows: readonly (readonly unknown[])[]): Cell[][] {
  const head = names.map((name) => ({ value: neutralText(name), type: String, fontWeight: "bold" as const }));
  return [head, ...rows.map((row) => row.map(cellOf))];
}

const ISO_DATE = /^\d{4}-\d{2}-\d{2}$/;

/** The day that a text is; null for a text that only looks like one, and for days before those that workbooks count. */
function dayOf(text: string): Date | null {
  if (!ISO_DATE.test(text) || text < "1900-03-01") return null;
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text) ? day : null;
}

const ISO_MOMENT = /^(\d{4}-\d{2}-\d{2})T\d{2}:\d{2}:\d{2}(\.\d{1,9})?Z$/;

/** The moment that an ISO text in UTC states; null for other texts and for invalid or earlier days. */
function momentOf(text: string): Date | null {
  const day = ISO_MOMENT.exec(text)?.[1];
  if (day === undefined || dayOf(day) === null) return null;
  const moment = new Date(text);
  return Number.isNaN(moment.getTime()) ? null : moment;
}

function cellOf(value: unknown): Cell {
  if (value === null || value === undefined) return null;
  if (typeof value === "number") return Number.isFinite(value) ? { value, type: Number } : null;
  if (typeof value === "boolean") return { value, type: Boolean };
  const text = String(value);
  const day = dayOf(text);
  if (day !== null) return { value: day, type: Date, format: "yyyy-mm-dd" };
  const moment = momentOf(text);
  if (moment !== null) return { value: moment, type: Date, format: "yyyy-mm-dd hh:mm:ss" };
  return { value: neutralText(text), type: String };
}
