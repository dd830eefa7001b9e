import { expect, test } from "vitest";
import { bareColumn } from "./bareColumn";
import { valueWords } from "./operatorWords";

test("a value is called by its name, and what every object has by itself", () => {
  const network = { ...bareColumn("network_slug", { label: "Network" }), names: { base: "Base" } };
  expect(valueWords(network, ["base", "constructor", "__proto__"])).toBe("Base, constructor, __proto__");
});

test("an exact amount keeps its digits", () => {
  const amount = { ...bareColumn("amount_token", { label: "Amount" }), type: "amount" as const, names: {} };
  expect(valueWords(amount, "12345678901234567890.5")).toBe("12,345,678,901,234,567,890.5");
});
