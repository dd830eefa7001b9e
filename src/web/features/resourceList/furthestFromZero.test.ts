import { expect, test } from "vitest";
import type { AggregateRow } from "#domain/api";
import { unknownMetric } from "#domain/metrics";
import { furthestFromZero } from "./furthestFromZero";

const metric = "trailing_7_day_net_flow_dollar";
const row = (name: string, val: number | null): AggregateRow => ({
  group: { type: "network", id: 1, slug: name, name, color: null },
  asset_count: 1,
  token_count: 1,
  asset_level_count: 0,
  [metric]: { ...unknownMetric, val },
});

test("values of either sign are sorted by absolute value, without duplicates and unknown values", () => {
  const descending = [row("a", 5), row("b", 0), row("c", -7), row("d", null)];
  const ascending = [row("c", -7), row("b", 0), row("a", 5), row("d", null)];
  expect(furthestFromZero(metric, descending, ascending).map(({ group }) => group.name)).toEqual([
    "c",
    "a",
    "b",
  ]);
  expect(furthestFromZero(metric, [row("d", null)], [row("d", null)])).toEqual([]);
});
