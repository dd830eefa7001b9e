import { expect, test } from "vitest";
import type { AggregateRow } from "#domain/api";
import { metricValue } from "#domain/metrics";
import { shareWithChange } from "./LeagueTable";

const metric = "bridged_token_value_dollar";
const row = (val: number | null, before: number | null): AggregateRow => ({
  group: { type: "network", id: 1, slug: "a", name: "A", color: null },
  asset_count: 1,
  token_count: 1,
  asset_level_count: 0,
  [metric]: metricValue((part) => (part === "val" ? val : part === "val_30d" ? before : null)),
});

test("a share changes in percentage points, whatever the direction of the values", () => {
  // From 50 of 100 to 60 of 200: the value grew, and its share fell by 20 points.
  expect(shareWithChange(row(60, 50), row(200, 100), metric)).toEqual({ share: 30, change: -20 });
  expect(shareWithChange(row(0, 50), row(200, 100), metric)).toEqual({ share: 0, change: -50 });
});

test("a share with an unknown value on one of the days has no change", () => {
  expect(shareWithChange(row(60, null), row(200, 100), metric)).toEqual({ share: 30, change: null });
  expect(shareWithChange(row(null, 50), row(200, 100), metric)).toEqual({ share: null, change: null });
  expect(shareWithChange(row(60, 50), row(200, 0), metric)).toEqual({ share: 30, change: null });
  expect(shareWithChange(row(60, 50), undefined, metric)).toEqual({ share: null, change: null });
});
