import { stringify } from "csv-stringify/browser/esm/sync";
import { neutralText } from "#domain/files";

/** Column names and rows of the same length; null is an empty cell. */
export interface Figures {
  names: readonly string[];
  rows: readonly (readonly (string | number | null)[])[];
}

/** Figures as CSV. Lines end with CRLF (RFC 4180), and no text is a formula to a spreadsheet. */
export const figuresCsv = ({ names, rows }: Figures): string =>
  stringify([names.map(neutralText), ...rows.map((row) => row.map(cellText))], { record_delimiter: "\r\n" });

/** Numbers with all digits and without an exponent, so that every program parses them as numbers. */
function cellText(value: string | number | null): string {
  if (value === null) return "";
  if (typeof value === "string") return neutralText(value);
  const [digits = "", exponent] = String(value).split("e");
  return exponent === undefined ? digits : withoutExponent(digits, Number(exponent));
}

/** The same number with exactly its digits. */
function withoutExponent(mantissa: string, exponent: number): string {
  const [, sign = "", whole = "", fraction = ""] = /^(-?)(\d+)\.?(\d*)$/.exec(mantissa) ?? [];
  const digits = whole + fraction;
  const point = whole.length + exponent;
  return point <= 0 ? `${sign}0.${"0".repeat(-point)}${digits}` : `${sign}${digits.padEnd(point, "0")}`;
}
