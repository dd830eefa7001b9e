import { describe, expect, test } from "vitest";
import { isEqual } from "#domain/query";
import { bareColumn } from "../../../../../tests/support/bareColumn";
import type { TableSpec } from "./tableQuery";
import { hasSum, sumsQuery } from "./tableSums";

const metric = (name: string) => bareColumn(name, { type: "metric" });
const columns = [
  bareColumn("name"),
  metric("bridged_token_value_dollar"),
  metric("apy_7_day_percent"),
  metric("holding_addresses_count"),
];
const spec = {
  resource: "assets",
  columns: [],
  filter: isEqual("asset_class_slug", "treasuries"),
} satisfies TableSpec;

describe("the sums of a table", () => {
  test("cover additive metrics", () => {
    expect(columns.filter(hasSum).map(({ name }) => name)).toEqual([
      "bridged_token_value_dollar",
      "holding_addresses_count",
    ]);
    for (const name of ["price_dollar", "top_10_holders_share_percent", "weighted_average_maturity_days"]) {
      expect([name, hasSum(metric(name))]).toEqual([name, false]);
    }
  });

  test("cover all selected rows, whatever the page and sort", () => {
    const search = { filters: [["name", "like", "a"]] as never, page: 3, perPage: 10 };
    expect(sumsQuery(spec, {}, columns)).toEqual({
      filter: spec.filter,
      fields: ["bridged_token_value_dollar", "holding_addresses_count"],
    });
    expect(Object.keys(sumsQuery(spec, search, columns) ?? {})).toEqual(["filter", "fields"]);
    expect(JSON.stringify(sumsQuery(spec, search, columns)?.filter)).toContain("like");
  });

  test("are absent if a search applies, nothing is additive, or rows are neither assets nor tokens", () => {
    expect(sumsQuery(spec, { q: "fund" }, columns)).toBeNull();
    expect(
      sumsQuery(
        spec,
        {},
        columns.filter((one) => !hasSum(one)),
      ),
    ).toBeNull();
    expect(sumsQuery({ ...spec, resource: "networks" }, {}, columns)).toBeNull();
  });
});
