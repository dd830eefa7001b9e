import { expect, test } from "vitest";
import { bareColumn } from "../../../../../tests/support/bareColumn";
import { conditionWords, valueWords } from "./operatorWords";

test("values are shown by name, except names of built-in object properties", () => {
  const network = { ...bareColumn("network_slug", { label: "Network" }), names: { base: "Base" } };
  expect(valueWords(network, ["base", "constructor", "__proto__"])).toBe("Base, constructor, __proto__");
});

test("conditions on countries have their own wording", () => {
  const excluded = {
    ...bareColumn("excluded_countries", { label: "Excluded countries" }),
    names: { DE: "Germany" },
  };
  expect(conditionWords(["excluded_countries", "not-in", ["DE"]], [excluded])).toBe(
    "Not closed to investors in Germany",
  );
  const offered = { ...excluded, name: "offered_countries" };
  expect(conditionWords(["offered_countries", "in", ["DE"]], [offered])).toBe("Stated as offered in Germany");
});

test("an exact amount keeps its digits", () => {
  const amount = { ...bareColumn("amount_token", { label: "Amount" }), type: "amount" as const, names: {} };
  expect(valueWords(amount, "12345678901234567890.5")).toBe("12,345,678,901,234,567,890.5");
});
