import { expect, test } from "vitest";
import { barWidth } from "./barWidth";

test("bars do not exceed their container, and widths have no more digits than are visible", () => {
  expect(barWidth(47.00355488901304)).toBe("47%");
  expect(barWidth(0.0449)).toBe("0%");
  expect(barWidth(33.36)).toBe("33.4%");
  expect(barWidth(-3)).toBe("0%");
  expect(barWidth(180)).toBe("100%");
});
