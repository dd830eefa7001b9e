import { describe, expect, test } from "vitest";
import type { Interval } from "#domain/query";
import { network, value, view, yieldToMaturity } from "../../../../tests/support/testSeries";
import { buildChartOption, chartOption, seriesOptions } from "../draw/buildChartOption";
import type { ChartRange } from "../series/chartSeries";
import { describeChart, totalAt } from "./describeChart";
import { frameChart, knownPeriodName, periodName, planChart } from "./planChart";
import { describeReading, readingAt } from "./readingAt";
import { thinDates } from "./thinDates";

const two = [
  network("Ethereum", { "2026-01-01": 30, "2026-01-02": 60, "2026-01-03": null }),
  network("Base", { "2026-01-01": 10, "2026-01-02": 20, "2026-01-03": 25 }),
];

describe("planChart", () => {
  test("puts the largest first and keeps gaps", () => {
    const plan = planChart(two, view());
    expect(plan.layers.map(({ name, values }) => [name, values])).toEqual([
      ["Base", [10, 20, 25]],
      ["Ethereum", [30, 60, null]],
    ]);
  });

  test("dims no series when a hidden one is hovered in the legend", () => {
    const plan = planChart(two, view({ mode: "lines" }));
    const [first, second] = plan.layers.map(({ key }) => key);
    const opacities = (hidden: string[]) =>
      seriesOptions(plan, { lit: first, hidden: new Set(hidden) }).map((one) =>
        "lineStyle" in one ? one.lineStyle?.opacity : undefined,
      );
    expect(opacities([second ?? ""])).toEqual([1]);
    expect(opacities([])).toEqual([1, 0.2]);
    expect(opacities([first ?? ""])).toEqual([1]);
  });

  test("abbreviates months to three letters", () => {
    expect(periodName("2026-09-30", "month")).toBe("Sep 2026");
    expect(periodName("2026-09-30", "day")).toBe("30 Sep 2026");
  });

  test("omits zeros on a logarithmic scale, and keeps their values", () => {
    const plan = planChart(
      [network("Base", { "2026-01-01": 10, "2026-01-02": 0, "2026-01-03": 25 })],
      view({ mode: "lines", scale: "log" }),
    );
    expect(plan.view.scale).toBe("log");
    expect(plan.layers.map(({ drawn, values }) => [drawn, values])).toEqual([
      [
        [10, null, 25],
        [10, 0, 25],
      ],
    ]);
    expect(frameChart(plan, { room: 5 }).y.min).toBe(10);
  });

  test("colours five of many lines, and highlights others in their own colour", () => {
    const many = Array.from({ length: 8 }, (_, index) =>
      network(`Network ${index}`, { "2026-01-01": 10 - index, "2026-01-02": 10 - index }),
    );
    const plan = planChart(many, view({ mode: "lines" }));
    expect(plan.layers.map(({ color }) => color === "others")).toEqual([
      ...Array(5).fill(false),
      ...Array(3).fill(true),
    ]);
    expect(plan.layers.slice(5).map(({ dash }) => dash)).toEqual([[], [], []]);
    expect(plan.notices).toEqual([
      "The 5 largest are in colour; point to another in the legend to highlight it.",
    ]);
    const colorOf = (lit: string | undefined) =>
      seriesOptions(plan, { lit }).map((one) => ("lineStyle" in one ? one.lineStyle?.color : undefined))[6];
    const key = plan.layers[6]?.key;
    expect(colorOf(key)).not.toBe(colorOf(undefined));
    // Six are distinguishable, as are those that a reader selected, and areas.
    const isGrey = ({ color }: { color: unknown }) => color === "others";
    expect(planChart(many.slice(0, 6), view({ mode: "lines" })).layers.some(isGrey)).toBe(false);
    expect(planChart(many, view({ mode: "lines" }), { coloredLines: 8 }).layers.some(isGrey)).toBe(false);
    expect(planChart(many, view({ mode: "stacked" })).layers.some(isGrey)).toBe(false);
  });

  test("draws shares and keeps the values", () => {
    const plan = planChart(two, view({ percent: true }));
    expect(plan.layers[1]).toMatchObject({ drawn: [75, 75, null], values: [30, 60, null] });
  });

  test("names layers by metric if one group has several", () => {
    const supply = {
      id: 40,
      slug: "market_value_dollar",
      name: "Market Value (Dollar)",
      unit: "dollar",
      label: "Market value",
    };
    const plan = planChart(
      [
        network("Base", { "2026-01-01": 1 }, { measure: value }),
        network("Base", { "2026-01-01": 2 }, { measure: supply }),
      ],
      view({ mode: "lines" }),
    );
    expect(plan.layers.map(({ name }) => name)).toEqual(["Value", "Market value"]);
  });

  test("draws a benchmark as a dashed line after the series, excluded from totals", () => {
    const rates = (name: string, points: Record<string, number>, type = "network") =>
      network(name, points, { measure: yieldToMaturity, type });
    const series = [
      rates("Base", { "2026-01-01": 4, "2026-01-02": 5 }),
      rates("Benchmark yield", { "2026-01-01": 9, "2026-01-02": 8 }, "benchmark"),
      rates("Ethereum", { "2026-01-01": 3, "2026-01-02": 2 }),
    ];
    const plan = planChart(series, view({ mode: "bars" }), { maxGroups: 2 });
    expect(plan.layers.map(({ name, color, dash }) => [name, color === "benchmark", dash.join()])).toEqual([
      ["Base", false, ""],
      ["Ethereum", false, "6,3"],
      ["Benchmark yield", true, "5,3"],
    ]);
    const drawn = chartOption(plan, frameChart(plan, { room: 4 })).series;
    expect([drawn ?? []].flat().map(({ type }) => type)).toEqual(["bar", "bar", "line"]);
    expect(frameChart(plan, { room: 4 }).y.max).toBeGreaterThanOrEqual(9);
    expect(readingAt(plan, 0).rows.map(({ name, text }) => [name, text])).toEqual([
      ["Benchmark yield", "9%"],
      ["Base", "4%"],
      ["Ethereum", "3%"],
    ]);
    expect(readingAt(plan, 0).total).toBeUndefined();
    // An additive metric has a total, which excludes a benchmark.
    const sum = planChart(
      [...two, network("All assets", { "2026-01-01": 1 }, { type: "benchmark" })],
      view(),
    );
    expect(sum.layers.map(({ name }) => name)).toEqual(["Base", "Ethereum"]);
  });

  test("omits series with another unit, with a notice", () => {
    const plan = planChart(
      [...two, network("Base", { "2026-01-01": 4 }, { measure: yieldToMaturity })],
      view({ mode: "lines" }),
    );
    expect(plan.layers).toHaveLength(2);
    expect(plan.notices).toEqual(["Yield to Maturity (Percent) is in a different unit and is not shown."]);
  });

  test("places bars of periods at even distances, including the incomplete one", () => {
    const plan = planChart(
      [network("Base", { "2026-01-31": 1, "2026-02-28": 2, "2026-03-05": 3 })],
      view({ mode: "bars", interval: "month" }),
    );
    expect(plan.times.at(-1)).toBe(Date.UTC(2026, 2, 31));
    expect(plan.dates.at(-1)).toBe("2026-03-05");
  });
});

