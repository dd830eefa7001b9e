import { expect, test } from "vitest";
import { amountInWords } from "./goods";

test("an amount of goods is said in its own unit", () => {
  expect(amountInWords(1, "troy_ounce")).toBe("1 troy ounce");
  expect(amountInWords(0.01, "gram")).toBe("0.01 gram");
  expect(amountInWords(10, "gram")).toBe("10 grams");
});
