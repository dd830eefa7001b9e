import { expect, test } from "vitest";
import { sparklinePath } from "./Sparkline";

test("the lowest value is at the bottom, the highest at the top, days evenly spaced", () => {
  expect(sparklinePath([0, 5, 10], 43, 23)).toBe("M1.5 21.5L21.5 11.5L41.5 1.5");
});

test("an unknown value is a gap, not a zero", () => {
  expect(sparklinePath([0, null, 10, 10], 63, 23)).toBe("M1.5 21.5M41.5 1.5L61.5 1.5");
});

test("a flat line runs in the middle, and one value makes no line", () => {
  expect(sparklinePath([4, 4], 23, 23)).toBe("M1.5 11.5L21.5 11.5");
  expect(sparklinePath([4, null], 23, 23)).toBe("");
});