describe("frameChart", () => {
  test("includes the height of the stack, or of its visible layers", () => {
    const plan = planChart(two, view());
    expect(frameChart(plan, { room: 5 }).y.max).toBe(80);
    const hidden = new Set(["bridged_token_value_dollar|network:ethereum"]);
    expect(frameChart(plan, { room: 5, hidden }).y.max).toBe(25);
  });

  test("fits the zoomed range", () => {
    const plan = planChart(two, view({ mode: "lines" }));
    const window = [Date.UTC(2026, 0, 2), Date.UTC(2026, 0, 3)] as const;
    const { x, y } = frameChart(plan, { room: 5, window });
    expect([x.min, x.max]).toEqual(window);
    expect(y.min).toBe(0);
    expect(y.max).toBe(60);
  });

  test("shares fill the plot", () => {
    const { y } = frameChart(planChart(two, view({ percent: true })), { room: 5 });
    expect([y.min, y.max]).toEqual([0, 100]);
  });
});

describe("buildChartOption", () => {
  const look = { width: 800, height: 300 };

  test("a gap is null", () => {
    const { series } = buildChartOption(two, view(), look);
    const [, ethereum] = Array.isArray(series) ? series : [];
    expect(ethereum).toMatchObject({
      name: "Ethereum",
      type: "line",
      stack: "all",
      data: [
        [Date.UTC(2026, 0, 1), 30],
        [Date.UTC(2026, 0, 2), 60],
        [Date.UTC(2026, 0, 3), null],
      ],
    });
  });

  test("colours are variables of the page", () => {
    expect(JSON.stringify(buildChartOption(two, view({ mode: "lines" }), look))).toContain("var(--chart-");
  });

  test("hidden layers are not drawn", () => {
    const plan = planChart(two, view());
    const hidden = new Set([plan.layers[0]?.key ?? ""]);
    const option = chartOption(plan, frameChart(plan, { room: 5, hidden }), { hidden });
    expect(option.series).toHaveLength(1);
  });

  test("bars of metrics that are not additive are side by side", () => {
    const rates = ["A", "B"].map((name) => network(name, { "2026-01-01": 4 }, { measure: yieldToMaturity }));
    const { series } = buildChartOption(rates, view({ mode: "bars" }), look);
    for (const one of Array.isArray(series) ? series : []) expect(one).not.toHaveProperty("stack");
  });
});

