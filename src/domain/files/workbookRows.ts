import { neutralText } from "./neutralText";

type Cell =
  | null
  | { value: string; type: typeof String; fontWeight?: "bold" }
  | { value: number; type: typeof Number }
  | { value: boolean; type: typeof Boolean }
  | { value: Date; type: typeof Date; format: string };

/**
 * What the sheet of a workbook holds, as `write-excel-file` takes it: a bold line of names, then the rows. Texts are
 * neutralised, ISO dates are dates, and null is an empty cell.
 */
export function workbookRows(names: readonly string[], rows: readonly (readonly unknown[])[]): Cell[][] {
  const head = names.map((name) => ({ value: neutralText(name), type: String, fontWeight: "bold" as const }));
  return [head, ...rows.map((row) => row.map(cellOf))];
}

const ISO_DATE = /^\d{4}-\d{2}-\d{2}$/;

function cellOf(value: unknown): Cell {
  if (value === null || value === undefined) return null;
  if (typeof value === "number") return Number.isFinite(value) ? { value, type: Number } : null;
  if (typeof value === "boolean") return { value, type: Boolean };
  const text = String(value);
  if (ISO_DATE.test(text)) return { value: new Date(`${text}T00:00:00Z`), type: Date, format: "yyyy-mm-dd" };
  return { value: neutralText(text), type: String };
}
