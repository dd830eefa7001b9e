import { describe, expect, it, test } from "vitest";
import type { ChartMeasure, ChartPoint, ChartRange, ChartSeries } from "./chartSeries";
import { topGroups } from "./topGroups";
import { changeOf, drawdownOf, indexNotices, indexOf, transformSeries } from "./transformSeries";

const days = (...values: (number | null)[]): ChartPoint[] =>
  values.map((value, index) => [`2026-01-${String(index + 1).padStart(2, "0")}`, value]);
const valuesOf = (points: readonly ChartPoint[]) => points.map(([, value]) => value);
const series = (points: ChartPoint[]): ChartSeries => ({
  measure: { id: 1, slug: "price_dollar", name: "Price (Dollar)", label: "Price", unit: "dollar" },
  group: { type: "asset", id: 7, slug: "gold", name: "Gold" },
  points,
});

test("a change is in percent of the last known value", () => {
  expect(valuesOf(changeOf(days(50, 75, null, 150, 0, 20)))).toEqual([null, 50, null, 100, -100, null]);
});

test("a percentage changes by points, also below zero", () => {
  const measure = { id: 3, slug: "yield_spread_percent", name: "Yield Spread (Percent)", unit: "percent" };
  const [shown] = transformSeries([{ ...series(days(5, 4, -0.5, null, 0)), measure }], {
    form: "change",
    average: 0,
    range: "all",
    interval: "day",
  });
  expect(valuesOf(shown?.points ?? [])).toEqual([null, -1, -4.5, null, 0.5]);
  expect(shown?.measure).toMatchObject({
    name: "Yield Spread (Percent), change in percentage points",
    unit: "points",
  });
});

test("an index is 100 on the first date with a value", () => {
  expect(valuesOf(indexOf(days(null, 0, 40, 50, null, 20)))).toEqual([null, null, 100, 125, null, 50]);
});

test("an index does not start at a value near zero, with a notice", () => {
  const points = days(0.01, 0.5, null, 20, 40, 2);
  expect(valuesOf(indexOf(points))).toEqual([null, 100, null, 4000, 8000, 400]);
  expect(indexNotices([series(points)], { range: "all", interval: "day" })).toEqual([
    "Gold starts at 100 on 2 Jan 2026: earlier values are below 1% of its highest.",
  ]);
  expect(indexNotices([series(days(null, 0, 5, 20))], { range: "all", interval: "day" })).toEqual([]);
});

test("a flow is not compared with a part of its first month that a range cuts", () => {
  const points: ChartPoint[] = [
    ["2025-11-30", 10],
    ["2025-12-31", 60],
    ["2026-01-31", 90],
  ];
  const mints = { id: 2, slug: "daily_mints_dollar", name: "Daily Mints (Dollar)", unit: "dollar" };
  const shown = (form: "change" | "indexed" | "drawdown", range: ChartRange, measure: ChartMeasure = mints) =>
    transformSeries([{ ...series(points), measure }], { form, average: 0, range, interval: "month" })[0]
      ?.points;
  expect(shown("change", "2025-11-24..2026-01-31")).toEqual([
    ["2025-12-31", null],
    ["2026-01-31", 50],
  ]);
  expect(valuesOf(shown("indexed", "2025-11-24..2026-01-31") ?? [])).toEqual([100, 150]);
  expect(valuesOf(shown("drawdown", "2025-11-24..2026-01-31") ?? [])).toEqual([0, 0]);
  // A full month, a preset range, and a stock at the end of the month.
  expect(valuesOf(shown("change", "2025-11-01..2026-01-31") ?? [])).toEqual([null, 500, 50]);
  expect(valuesOf(shown("change", "1y") ?? [])).toEqual([null, 500, 50]);
  expect(valuesOf(shown("change", "2025-11-24..2026-01-31", series([]).measure) ?? [])).toEqual([
    null,
    500,
    50,
  ]);
});

