import { expect, it } from "vitest";
import { conditionsOfFilter, filterOfConditions } from "./RowFilterField";

const stablecoins = { operator: "in", field: "asset_class_slug", value: ["stablecoins"] };
const large = { operator: "gte", field: "holding_addresses_count", value: 100 };

it("parses conditions that must all be met, and formats them again", () => {
  for (const filter of [stablecoins, { operator: "and", filters: [stablecoins, large] }]) {
    const conditions = conditionsOfFilter(JSON.stringify(filter));
    expect(JSON.parse(filterOfConditions(conditions ?? []))).toEqual(filter);
  }
  expect(conditionsOfFilter(" ")).toEqual([]);
  expect(filterOfConditions([])).toBe("");
});

it("leaves other filters and invalid text to the JSON view", () => {
  for (const text of [
    JSON.stringify({ operator: "or", filters: [stablecoins, large] }),
    JSON.stringify({ operator: "and", filters: [{ operator: "or", filters: [stablecoins] }] }),
    JSON.stringify({ operator: "is", field: "name", value: "x" }),
    JSON.stringify([stablecoins]),
    "{not json",
  ])
    expect([text, conditionsOfFilter(text)]).toEqual([text, null]);
});
