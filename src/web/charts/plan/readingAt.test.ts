import { expect, test } from "vitest";
import { network } from "../../../../tests/support/testSeries";
import { planChart } from "./planChart";
import { describeReading, hasExact, readingAt } from "./readingAt";

const view = { mode: "lines", scale: "linear", percent: false, range: "all", interval: "day" } as const;
const rate = { id: 1, slug: "apy_7_day_percent", name: "7-Day APY (Percent)", unit: "percent" };

test("a reading has the change from the previous date, and none if that is unknown", () => {
  const plan = planChart(
    [
      network("Ethereum", { "2026-01-30": 100, "2026-01-31": 110 }),
      network("Base", { "2026-01-31": 7 }),
      network("Mantle", { "2026-01-30": 4, "2026-01-31": 3 }),
    ],
    view,
  );
  const changes = readingAt(plan, 1).rows.map(({ name, change }) => [name, change]);
  expect(changes).toEqual([
    ["Ethereum", "+10.00%"],
    ["Base", undefined],
    ["Mantle", "−25.00%"],
  ]);
  expect(readingAt(plan, 0).rows.map(({ change }) => change)).toEqual([undefined, undefined]);
});

test("rates change by percentage points", () => {
  const plan = planChart(
    [network("Ethereum", { "2026-01-30": 4, "2026-01-31": 4.25 }, { measure: rate })],
    view,
  );
  expect(readingAt(plan, 1).rows[0]?.change).toBe("+0.25 pp");
});

test("figures are rounded as everywhere, and exact on request", () => {
  const plan = planChart(
    [
      network("Ethereum", { "2026-01-31": 2_100_568_916.5452 }),
      network("Base", { "2026-01-31": 950_100.25 }),
    ],
    view,
  );
  const reading = readingAt(plan, 0);
  expect(describeReading(reading)).toBe("31 Jan 2026: total $2.10B; Ethereum $2.10B, Base $950.10K.");
  expect(describeReading(reading, "exact")).toBe(
    "31 Jan 2026: total $2,101,519,016.80; Ethereum $2,100,568,916.55, Base $950,100.25.",
  );
  expect(hasExact(reading)).toBe(true);
});

test("a figure without rounding has no exact form", () => {
  const plan = planChart([network("Ethereum", { "2026-01-31": 4.25 }, { measure: rate })], view);
  expect(hasExact(readingAt(plan, 0))).toBe(false);
});