describe("readingAt", () => {
  test("returns the values of a date, largest first, with shares and total", () => {
    const reading = readingAt(planChart(two, view()), 1);
    expect(reading.rows.map(({ name, text, share }) => [name, text, share])).toEqual([
      ["Ethereum", "$60.00", "75.00%"],
      ["Base", "$20.00", "25.00%"],
    ]);
    expect(describeReading(reading)).toBe("2 Jan 2026: total $80.00; Ethereum $60.00, Base $20.00.");
  });

  test("formats the figures of a date rounded and with every digit", () => {
    const plan = planChart(
      [network("A", { "2026-01-01": 2_100_568_916.5452 }), network("B", { "2026-01-01": 12 })],
      view(),
    );
    const { rows, total } = readingAt(plan, 0);
    expect(rows.map(({ text }) => text)).toEqual(["$2.10B", "$12.00"]);
    expect(rows.map(({ exact }) => exact)).toEqual(["$2,100,568,916.55", "$12.00"]);
    expect(total).toEqual({ text: "$2.10B", exact: "$2,100,568,928.55" });
  });

  test("computes shares of the total as the `%` mode does, including hidden layers", () => {
    const hidden = new Set(["bridged_token_value_dollar|network:base"]);
    for (const percent of [false, true]) {
      const plan = planChart(two, view({ percent }));
      const reading = readingAt(plan, 1, hidden);
      expect(reading.rows.map(({ name, share }) => [name, share])).toEqual([["Ethereum", "75.00%"]]);
      expect(describeReading(reading)).toMatch(/Ethereum \$60\.00\.$/);
    }
    expect(planChart(two, view({ percent: true })).layers.map(({ drawn }) => drawn[1])).toEqual([25, 75]);
  });

  test("computes the shares of a selection from the total that it was selected from", () => {
    const total = [
      ["2026-01-01", 300],
      ["2026-01-02", 160],
      ["2026-01-03", 100],
    ] as const;
    const plan = planChart(two, view({ percent: true }), { total });
    expect(plan.layers.map(({ drawn }) => drawn[1])).toEqual([12.5, 37.5]);
    expect(readingAt(plan, 1).rows.map(({ share }) => share)).toEqual(["37.50%", "12.50%"]);
  });

  test("omits unknown and hidden values", () => {
    const plan = planChart(two, view());
    expect(readingAt(plan, 2).rows.map(({ name }) => name)).toEqual(["Base"]);
    expect(describeReading(readingAt(plan, 2, new Set(["bridged_token_value_dollar|network:base"])))).toBe(
      "3 Jan 2026: no data.",
    );
  });

  test("a total of decimals has no floating-point noise", () => {
    const plan = planChart(
      [network("A", { "2026-01-01": 0.1 }), network("B", { "2026-01-01": 0.2 })],
      view(),
    );
    expect(totalAt(plan, 0)).toBe(0.3);
  });
});

test("a chart is described in words", () => {
  expect(describeChart(planChart(two.slice(1), view({ mode: "lines" })))).toBe(
    "Lines of Bridged Token Value (Dollar) from 1 Jan 2026 to 3 Jan 2026. Latest value: Base $25.00.",
  );
  expect(describeChart(planChart([], view()))).toBe("No data for this view.");
});

