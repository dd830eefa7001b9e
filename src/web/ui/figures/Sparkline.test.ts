import { expect, test } from "vitest";
import { sparklinePath } from "./Sparkline";

test("the lowest value is at the bottom, the highest at the top, days are evenly spaced, and points are relative to the previous one", () => {
  expect(sparklinePath([0, 5, 10], 46, 26)).toBe("m3 23 20-10 20-10");
  expect(sparklinePath([10, 0, 0], 46, 26)).toBe("m3 3 20 20 20 0");
});

test("an unknown value is a gap, not a zero", () => {
  expect(sparklinePath([0, null, 10, 10], 66, 26)).toBe("m3 23m40-20 20 0");
});

test("a flat line is in the middle, and a single value has no line", () => {
  expect(sparklinePath([4, 4], 26, 26)).toBe("m3 13 20 0");
  expect(sparklinePath([4, null], 26, 26)).toBe("");
});
