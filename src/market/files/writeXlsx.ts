import writeXlsxFile, { type SheetData } from "write-excel-file/node";
import { neutralText } from "./neutralText";

/** A workbook of one sheet: a bold line of names, then the rows. Texts are neutralised; null is an empty cell. */
export async function writeXlsx(
  names: readonly string[],
  rows: readonly (readonly unknown[])[],
): Promise<Uint8Array> {
  const head = names.map((name) => ({ value: neutralText(name), type: String, fontWeight: "bold" as const }));
  const data: SheetData = [head, ...rows.map((row) => row.map(cellOf))];
  return writeXlsxFile(data, { stickyRowsCount: 1 }).toBuffer();
}

const ISO_DATE = /^\d{4}-\d{2}-\d{2}$/;

function cellOf(value: unknown): SheetData[number][number] {
  if (value === null || value === undefined) return null;
  if (typeof value === "number") return Number.isFinite(value) ? { value, type: Number } : null;
  if (typeof value === "boolean") return { value, type: Boolean };
  const text = String(value);
  if (ISO_DATE.test(text)) return { value: new Date(`${text}T00:00:00Z`), type: Date, format: "yyyy-mm-dd" };
  return { value: neutralText(text), type: String };
}
