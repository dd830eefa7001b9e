import { expect, test } from "vitest";
import type { Point, SeriesResult } from "#domain/api";
import { topGroups } from "../../charts/series/topGroups";
import { withOthers } from "./chartData";

const measure = { id: 71, slug: "v", name: "V", label: "V", unit: "dollar", kind: "stock" } as const;
const series = (slug: string, points: Point[]): SeriesResult => ({
  measure,
  group: { type: "network", id: slug, slug, name: slug, color: null },
  points,
});
const a = series("a", [
  ["2026-01-01", 60],
  ["2026-01-02", 70],
]);
const b = series("b", [["2026-01-02", 20]]);
const c = series("c", [["2026-01-02", 7]]);
const total = series("all", [
  ["2026-01-01", 65],
  ["2026-01-02", 100],
]);

test("the others are the total minus the shown groups, by day", () => {
  const [first, second, rest] = withOthers({ groups: [a, b, c], total, groupCount: 9, shown: 2 });
  expect([first, second]).toEqual([a, b]);
  expect(rest?.group.name).toBe("All Others (7 items)");
  expect(rest?.points).toEqual([
    ["2026-01-01", 5],
    ["2026-01-02", 10],
  ]);
});

test("all groups are shown if all were fetched", () => {
  expect(withOthers({ groups: [a, b, c], total, groupCount: 3, shown: 2 })).toEqual([a, b, c]);
});

test("there are no others without a total", () => {
  expect(withOthers({ groups: [a, b], total: undefined, groupCount: 9, shown: 1 })).toEqual([a, b]);
});

test("omitted groups of a rate are counted without values", () => {
  const rate = (one: SeriesResult): SeriesResult => ({
    ...one,
    measure: { ...measure, slug: "apy_7_day_percent", unit: "percent" },
  });
  const groups = [rate(a), rate(b), rate(c)];
  const all = withOthers({ groups, total: undefined, groupCount: 40, shown: 2 });
  expect(all.slice(0, 2)).toEqual(groups.slice(0, 2));
  expect(all[2]).toMatchObject({ group: { name: "All Others (38 items)" }, points: [] });
  expect(topGroups(all, 2)).toEqual({ series: groups.slice(0, 2), leftOut: 38 });
});

test("floating-point differences between sums produce no others", () => {
  const tenths = series("t", [["2026-01-01", 0.1 + 0.2]]);
  const rest = withOthers({
    groups: [tenths, c],
    total: series("all", [["2026-01-01", 0.3]]),
    groupCount: 3,
    shown: 1,
  }).at(-1);
  expect(rest?.points).toEqual([["2026-01-01", 0]]);
});
