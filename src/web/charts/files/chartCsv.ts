import { stringify } from "csv-stringify/browser/esm/sync";
import { neutralText } from "#domain";
import type { ChartSeries } from "../series/chartSeries";
import { type ChartRowsOptions, chartRows } from "./chartRows";

/** The figures of a chart as CSV, laid out as `chartRows` says. Lines end with CRLF (RFC 4180). */
export function chartCsv(series: readonly ChartSeries[], options: ChartRowsOptions): string {
  const { names, rows } = chartRows(series, options);
  return stringify([names.map(neutralText), ...rows.map((row) => row.map(cellText))], {
    record_delimiter: "\r\n",
  });
}

/** Numbers in full and without an exponent, so that every reader takes them for numbers. */
function cellText(value: string | number | null): string {
  if (value === null) return "";
  if (typeof value === "string") return neutralText(value);
  const text = String(value);
  return text.includes("e")
    ? value.toLocaleString("en-US", { useGrouping: false, maximumFractionDigits: 20 })
    : text;
}
