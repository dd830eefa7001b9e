import { expect, test } from "vitest";
import { loansFor, poolName } from "./credit";

test("names of pools contain the word once", () => {
  expect(poolName("Maple Credit", 2)).toBe("Maple Credit pool 2");
  expect(poolName("Maple Credit", null)).toBe("Maple Credit pool");
  expect(poolName("Senior Credit Pool", 2)).toBe("Senior Credit Pool 2");
  expect(poolName("Senior Credit Pool", null)).toBe("Senior Credit Pool");
  expect(poolName("Carpool", 1)).toBe("Carpool pool 1");
});

test("an amount is lent in loans of a usual size, several if it is large enough", () => {
  expect(loansFor(350e6, 25e6)).toBe(14);
  expect(loansFor(3e6, 2.5e6)).toBe(6);
  expect(loansFor(120_000, 2.5e6)).toBe(2);
  expect(loansFor(10_000, 2.5e6)).toBe(1);
});
