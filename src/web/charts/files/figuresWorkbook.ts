import writeXlsxFile from "write-excel-file/browser";
import { workbookRows } from "#domain/files";
import type { Figures } from "./figuresCsv";

/** Figures as an Excel workbook of one sheet with a frozen header. */
export const figuresWorkbook = ({ names, rows }: Figures): Promise<Blob> =>
  writeXlsxFile(workbookRows(names, rows), { stickyRowsCount: 1 }).toBlob();
