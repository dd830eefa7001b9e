import { expect, test } from "vitest";
import { poolName } from "./credit";

test("names of pools contain the word once", () => {
  expect(poolName("Maple Credit", 2)).toBe("Maple Credit pool 2");
  expect(poolName("Maple Credit", null)).toBe("Maple Credit pool");
  expect(poolName("Senior Credit Pool", 2)).toBe("Senior Credit Pool 2");
  expect(poolName("Senior Credit Pool", null)).toBe("Senior Credit Pool");
  expect(poolName("Carpool", 1)).toBe("Carpool pool 1");
});
