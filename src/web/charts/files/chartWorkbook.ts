import writeXlsxFile from "write-excel-file/browser";
import { workbookRows } from "#domain";
import type { ChartSeries } from "../series/chartSeries";
import { type ChartRowsOptions, chartRows } from "./chartRows";

/** The figures of a chart as an Excel workbook of one sheet, laid out as `chartRows` says. */
export function chartWorkbook(series: readonly ChartSeries[], options: ChartRowsOptions): Promise<Blob> {
  const { names, rows } = chartRows(series, options);
  return writeXlsxFile(workbookRows(names, rows), { stickyRowsCount: 1 }).toBlob();
}
