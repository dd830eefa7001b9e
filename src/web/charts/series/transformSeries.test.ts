import { describe, expect, it, test } from "vitest";
import type { ChartPoint, ChartSeries } from "./chartSeries";
import { topGroups } from "./topGroups";
import { changeOf, drawdownOf, indexOf, transformSeries } from "./transformSeries";

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

test("an index is 100 on the first date with a value", () => {
  expect(valuesOf(indexOf(days(null, 0, 40, 50, null, 20)))).toEqual([null, null, 100, 125, null, 50]);
});

test("a drawdown is how far a value is below its peak so far", () => {
  expect(valuesOf(drawdownOf(days(0, 80, 100, 75, null, 200, 100)))).toEqual([null, 0, 0, -25, null, 0, -50]);
});

describe("transformed series", () => {
  it("are the very same where nothing is asked", () => {
    const given = [series(days(1, 2))];
    expect(transformSeries(given, { form: "value", average: 0, range: "1m" })).toBe(given);
  });

  it("say what they are, in a unit of their own", () => {
    const [indexed] = transformSeries([series(days(2, 3))], { form: "indexed", average: 0, range: "all" });
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

  it("are ranked by what they were before: the largest, not those that fell least", () => {
    const named = (name: string, ...values: (number | null)[]): ChartSeries => ({
      ...series(days(...values)),
      group: { type: "asset", id: name, slug: name, name },
    });
    const drawdowns = transformSeries(
      [named("small", 1, 2, 3), named("ended", 900, 900, null), named("large", 500, 400, 300)],
      { form: "drawdown", average: 0, range: "all" },
    );
    expect(topGroups(drawdowns, 3).series.map(({ group }) => group.name)).toEqual([
      "large",
      "small",
      "ended",
    ]);
  });

  it("are averaged first, over days before the range as well, and then cut to it", () => {
    const points: ChartPoint[] = [
      ["2025-12-30", 1],
      ["2025-12-31", 3],
      ["2026-01-01", 5],
      ["2026-01-02", 11],
    ];
    const [shown] = transformSeries([series(points)], { form: "value", average: 2, range: "ytd" });
    expect(shown?.measure).toMatchObject({ slug: "price_dollar", name: "Price (Dollar), 2-day average" });
    expect(shown?.points).toEqual([
      ["2026-01-01", 4],
      ["2026-01-02", 8],
    ]);
    const [indexed] = transformSeries([series(points)], { form: "indexed", average: 2, range: "ytd" });
    expect(valuesOf(indexed?.points ?? [])).toEqual([100, 200]);
    expect(indexed?.measure.name).toBe("Price (Dollar), 2-day average, indexed to 100");
  });
});
