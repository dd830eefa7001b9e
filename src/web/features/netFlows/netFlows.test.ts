import { expect, test } from "vitest";
import { type AggregateRow, unknownMetric } from "#domain";
import { largestFlows, netFlowMetrics } from "./netFlows";

const metric = netFlowMetrics["7d"];
const row = (name: string, val: number | null): AggregateRow => ({
  group: { type: "network", id: 1, slug: name, name, color: null },
  asset_count: 1,
  token_count: 1,
  asset_level_count: 0,
  [metric]: { ...unknownMetric, val },
});

test("flows of either direction stand in the order of their size, each once, and unknown ones not at all", () => {
  const descending = [row("a", 5), row("b", 0), row("c", -7), row("d", null)];
  const ascending = [row("c", -7), row("b", 0), row("a", 5), row("d", null)];
  expect(largestFlows(metric, descending, ascending).map(({ group }) => group.name)).toEqual(["c", "a", "b"]);
  expect(largestFlows(metric, [row("d", null)], [row("d", null)])).toEqual([]);
});
