import { expect, test } from "vitest";
import { planChart } from "../../charts/plan/planChart";
import { readingAt } from "../../charts/plan/readingAt";
import { launchSeries } from "./LaunchChart";

test("months without launches are zero, up to the month of the latest data", () => {
  const results = [
    { month: "2025-11", group: "treasuries", count: 2 },
    { month: "2026-01", group: "stablecoins", count: 3 },
    { month: "2026-01", group: "treasuries", count: 1 },
  ];
  const series = launchSeries({ results }, "2026-02-14");
  expect(series.map(({ group, points }) => [group.name, points])).toEqual([
    [
      "Stablecoins",
      [
        ["2025-11-30", 0],
        ["2025-12-31", 0],
        ["2026-01-31", 3],
        ["2026-02-14", 0],
      ],
    ],
    [
      "US Treasuries",
      [
        ["2025-11-30", 2],
        ["2025-12-31", 0],
        ["2026-01-31", 1],
        ["2026-02-14", 0],
      ],
    ],
  ]);
});

test("launches after the latest data count in their month", () => {
  const results = [{ month: "2026-03", group: "stocks", count: 1 }];
  expect(launchSeries({ results }, "2026-02-14")[0]?.points).toEqual([["2026-03-31", 1]]);
  expect(launchSeries({ results }, null)[0]?.points).toEqual([["2026-03-31", 1]]);
  expect(launchSeries({ results: [] }, "2026-02-14")).toEqual([]);
});

test("a partial month is not compared with a full one", () => {
  const results = ["2025-12", "2026-01", "2026-02"].map((month, index) => ({
    month,
    group: "stocks",
    count: [2, 3, 1][index] ?? 0,
  }));
  const plan = planChart(launchSeries({ results }, "2026-02-14"), {
    mode: "bars",
    scale: "linear",
    percent: false,
    range: "all",
    interval: "month",
  });
  expect([1, 2].map((index) => readingAt(plan, index).rows[0]?.change)).toEqual(["+50.00%", undefined]);
});
