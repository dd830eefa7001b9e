import { expect, test } from "vitest";
import { isEqual } from "#domain/query";
import type { RowsQuery, SelectedQuery, SeriesQuery, TotalsQuery, TrendsQuery } from "./marketQueries";

test("a query with an unknown resource, field or metric does not compile", () => {
  const right: [RowsQuery, TotalsQuery, SelectedQuery] = [
    { rowsOf: "loans", filter: isEqual("status", "late"), sort: { field: "name", direction: "asc" } },
    { totalsOf: "tokens", filter: isEqual("network_id", 0), fields: ["price_dollar"] },
    // Filters of a reader can name any field.
    { selectedOf: "tokens", filter: isEqual("anything" as string, 0), fields: ["price_dollar"] },
  ];
  // @ts-expect-error there is no such resource
  const resource: RowsQuery = { rowsOf: "asset" };
  // @ts-expect-error assets have no such field
  const field: RowsQuery = { rowsOf: "assets", fields: ["netwrok_slugs"] };
  // @ts-expect-error tokens have it, assets do not
  const other: RowsQuery = { rowsOf: "assets", filter: isEqual("network_slug", "ethereum") };
  // @ts-expect-error rows of loans carry no metrics
  const sort: RowsQuery = { rowsOf: "loans", sort: { field: "price_dollar", direction: "asc" } };
  // @ts-expect-error no metric has this slug
  const totals: TotalsQuery = { totalsOf: "tokens", fields: ["price_dolar"] };
  // @ts-expect-error no metric has this slug
  const selected: SelectedQuery = { selectedOf: "tokens", sort: { field: "price_dolar", direction: "asc" } };
  // @ts-expect-error no metric has this slug
  const trends: TrendsQuery = { trendsOf: ["price_dolar"], filter: null, groupBy: "date", most: 1 };
  // @ts-expect-error series have days, and no time
  const series: SeriesQuery = { seriesOf: "tokens", filter: isEqual("time", "2026-01-01") };
  expect([...right, resource, field, other, sort, totals, selected, trends, series]).toHaveLength(11);
});
