import { stringify } from "csv-stringify/browser/esm/sync";
import { neutralText } from "#domain";

/** A line of names, and lines of figures as wide; null is an empty cell. */
export interface Figures {
  names: readonly string[];
  rows: readonly (readonly (string | number | null)[])[];
}

/** Figures as CSV. Lines end with CRLF (RFC 4180), and no text is a formula to a spreadsheet. */
export const figuresCsv = ({ names, rows }: Figures): string =>
  stringify([names.map(neutralText), ...rows.map((row) => row.map(cellText))], { record_delimiter: "\r\n" });

/** Numbers in full and without an exponent, so that every reader takes them for numbers. */
function cellText(value: string | number | null): string {
  if (value === null) return "";
  if (typeof value === "string") return neutralText(value);
  const text = String(value);
  return text.includes("e")
    ? value.toLocaleString("en-US", { useGrouping: false, maximumFractionDigits: 20 })
    : text;
}
