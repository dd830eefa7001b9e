import { expect, test } from "vitest";
import { network, yieldToMaturity } from "../../../../tests/support/testSeries";
import { itemCount, othersName, topGroups } from "./topGroups";

const a = network("A", { "2026-01-01": 1, "2026-01-02": 50 });
const b = network("B", { "2026-01-01": 99, "2026-01-02": 40 });
const c = network("C", { "2026-01-01": 2, "2026-01-02": null });
const d = network("D", { "2026-01-02": 7 });

test("the largest on the latest date are named, and the others are combined", () => {
  const { series, leftOut } = topGroups([d, c, b, a], 2);
  expect(leftOut).toBe(0);
  expect(series.map(({ group }) => group.name)).toEqual(["A", "B", "All Others (2 items)"]);
  expect(series[2]?.points).toEqual([
    ["2026-01-01", 2],
    ["2026-01-02", 7],
  ]);
});

test("a single other is shown by name", () => {
  expect(topGroups([a, b, d], 2).series.map(({ group }) => group.name)).toEqual(["A", "B", "D"]);
});

test("existing others come last and include the new ones", () => {
  const others = network("All Others (1,200 items)", { "2026-01-02": 1000 }, { type: "others" });
  expect(itemCount(others)).toBe(1200);
  expect(topGroups([others, a, b], 2).series.map(({ group }) => group.name)).toEqual([
    "A",
    "B",
    "All Others (1,200 items)",
  ]);
  const folded = topGroups([others, a, b, d], 2).series.at(-1);
  expect(folded?.group.name).toBe("All Others (1,201 items)");
  expect(folded?.points).toEqual([["2026-01-02", 1007]]);
});

test("a date without known values of the others stays unknown", () => {
  const e = network("E", { "2026-01-01": null, "2026-01-02": 1 });
  const f = network("F", { "2026-01-01": null, "2026-01-02": 2 });
  expect(topGroups([a, e, f], 1).series[1]?.points).toEqual([
    ["2026-01-01", null],
    ["2026-01-02", 3],
  ]);
});

test("others of metrics that are not additive are omitted and counted", () => {
  const rates = [1, 2, 3, 4].map((rate) =>
    network(`R${rate}`, { "2026-01-01": rate }, { measure: yieldToMaturity }),
  );
  const top = topGroups(rates, 2);
  expect(top.series.map(({ group }) => group.name)).toEqual(["R4", "R3"]);
  expect(top.leftOut).toBe(2);
});

test("large counts have thousands separators", () => {
  expect(othersName(1234)).toBe("All Others (1,234 items)");
});

test("groups of a measure that can be negative are ranked by magnitude over all dates", () => {
  const of = (slug: string, name: string, values: Record<string, number>) => ({
    ...network(name, values),
    measure: { id: 1, slug, name: slug, unit: "dollar" },
  });
  const names = (series: Parameters<typeof topGroups>[0]) =>
    topGroups(series, 2).series.map(({ group }) => group.name);
  const pegs = [
    of("peg_deviation_percent", "A", { "2026-01-01": 0.1, "2026-01-02": 0.1 }),
    of("peg_deviation_percent", "B", { "2026-01-01": -13, "2026-01-02": 0 }),
    of("peg_deviation_percent", "C", { "2026-01-01": 0.2, "2026-01-02": 0.2 }),
    of("peg_deviation_percent", "D", { "2026-01-01": 0, "2026-01-02": -0.1 }),
  ];
  expect(names(pegs)).toEqual(["B", "C"]);
  // Sums of flows: 60, 50, 5 and 1.
  const flows = [
    of("net_flow_dollar", "A", { "2026-01-01": 1 }),
    of("net_flow_dollar", "B", { "2026-01-01": -30, "2026-01-02": -30 }),
    of("net_flow_dollar", "C", { "2026-01-02": 50 }),
    of("net_flow_dollar", "D", { "2026-01-02": 5 }),
  ];
  expect(names(flows)).toEqual(["B", "C", "All Others (2 items)"]);
});
