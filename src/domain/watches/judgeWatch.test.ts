import { describe, expect, test } from "vitest";
import { changeOf, type FigureCondition, judgeFigure, pegDistance } from "./judgeWatch";

const figure = (value: number | null, former: number | null = null, reported: string | null = null) => ({
  value,
  former,
  reported,
});
const TODAY = "2026-03-31";
const judged = (condition: FigureCondition, ...of: Parameters<typeof figure>) =>
  judgeFigure(condition, figure(...of), TODAY);

describe("a threshold", () => {
  const above = { kind: "threshold", metric: "price_dollar", direction: "above", value: 1.05 } as const;
  const below = { ...above, direction: "below" } as const;
  test.each([
    [1.06, true, false],
    [1.05, false, false],
    [1.04, false, true],
    [null, null, null],
  ])("of 1.05 holds for %s above: %s, below: %s", (value, isAbove, isBelow) => {
    expect([judged(above, value), judged(below, value)]).toEqual([isAbove, isBelow]);
  });
});

describe("a change", () => {
  const up = {
    kind: "change",
    metric: "total_asset_value_dollar",
    days: 7,
    direction: "up",
    by: "percent",
    value: 10,
  } as const;
  const down = { ...up, direction: "down" } as const;
  const either = { ...up, direction: "either" } as const;

  test("of exactly the limit counts, even if binary fractions are below it", () => {
    // 0.33 is 10 % above 0.3; in binary fractions the change is 9.999999999999…
    expect(judged(up, 0.33, 0.3)).toBe(true);
    expect(judged(up, 109.99, 100)).toBe(false);
    expect(judged(down, 90, 100)).toBe(true);
    expect(judged(down, 110, 100)).toBe(false);
    expect([judged(either, 90, 100), judged(either, 110, 100), judged(either, 105, 100)]).toEqual([
      true,
      true,
      false,
    ]);
  });

  test("from a negative value is measured by its size", () => {
    // From −50 to −40: up 10, which is 20 % of 50.
    expect(changeOf({ value: -40, former: -50 }, "percent")).toBe(20);
    expect(changeOf({ value: -40, former: -50 }, "amount")).toBe(10);
  });

  test("that is not known is neither", () => {
    expect(judged(up, null, 100)).toBeNull();
    expect(judged(up, 100, null)).toBeNull();
    expect(judged(up, 100, 0)).toBeNull();
    expect(judged({ ...up, by: "amount" }, 100, 0)).toBe(true);
  });
});

test("staleness counts the whole days that are missing", () => {
  const stale = { kind: "staleness", metric: "price_dollar", days: 3 } as const;
  expect(judged(stale, 1, null, "2026-03-27")).toBe(true);
  expect(judged(stale, 1, null, "2026-03-28")).toBe(false);
  // Figures that run to yesterday are complete.
  expect(judged({ ...stale, days: 1 }, 1, null, "2026-03-30")).toBe(false);
  expect(judged({ ...stale, days: 1 }, 1, null, "2026-03-29")).toBe(true);
  expect(judged(stale, null, null, null)).toBeNull();
  // Over the change of clocks in March.
  expect(judged({ ...stale, days: 30 }, 1, null, "2026-02-28")).toBe(true);
  expect(judged({ ...stale, days: 31 }, 1, null, "2026-02-28")).toBe(false);
});

test("a peg is lost beyond the limit, in both directions", () => {
  const depeg = { kind: "depeg", percent: 1 } as const;
  expect([0.98, 0.99, 1, 1.01, 1.0101].map((price) => judged(depeg, price))).toEqual([
    true,
    false,
    false,
    false,
    true,
  ]);
  // In binary fractions, 0.99 is 1.0000000000000009 % from 1.
  expect(pegDistance(0.99)).toBe(1);
  expect(judged(depeg, null)).toBeNull();
});
