import { expect, test } from "vitest";
import { type Interval, isEqual, parseQuery } from "#domain/query";
import { firstDayOf, rangeStart } from "../../charts/series/calendar";
import type { ChartRange } from "../../charts/series/chartSeries";
import { type ChartDefaults, type ChartState, chartState, readChartSearch } from "./chartSearch";
import {
  benchmarkQuery,
  secondQuery,
  seriesFileUrl,
  seriesQuery,
  TOP_GROUPS,
  totalQuery,
} from "./seriesQuery";

const defaults: ChartDefaults = {
  metric: "bridged_token_value_dollar",
  group: "network",
  mode: "stacked",
  range: "1y",
};
const scope = { filter: isEqual("asset_class_slug", "stocks"), asOf: "2026-11-20" };
const query = (search: Record<string, unknown>) =>
  seriesQuery(chartState(readChartSearch(search), defaults, { groups: ["network", "none"] }), scope);

test("preset ranges count back from the latest day with figures", () => {
  expect(rangeStart("1m", "2026-03-31")).toBe("2026-02-28"); // 31 February does not exist
  expect(rangeStart("1y", "2026-11-20")).toBe("2025-11-20");
  expect(rangeStart("ytd", "2026-11-20")).toBe("2026-01-01");
  expect(rangeStart("all", "2026-11-20")).toBeNull();
});

test("a preset range starts with a full week, month or year, a custom range on its first day", () => {
  // 2025-11-20 is a Thursday.
  const first = (range: ChartRange, interval: Interval) => firstDayOf({ range, interval }, "2026-11-20");
  expect(first("1y", "day")).toBe("2025-11-20");
  expect(first("1y", "week")).toBe("2025-11-17");
  expect(first("1y", "month")).toBe("2025-11-01");
  expect(first("1y", "year")).toBe("2025-01-01");
  expect(first("ytd", "week")).toBe("2025-12-29");
  expect(first("all", "month")).toBeNull();
  expect(first("2025-11-20..2026-03-02", "month")).toBe("2025-11-20");
});

test.each([
  ["series", (state: ChartState) => seriesQuery(state, scope)],
  ["total", (state: ChartState) => totalQuery(state, scope)],
  ["second metric", (state: ChartState) => secondQuery(state, "daily_burns_dollar", scope)],
  ["benchmark", (state: ChartState) => benchmarkQuery(state, scope)?.query],
  ["file", (state: ChartState) => new URL(seriesFileUrl(state, scope), "http://x").searchParams.get("query")],
])("the %s of a chart by month starts on the first day of its first month", (_, queryOf) => {
  const search = { metric: "daily_mints_dollar", interval: "month", form: "indexed", benchmark: "market" };
  const state = chartState(readChartSearch(search), defaults, { groups: ["network", "none"] });
  const request = queryOf(state);
  expect(typeof request === "string" ? request : JSON.stringify(request)).toContain(
    '{"operator":"onOrAfter","field":"date","value":"2025-11-01"}',
  );
});

test("the query has the metric, subject and range of the chart, and one group more than it draws", () => {
  expect(query({})).toEqual({
    filter: {
      operator: "and",
      filters: [
        { operator: "equals", field: "measure_slug", value: "bridged_token_value_dollar" },
        { operator: "equals", field: "asset_class_slug", value: "stocks" },
        { operator: "onOrAfter", field: "date", value: "2025-11-20" },
      ],
    },
    aggregate: { groupBy: "network", interval: "day" },
    pagination: { page: 1, perPage: TOP_GROUPS + 1 },
  });
});

test("a custom range is queried with its ends and the earlier days that a moving average needs", () => {
  expect(JSON.stringify(query({ range: "2025-01-31..2025-03-02", average: 7 }))).toContain(
    '{"operator":"onOrAfter","field":"date","value":"2025-01-24"},{"operator":"onOrBefore","field":"date","value":"2025-03-02"}',
  );
});

test("a benchmark is another metric of the same subject, or the same metric of another subject", () => {
  const benchmarkQueryOf = (search: Record<string, unknown>) => {
    const state = chartState(readChartSearch(search), defaults, { groups: ["network", "none"] });
    return benchmarkQuery(state, scope)?.query;
  };
  const of = (measure: string, ...more: object[]) => ({
    filter: {
      operator: "and",
      filters: [
        { operator: "equals", field: "measure_slug", value: measure },
        ...more,
        { operator: "onOrAfter", field: "date", value: "2025-11-20" },
      ],
    },
    aggregate: { groupBy: "date", interval: "day" },
  });
  const stocks = { operator: "equals", field: "asset_class_slug", value: "stocks" };
  expect(benchmarkQueryOf({ metric: "apy_7_day_percent", benchmark: "benchmark_yield_percent" })).toEqual(
    of("benchmark_yield_percent", stocks),
  );
  expect(benchmarkQueryOf({ form: "indexed", benchmark: "treasuries" })).toEqual(
    of("bridged_token_value_dollar", { ...stocks, value: "treasuries" }),
  );
  expect(benchmarkQueryOf({ form: "indexed", benchmark: "market" })).toEqual(
    of("bridged_token_value_dollar"),
  );
  expect(benchmarkQueryOf({ benchmark: "treasuries" })).toBeUndefined();
});

test("a chart's file contains every group", () => {
  const state = chartState(readChartSearch({}), defaults, { groups: ["network", "none"] });
  const url = new URL(seriesFileUrl(state, scope), "http://localhost");
  expect(url.pathname).toBe("/export/tokens/aggregates/timeseries.csv");
  const parsed = parseQuery(JSON.parse(url.searchParams.get("query") ?? ""));
  expect(parsed).toMatchObject({ isPaged: false, aggregate: { groupBy: "network", interval: "day" } });
  expect(parsed.filter).toEqual(query({}).filter);
});

test("compared groups are queried by slug, without other groups", () => {
  expect(query({ compare: "ethereum,solana" })).toMatchObject({
    filter: {
      filters: expect.arrayContaining([
        { operator: "in", field: "network_slug", value: ["ethereum", "solana"] },
      ]),
    },
    pagination: { perPage: 2 },
  });
});

test("a single line and the total for the others are grouped by date", () => {
  expect(query({ group: "none" }).aggregate).toEqual({ groupBy: "date", interval: "day" });
  const state = chartState({}, defaults, { groups: ["network"] });
  expect(totalQuery(state, scope).aggregate).toEqual({ groupBy: "date", interval: "day" });
});

test("the data API accepts every query of a chart", () => {
  for (const range of ["1m", "ytd", "all"]) {
    for (const group of ["network", "none"]) {
      expect(() => parseQuery(query({ range, group }))).not.toThrow();
    }
  }
});
