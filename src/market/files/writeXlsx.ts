import writeXlsxFile from "write-excel-file/node";
import { workbookRows } from "#domain";

/** A workbook of one sheet: a bold line of names, then the rows. Texts are neutralised; null is an empty cell. */
export const writeXlsx = (
  names: readonly string[],
  rows: readonly (readonly unknown[])[],
): Promise<Uint8Array> => writeXlsxFile(workbookRows(names, rows), { stickyRowsCount: 1 }).toBuffer();