test("periods are named by their interval", () => {
  expect(periodName("2026-01-31", "day")).toBe("31 Jan 2026");
  expect(periodName("2026-01-31", "month")).toBe("Jan 2026");
  expect(periodName("2026-12-31", "year")).toBe("2026");
});

test("thinning keeps the ends, the peaks and the edges of gaps", () => {
  const points = Object.fromEntries(
    Array.from({ length: 300 }, (_, index) => [
      new Date(Date.UTC(2025, 0, 1 + index)).toISOString().slice(0, 10),
      index === 137 ? 900 : index >= 200 && index < 210 ? null : 10,
    ]),
  );
  const plan = planChart([network("Base", points)], view());
  const thin = thinDates(plan, 60);
  expect(thin.dates.length).toBeLessThan(80);
  expect(thin.dates[0]).toBe(plan.dates[0]);
  expect(thin.dates.at(-1)).toBe(plan.dates.at(-1));
  for (const index of [137, 199, 200, 209, 210]) expect(thin.dates).toContain(plan.dates[index]);
  expect(Math.max(...(thin.layers[0]?.drawn ?? []).map((one) => one ?? 0))).toBe(900);
});

describe("a secondary axis", () => {
  const holders = {
    id: 3,
    slug: "holding_addresses_count",
    name: "Holding Addresses (Count)",
    unit: "count",
    label: "Holders",
  };
  const all = network("All", { "2026-01-01": 7, "2026-01-03": 9 }, { measure: holders });
  const plan = planChart([...two, all], view({ percent: true }), { second: holders.slug });

  test("has its own line, which is excluded from totals", () => {
    expect(plan.notices).toEqual([]);
    expect(plan.measureName).toBe("Bridged Token Value (Dollar)");
    expect(plan.layers.map(({ name, values }) => [name, values])).toEqual([
      ["Base", [10, 20, 25]],
      ["Ethereum", [30, 60, null]],
      ["Holders (left axis)", [7, null, 9]],
    ]);
    expect(plan.layers[1]?.drawn).toEqual([75, 75, null]);
    expect(plan.wholes).toEqual([40, 80, 25]);
    expect(totalAt(plan, 0)).toBe(40);
  });

  test("includes its values, and does not affect the other axis", () => {
    const alone = frameChart(planChart(two, view()), { room: 4 });
    const beside = frameChart(planChart([...two, all], view(), { second: holders.slug }), { room: 4 });
    expect(beside.y).toEqual(alone.y);
    expect(alone.second).toBeUndefined();
    expect(beside.second?.min).toBeLessThanOrEqual(7);
    expect(beside.second?.max).toBeGreaterThanOrEqual(9);
    const hidden = new Set([`${holders.slug}|network:all`]);
    expect(frameChart(plan, { room: 4, hidden }).second).toBeUndefined();
  });

  test("has a line, whatever the mode of the others", () => {
    const option = chartOption(plan, frameChart(plan, { room: 4 }));
    expect(option.yAxis).toMatchObject([{ position: "right" }, { position: "left" }]);
    expect(option.series).toMatchObject([
      { stack: "all" },
      { stack: "all" },
      { type: "line", yAxisIndex: 1 },
    ]);
    expect(option.series).not.toMatchObject([{}, {}, { stack: "all" }]);
  });

  test("is listed after the others, in its own unit", () => {
    const reading = readingAt(plan, 0);
    expect(reading.rows.map(({ name, text, share }) => [name, text, share])).toEqual([
      ["Ethereum", "$30.00", "75.00%"],
      ["Base", "$10.00", "25.00%"],
      ["Holders (left axis)", "7", undefined],
    ]);
    expect(reading.total?.text).toBe("$40.00");
    expect(describeChart(plan)).toContain("On a second axis: Holders (left axis) 9.");
  });
});

