import { describe, expect, test } from "vitest";
import { type ChartDefaults, changedChartSearch, chartState, readChartSearch } from "./chartSearch";

const defaults: ChartDefaults = {
  metric: "bridged_token_value_dollar",
  group: "asset",
  mode: "stacked",
  range: "2y",
};
const groups = ["asset", "network", "none"];
const state = (search: Record<string, unknown>) => chartState(readChartSearch(search), defaults, { groups });

describe("a unit metric", () => {
  test("is grouped by asset if the URL names another grouping", () => {
    expect(state({ metric: "price_dollar", group: "network" })).toMatchObject({
      metric: "price_dollar",
      group: "asset",
    });
    expect(state({ metric: "price_dollar", group: "none" }).group).toBe("asset");
  });

  test("is replaced by the default metric if no grouping by asset exists, and cannot be a second metric", () => {
    const byNetwork = (search: Record<string, unknown>) =>
      chartState(readChartSearch(search), { ...defaults, group: "network" }, { groups: ["network", "none"] });
    expect(byNetwork({ metric: "price_dollar" })).toMatchObject({
      metric: "bridged_token_value_dollar",
      group: "network",
    });
    expect(state({ second: "price_dollar" }).second).toBeNull();
    expect(state({ second: "holding_addresses_count" }).second).toBe("holding_addresses_count");
  });

  test("accepts any grouping for a single asset", () => {
    const ofAsset = { groups: ["network", "none"], isOneUnit: true };
    const search = { metric: "price_dollar", group: "none", second: "net_asset_value_dollar" };
    expect(chartState(readChartSearch(search), { ...defaults, group: "network" }, ofAsset)).toMatchObject(
      search,
    );
  });
});

describe("readChartSearch", () => {
  test("drops invalid parameters and keeps valid ones", () => {
    expect(
      readChartSearch({
        metric: "shoe_size",
        group: "network",
        mode: "donut",
        range: "1y",
        interval: 7,
        log: 1,
        percent: "yes",
        embed: "1",
        utm_source: "mail",
      }),
    ).toEqual({ group: "network", range: "1y", log: 1, embed: 1 });
  });

  test("removes duplicates and invalid slugs from the isolated and hidden series", () => {
    expect(readChartSearch({ only: "buidl,usyc,buidl,<b>", hide: "others" })).toEqual({
      only: "buidl,usyc",
      hide: "others",
    });
  });

  test("resolves aliases to canonical names", () => {
    expect(readChartSearch({ metric: "holders", group: "protocol" })).toEqual({
      metric: "holding_addresses_count",
      group: "platform",
    });
  });

  test("removes duplicates and invalid slugs from the compared groups", () => {
    expect(readChartSearch({ compare: "buidl,ousg,buidl,No Slug,<b>" })).toEqual({ compare: "buidl,ousg" });
    expect(readChartSearch({ compare: "%%%" })).toEqual({});
    expect(readChartSearch({ compare: "real_estate,ERC-20,../x" })).toEqual({
      compare: "real_estate,ERC-20",
    });
  });
});

describe("a benchmark", () => {
  test("applies to metrics that are not additive, and to forms relative to the start", () => {
    const benchmark = (search: Record<string, unknown>) => state(search).benchmark;
    expect(benchmark({ benchmark: "stablecoins" })).toBeNull();
    expect(benchmark({ benchmark: "stablecoins", form: "indexed" })).toBe("stablecoins");
    expect(benchmark({ benchmark: "market", metric: "apy_7_day_percent" })).toBe("market");
    expect(benchmark({ benchmark: "benchmark_yield_percent", metric: "apy_7_day_percent" })).toBe(
      "benchmark_yield_percent",
    );
    // A benchmark metric only applies to metrics that are measured against it.
    expect(benchmark({ benchmark: "benchmark_yield_percent", form: "indexed" })).toBeNull();
    expect(readChartSearch({ benchmark: "No class" })).toEqual({});
  });
});

test("the breakdown view needs an additive metric and a grouping", () => {
  expect(state({ mode: "pie" }).mode).toBe("pie");
  expect(state({ mode: "treemap", group: "none" }).mode).toBe("stacked");
  expect(state({ mode: "pie", metric: "apy_7_day_percent" }).mode).toBe("lines");
  expect(state({ mode: "treemap", form: "indexed" }).mode).toBe("lines");
});

describe("a custom date range", () => {
  test("is in the URL, by day if it is short and by week if it is long", () => {
    const short = state({ range: "2025-01-31..2025-03-02" });
    expect([short.range, short.interval]).toEqual(["2025-01-31..2025-03-02", "day"]);
    expect(state({ range: "2022-01-31..2025-03-02" }).interval).toBe("week");
    expect(state({ range: "2025-01-31..2025-03-02", interval: "month" }).interval).toBe("month");
    expect(readChartSearch({ range: "2025-03-02..2025-01-31" })).toEqual({});
  });

  test("resets the interval, and is replaced by a preset range", () => {
    const search = readChartSearch({ range: "all", interval: "month" });
    const chosen = changedChartSearch(search, { range: "2025-01-31..2025-03-02" }, defaults);
    expect(chosen).toMatchObject({ range: "2025-01-31..2025-03-02", interval: undefined });
    expect(changedChartSearch(chosen, { range: null }, defaults).range).toBeUndefined();
  });
});

