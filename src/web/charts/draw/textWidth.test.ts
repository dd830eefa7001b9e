import { expect, test } from "vitest";
import { cutToWidth, textWidth } from "../draw/textWidth";

const shape = { size: 10, font: "sans-serif" };

test("a text keeps all of its letters where there is room for them", () => {
  const name = "Tokenized Fund of Short-Term Government Obligations, Institutional";
  expect(cutToWidth(name, { ...shape, most: textWidth(name, shape) })).toBe(name);
});

test("a text without room is cut, also where the letters are of several parts", () => {
  const cut = cutToWidth("Alpha Beta Gamma", { ...shape, most: 40 });
  expect(cut).toBe("Alpha…");
  expect(textWidth(cut, shape)).toBeLessThanOrEqual(40);
  expect(cutToWidth("👩👩👩👩", { ...shape, most: 20 })).not.toContain("\ufffd");
});
