import { expect, test } from "vitest";
import type { ResourceRow } from "#domain/api";
import { type MetricSlug, unknownMetric } from "#domain/metrics";
import { dotWidth, scatterAxes, scatterPoints, unknownWords } from "./scatterPoints";
import { placeOn } from "./YieldScatter";

const metrics = {
  x: "weighted_average_maturity_days",
  y: "apy_7_day_percent",
  size: "bridged_token_value_dollar",
} as const;
const asset = (slug: string, ...[x, y, size]: (number | null)[]): ResourceRow => {
  const of = (metric: MetricSlug, val: number | null | undefined) => ({
    [metric]: { ...unknownMetric, val: val ?? null },
  });
  return { id: 1, slug, ...of(metrics.x, x), ...of(metrics.y, y), ...of(metrics.size, size) };
};

test("assets with an unknown figure are counted but not shown; the others are sorted by size, largest first", () => {
  const { points, unknown } = scatterPoints(
    [
      asset("small", 30, 4, 10),
      asset("large", 0, -1, 20),
      asset("a", null, null, 5),
      asset("b", null, 3, 5),
      asset("c", 3, null, 5),
      asset("d", 3, 3, null),
    ],
    metrics,
  );
  expect(points.map(({ row, x, y, size }) => [row.slug, x, y, size])).toEqual([
    ["large", 0, -1, 20],
    ["small", 30, 4, 10],
  ]);
  expect(unknownWords(unknown)).toBe(
    "2 assets without a known average maturity, 1 without a known 7-day APY, and 1 without a known value are not shown.",
  );
  expect(unknownWords(scatterPoints([asset("a", null, 1, 1)], metrics).unknown)).toBe(
    "1 asset without a known average maturity is not shown.",
  );
  expect(unknownWords(new Map())).toBeNull();
});

test("both axes include every asset, and widely different maturities have a logarithmic axis", () => {
  const rows = (...days: number[]) =>
    scatterPoints(
      days.map((day, index) => asset(String(day), day, 3 + index, 1)),
      metrics,
    ).points;
  const near = rows(20, 90, 40);
  const linear = scatterAxes(near, metrics);
  expect(linear.x.isLog).toBe(false);
  expect(linear.x.min).toBe(0);
  const far = rows(0.5, 17, 1800);
  const log = scatterAxes(far, metrics);
  expect(log.x.isLog).toBe(true);
  for (const [axes, points] of [[linear, near] as const, [log, far] as const]) {
    for (const { x, y } of points) {
      for (const place of [placeOn(axes.x, x), placeOn(axes.y, y)]) {
        expect(place).toBeGreaterThanOrEqual(0);
        expect(place).toBeLessThanOrEqual(100);
      }
    }
  }
  expect(placeOn({ min: 1, max: 100, ticks: [], isLog: true }, 10)).toBe(50);
  // Zero has no logarithm.
  expect(scatterAxes(rows(0, 900), metrics).x.isLog).toBe(false);
});

test("the area of a dot is proportional to the size, with a minimum that can be tapped", () => {
  expect(dotWidth(25, 100)).toBe(dotWidth(100, 100) / 2);
  expect(dotWidth(0, 100)).toBe(dotWidth(0.001, 100));
  expect(dotWidth(0, 0)).toBeGreaterThan(0);
});
