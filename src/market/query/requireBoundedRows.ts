import { invalidAt, queryLimits } from "#domain";

/** @throws InvalidError before the metrics of more rows are read than an answer may hold. */
export function requireBoundedRows(rows: number, metrics: number): void {
  const size = rows * metrics;
  if (size <= queryLimits.rowMetrics) return;
  const number = (n: number) => n.toLocaleString("en");
  throw invalidAt(
    "pagination.perPage",
    `${number(rows)} rows with ${number(metrics)} metrics are ${number(size)} values; responses are limited to ${number(queryLimits.rowMetrics)}: select fewer fields, request fewer rows per page, or request a file (format=csv or ndjson)`,
  );
}
