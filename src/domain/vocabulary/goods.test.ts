import { expect, test } from "vitest";
import { formatAmount } from "./goods";

test("an amount of goods is said in its own unit", () => {
  expect(formatAmount(1, "troy_ounce")).toBe("1 troy ounce");
  expect(formatAmount(0.01, "gram")).toBe("0.01 gram");
  expect(formatAmount(10, "gram")).toBe("10 grams");
});
