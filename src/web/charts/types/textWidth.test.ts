import { expect, test } from "vitest";
import { cutToWidth, textWidth } from "./textWidth";

const shape = { size: 10, font: "sans-serif" };

test("a text that fits is unchanged", () => {
  const name = "Tokenized Fund of Short-Term Government Obligations, Institutional";
  expect(cutToWidth(name, { ...shape, most: textWidth(name, shape) })).toBe(name);
});

test("a text that does not fit is truncated, also within composed characters", () => {
  const cut = cutToWidth("Alpha Beta Gamma", { ...shape, most: 40 });
  expect(cut).toBe("Alpha…");
  expect(textWidth(cut, shape)).toBeLessThanOrEqual(40);
  expect(cutToWidth("👩👩👩👩", { ...shape, most: 20 })).not.toContain("\ufffd");
});
