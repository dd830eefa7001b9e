import { expect, test } from "vitest";
import { placeBrand } from "./placeBrand";

const axis = { min: 0, max: 100 };
const marks = (...times: number[]) => times.map((time) => ({ time }));

test("the brand is on the left if no mark is near", () => {
  expect(placeBrand([], axis)).toEqual({ wide: 0, narrow: 0 });
  expect(placeBrand(marks(40, 90), axis)).toEqual({ wide: 0, narrow: 0 });
});

test("a mark near the left has the brand to its right", () => {
  expect(placeBrand(marks(10, 60), axis)).toEqual({ wide: 10, narrow: 10 });
});

test("a phone needs more space than a desktop", () => {
  expect(placeBrand(marks(20, 40, 95), axis)).toEqual({ wide: 0, narrow: 40 });
});

test("among many marks the brand is in the widest gap", () => {
  expect(placeBrand(marks(10, 20, 30, 42, 52, 62, 72, 82, 92), axis)).toEqual({ wide: 30, narrow: 30 });
});