test("a flow of an incomplete month is not compared with full ones, for any range", () => {
  const points: ChartPoint[] = [
    ["2025-10-31", 100],
    ["2025-11-30", 150],
    ["2025-12-08", 75],
  ];
  const mints = { id: 2, slug: "daily_mints_dollar", name: "Daily Mints (Dollar)", unit: "dollar" };
  const shown = (form: "change" | "indexed" | "drawdown", measure: ChartMeasure = mints, given = points) =>
    transformSeries([{ ...series(given), measure }], { form, average: 0, range: "1y", interval: "month" })[0];
  expect(valuesOf(shown("change")?.points ?? [])).toEqual([null, 50]);
  expect(valuesOf(shown("indexed")?.points ?? [])).toEqual([100, 150]);
  expect(valuesOf(shown("drawdown")?.points ?? [])).toEqual([0, 0]);
  expect(shown("change")?.size).toBe(75);
  // A stock is that of the day; a month that is over is complete.
  expect(valuesOf(shown("change", series([]).measure)?.points ?? [])).toEqual([null, 50, -50]);
  const over: ChartPoint[] = [...points.slice(0, 2), ["2025-12-31", 75]];
  expect(valuesOf(shown("change", mints, over)?.points ?? [])).toEqual([null, 50, -50]);
});

test("a flow that is reported later than a stock next to it still ends with an incomplete week", () => {
  const mints = { id: 2, slug: "daily_mints_dollar", name: "Daily Mints (Dollar)", unit: "dollar" };
  const shown = transformSeries(
    [
      {
        ...series([
          ["2025-12-14", 100],
          ["2025-12-21", 150],
          ["2025-12-26", 75],
        ]),
        measure: mints,
      },
      series([
        ["2025-12-21", 1],
        ["2025-12-28", 2],
        ["2025-12-30", 3],
      ]),
    ],
    { form: "change", average: 0, range: "1y", interval: "week" },
  );
  expect(shown.map(({ points }) => valuesOf(points))).toEqual([
    [null, 50],
    [null, 100, 50],
  ]);
});

test("a drawdown is the distance of a value below its peak so far", () => {
  expect(valuesOf(drawdownOf(days(0, 80, 100, 75, null, 200, 100)))).toEqual([null, 0, 0, -25, null, 0, -50]);
});

describe("transformed series", () => {
  it("are identical without a transformation", () => {
    const given = [series(days(1, 2))];
    expect(transformSeries(given, { form: "value", average: 0, range: "1m", interval: "day" })).toBe(given);
  });

  it("have their own name and unit", () => {
    const [indexed] = transformSeries([series(days(2, 3))], {
      form: "indexed",
      average: 0,
      range: "all",
      interval: "day",
    });
    expect(indexed).toEqual({
      measure: {
        id: 1,
        slug: "price_dollar.indexed",
        name: "Price (Dollar), indexed to 100",
        label: "Price, indexed to 100",
        unit: "index",
      },
      group: { type: "asset", id: 7, slug: "gold", name: "Gold" },
      points: [
        ["2026-01-01", 100],
        ["2026-01-02", 150],
      ],
      size: 3,
    });
  });

  it("are ranked by their original values: largest first, not smallest decline", () => {
    const named = (name: string, ...values: (number | null)[]): ChartSeries => ({
      ...series(days(...values)),
      group: { type: "asset", id: name, slug: name, name },
    });
    const drawdowns = transformSeries(
      [named("small", 1, 2, 3), named("ended", 900, 900, null), named("large", 500, 400, 300)],
      { form: "drawdown", average: 0, range: "all", interval: "day" },
    );
    expect(topGroups(drawdowns, 3).series.map(({ group }) => group.name)).toEqual([
      "large",
      "small",
      "ended",
    ]);
  });

  it("are averaged first, including days before the range, and then cut to it", () => {
    const points: ChartPoint[] = [
      ["2025-12-30", 1],
      ["2025-12-31", 3],
      ["2026-01-01", 5],
      ["2026-01-02", 11],
    ];
    const [shown] = transformSeries([series(points)], {
      form: "value",
      average: 2,
      range: "ytd",
      interval: "day",
    });
    expect(shown?.measure).toMatchObject({ slug: "price_dollar", name: "Price (Dollar), 2-day average" });
    expect(shown?.points).toEqual([
      ["2026-01-01", 4],
      ["2026-01-02", 8],
    ]);
    const [indexed] = transformSeries([series(points)], {
      form: "indexed",
      average: 2,
      range: "ytd",
      interval: "day",
    });
    expect(valuesOf(indexed?.points ?? [])).toEqual([100, 200]);
    expect(indexed?.measure.name).toBe("Price (Dollar), 2-day average, indexed to 100");
  });
});
