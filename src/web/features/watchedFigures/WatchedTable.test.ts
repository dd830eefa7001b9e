import { expect, test } from "vitest";
import type { ResourceRow } from "#domain/api";
import { unknownMetric } from "#domain/metrics";
import { changeSince, watchedFigures, watchedTotal } from "./WatchedTable";

const row = (id: number, val: number | null): ResourceRow => ({
  id,
  bridged_token_value_dollar: { ...unknownMetric, val },
});
const past = (id: number, value: number) => ({
  measure: {
    id: 1,
    slug: "bridged_token_value_dollar",
    name: "Value",
    label: "Value",
    unit: "dollar" as const,
    kind: "stock" as const,
  },
  group: { type: "asset", id, slug: `${id}`, name: `${id}`, color: null },
  points: [["2026-01-05", value]] satisfies [string, number][],
});

const figures = watchedFigures(
  [row(1, 120), row(2, 60), row(3, null), row(4, 20)],
  [past(1, 100), past(2, 80), past(3, 5)],
);

test("figures are compared with those of the same entity on the day of the last visit", () => {
  expect(figures.map(({ now, before }) => [now, before])).toEqual([
    [120, 100],
    [60, 80],
    [null, 5],
    [20, null],
  ]);
  expect(figures.map(changeSince)).toEqual([20, -25, null, null]);
});

test("the change of a total covers entities with both values", () => {
  // 120 + 60 + 20; of 120 + 60 against 100 + 80.
  expect(watchedTotal(figures)).toEqual({ now: 200, change: 0 });
});

test("a total without known values is unknown", () => {
  expect(watchedTotal([])).toEqual({ now: null, change: null });
  expect(changeSince({ now: 5, before: 0 })).toBeNull();
});
