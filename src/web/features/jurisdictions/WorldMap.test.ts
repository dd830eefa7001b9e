import { expect, test } from "vitest";
import { valueStep } from "./WorldMap";

test("a value has the highest step that it reaches, an unknown value has none", () => {
  const labelOf = (value: number | null) => valueStep(value)?.label ?? null;
  expect([0, 9_999_999, 1e7, 1e9, 9.9e9, 4e11].map(labelOf)).toEqual([
    "under $10M",
    "under $10M",
    "$10M to $100M",
    "$1B to $10B",
    "$1B to $10B",
    "$10B and over",
  ]);
  expect(labelOf(null)).toBeNull();
});
