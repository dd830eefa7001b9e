import { expect, test } from "vitest";
import { bareColumn } from "../../../../../tests/support/bareColumn";
import type { ColumnMeta, TableSpec } from "./tableQuery";
import { tableTrend } from "./tableTrend";

const column = (name: string, type: ColumnMeta["type"]) => bareColumn(name, { type });
const columns = [
  column("name", "string"),
  column("asset_count", "number"),
  column("holding_addresses_count", "metric"),
  column("bridged_token_value_dollar", "metric"),
];
const rows = [{ id: 7 }, { id: 3 }];
const spec = { resource: "platforms", columns: [] } satisfies TableSpec;

test("the sparklines of a page show the first metric of its rows, in one request", () => {
  expect(tableTrend(spec, {}, { columns, rows })).toEqual({
    label: "Holders (90d)",
    doc: "Holders over the last 90 days, each row on its own scale",
    query: {
      trendsOf: ["holding_addresses_count"],
      filter: { operator: "in", field: "protocol_id", value: [7, 3] },
      groupBy: "platform",
      most: 2,
    },
  });
  const tokens = tableTrend({ ...spec, resource: "tokens" }, {}, { columns, rows });
  expect(tokens?.query).toMatchObject({ filter: { field: "id" }, groupBy: "token" });
});

test("a reader can remove the column, and combine it with others", () => {
  const chosen = (text: string) => tableTrend(spec, { columns: text }, { columns, rows });
  expect(chosen("name,holding_addresses_count")).toBeNull();
  expect(chosen("name,holding_addresses_count,trend")).not.toBeNull();
});

test("rows without metrics, totals, and pages without rows have no sparklines", () => {
  expect(tableTrend({ ...spec, resource: "transactions" }, {}, { columns, rows })).toBeNull();
  expect(tableTrend(spec, {}, { columns: columns.slice(0, 2), rows })).toBeNull();
  expect(tableTrend(spec, {}, { columns, rows: [] })).toBeNull();
  const totals = { resource: "tokens", by: "platform" } as const;
  expect(tableTrend({ ...spec, resource: "tokens", totals }, {}, { columns, rows })).toBeNull();
});