describe("an incomplete period", () => {
  const named = (date: string, interval: Interval, cutFrom: string | null = null) =>
    knownPeriodName({ dates: [date], view: view({ interval }), cutFrom }, 0);

  test("names its last day, if a month or a year is not over", () => {
    expect(named("2026-11-22", "month")).toBe("Nov 2026, to 22 Nov");
    expect(named("2026-11-30", "month")).toBe("Nov 2026");
    expect(named("2026-11-22", "year")).toBe("2026, to 22 Nov");
    expect(named("2026-11-20", "week")).toBe("20 Nov 2026");
    expect(named("2026-11-20", "day")).toBe("20 Nov 2026");
  });

  test("names its first day, if a range cuts it", () => {
    expect(named("2025-11-30", "month", "2025-11-24")).toBe("Nov 2025, from 24 Nov");
    expect(named("2025-11-30", "week", "2025-11-26")).toBe("30 Nov 2025, from 26 Nov");
    expect(named("2026-11-22", "month", "2026-11-03")).toBe("Nov 2026, from 3 Nov to 22 Nov");
  });

  test("is the last of a flow until the period is over, and is not compared", () => {
    const mints = { id: 1, slug: "daily_mints_dollar", name: "Daily Mints (Dollar)", unit: "dollar" };
    const points = { "2025-11-30": 40, "2025-12-31": 60, "2026-01-08": 15 };
    const changes = (interval: Interval, measure = mints) => {
      const plan = planChart([network("Base", points, { measure })], view({ interval, range: "all" }));
      return [1, 2].map((index) => readingAt(plan, index).rows[0]?.change);
    };
    expect(changes("month")).toEqual(["+50.00%", undefined]);
    expect(changes("month", value)).toEqual(["+50.00%", "−75.00%"]);
  });

  test("is the last of a flow that is reported later than a stock next to it", () => {
    const mints = { id: 1, slug: "daily_mints_dollar", name: "Daily Mints (Dollar)", unit: "dollar" };
    const price = { id: 2, slug: "price_dollar", name: "Price (Dollar)", unit: "dollar" };
    const plan = planChart(
      [
        network("Base", { "2025-11-30": 40, "2025-12-31": 60, "2026-01-08": 15 }, { measure: mints }),
        network("Base", { "2025-11-30": 1, "2025-12-31": 2, "2026-01-14": 3 }, { measure: price }),
      ],
      view({ interval: "month", range: "all" }),
      { second: price.slug },
    );
    expect(plan.dates).toEqual(["2025-11-30", "2025-12-31", "2026-01-08", "2026-01-14"]);
    const changesOf = (name: RegExp) =>
      [1, 2, 3].map((index) => readingAt(plan, index).rows.find((row) => name.test(row.name))?.change);
    expect(changesOf(/^Base$/)).toEqual(["+50.00%", undefined, undefined]);
  });

  test("is followed by months of the other metric only, if no more of the flow is reported", () => {
    const mints = { id: 1, slug: "daily_mints_dollar", name: "Daily Mints (Dollar)", unit: "dollar" };
    const plan = planChart(
      [
        network("Base", { "2025-11-20": 40 }, { measure: mints }),
        network("Base", { "2025-11-30": 1, "2025-12-31": 2, "2026-01-31": 3 }, { measure: value }),
      ],
      view({ interval: "month", range: "all" }),
      { second: value.slug },
    );
    const last = readingAt(plan, plan.dates.length - 1).rows.map(({ change }) => change);
    expect(last).toEqual(["+50.00%"]);
  });

  test("is the first of a flow, from the first day of a custom range, and is not compared with", () => {
    const mints = { id: 1, slug: "daily_mints_dollar", name: "Daily Mints (Dollar)", unit: "dollar" };
    const points = { "2025-11-30": 10, "2025-12-31": 60, "2026-01-31": 90 };
    const plan = (range: ChartRange, measure = mints) =>
      planChart([network("Base", points, { measure })], view({ interval: "month", range }));
    const cut = plan("2025-11-24..2026-01-31");
    expect(cut.cutFrom).toBe("2025-11-24");
    expect(readingAt(cut, 0).when).toBe("Nov 2025, from 24 Nov");
    expect([1, 2].map((index) => readingAt(cut, index).rows[0]?.change)).toEqual([undefined, "+50.00%"]);
    expect(readingAt(cut, 1).when).toBe("Dec 2025");
    // Nothing is cut from the first of a month, before the data begins, by preset ranges, or of a stock.
    const wholes = [plan("2025-11-01..2026-01-31"), plan("2025-10-24..2026-01-31"), plan("1y")];
    expect([...wholes, plan("2025-11-24..2026-01-31", value)].map(({ cutFrom }) => cutFrom)).toEqual([
      null,
      null,
      null,
      null,
    ]);
    expect(readingAt(plan("1y"), 1).rows[0]?.change).toBe("+500.00%");
  });
});
