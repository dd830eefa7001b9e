import { workbookRows } from "#domain/files";

/** A workbook of one sheet: a bold line of names, then the rows. Texts are neutralised; null is an empty cell. */
export async function writeXlsx(
  names: readonly string[],
  rows: readonly (readonly unknown[])[],
): Promise<Uint8Array> {
  // Loaded with the first workbook: a start would wait for its hundred files.
  const { default: writeXlsxFile } = await import("write-excel-file/node");
  return writeXlsxFile(workbookRows(names, rows), { stickyRowsCount: 1 }).toBuffer();
}