describe("chartState", () => {
  test("an empty URL gives the page's defaults, by week for long ranges", () => {
    expect(state({})).toEqual({
      metric: "bridged_token_value_dollar",
      group: "asset",
      mode: "stacked",
      range: "2y",
      interval: "week",
      log: false,
      percent: false,
      form: "value",
      average: 0,
      compare: [],
      second: null,
      correlation: false,
      benchmark: null,
      events: true,
    });
    expect(state({ range: "3m" }).interval).toBe("day");
    expect(state({ interval: "day" }).interval).toBe("day");
  });

  test("moving averages use daily values for any range and interval", () => {
    expect(state({ average: 7 })).toMatchObject({ average: 7, interval: "day" });
    expect(state({ average: 30, interval: "month" }).interval).toBe("day");
  });

  test("a grouping that the page does not offer is ignored", () => {
    expect(state({ group: "issuer" }).group).toBe("asset");
  });

  test("a rate is never stacked and has no shares", () => {
    const rate = state({ metric: "apy_7_day_percent", mode: "stacked", percent: 1 });
    expect([rate.mode, rate.percent]).toEqual(["lines", false]);
  });

  test("flows are drawn as bars by default", () => {
    expect(state({ metric: "daily_mints_dollar" }).mode).toBe("bars");
    expect(state({ metric: "daily_mints_dollar", mode: "lines" }).mode).toBe("lines");
  });

  test("relative forms are drawn as lines and have no shares", () => {
    const indexed = state({ form: "indexed", percent: 1 });
    expect([indexed.mode, indexed.percent, indexed.form]).toEqual(["lines", false, "indexed"]);
    expect(state({ form: "indexed", mode: "stacked" }).mode).toBe("lines");
    expect(state({ metric: "daily_mints_dollar", form: "change" }).mode).toBe("lines");
    expect(state({ form: "change", mode: "bars" }).mode).toBe("bars");
    expect(state({ form: "upside-down", average: 12 })).toMatchObject({ form: "value", average: 0 });
  });

  test("the second metric cannot equal the first", () => {
    expect(state({ second: "holders" }).second).toBe("holding_addresses_count");
    expect(state({ second: "bridged_token_value_dollar" }).second).toBeNull();
  });

  test("a single ungrouped line has no shares", () => {
    expect(state({ group: "none", percent: 1 }).percent).toBe(false);
  });
});

describe("changedChartSearch", () => {
  test("omits defaults from the URL", () => {
    expect(changedChartSearch({ range: "1y" }, { range: "2y" }, defaults)).toEqual({});
    expect(changedChartSearch({}, { mode: "lines" }, defaults)).toEqual({ mode: "lines" });
    expect(changedChartSearch({ mode: "lines" }, { mode: "stacked" }, defaults).mode).toBeUndefined();
    expect(changedChartSearch({}, { interval: "week" }, defaults).interval).toBeUndefined();
    expect(changedChartSearch({ log: 1 }, { log: false }, defaults).log).toBeUndefined();
  });

  test("resets shape and scale for another metric, and keeps the range", () => {
    expect(
      changedChartSearch({ mode: "lines", log: 1, range: "1y" }, { metric: "price_dollar" }, defaults),
    ).toEqual({ metric: "price_dollar", range: "1y" });
  });

  test("resets shape and scale for another form, and keeps the average", () => {
    expect(changedChartSearch({ mode: "bars", log: 1, average: 30 }, { form: "drawdown" }, defaults)).toEqual(
      {
        form: "drawdown",
        average: 30,
      },
    );
    expect(changedChartSearch({ form: "drawdown" }, { form: "value", average: 0 }, defaults)).toEqual({});
    expect(changedChartSearch({ second: "price_dollar" }, { second: null }, defaults)).toEqual({});
  });

  test("an average removes the interval, and a longer interval removes the average", () => {
    expect(changedChartSearch({ interval: "month" }, { average: 7 }, defaults)).toEqual({ average: 7 });
    expect(changedChartSearch({ average: 7 }, { interval: "month" }, defaults)).toEqual({
      interval: "month",
    });
    expect(changedChartSearch({ average: 7 }, { interval: "week" }, defaults)).toEqual({});
    expect(changedChartSearch({ average: 7 }, { interval: "day" }, defaults).average).toBe(7);
  });

  test("another grouping removes the comparison", () => {
    expect(changedChartSearch({ compare: "a,b" }, { group: "network" }, defaults)).toEqual({
      group: "network",
    });
  });
});

test("another grouping or comparison resets hidden series, another metric keeps them", () => {
  const search = { hide: "base" };
  const hide = (change: Parameters<typeof changedChartSearch>[1]) =>
    changedChartSearch(search, change, defaults).hide;
  expect(hide({ metric: "holding_addresses_count" })).toBe("base");
  expect(hide({ range: "1y" })).toBe("base");
  expect(hide({ group: "network" })).toBeUndefined();
  expect(hide({ compare: ["base", "plume"] })).toBeUndefined();
});
