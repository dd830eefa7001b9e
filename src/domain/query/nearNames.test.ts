import { expect, test } from "vitest";
import { nearNames, suggestedNames } from "./nearNames";

const known = [
  { name: "name", label: "Name" },
  { name: "network_ids", label: "Networks" },
  { name: "network_slugs", label: "Networks" },
  { name: "asset_class_id", label: "Asset class" },
  { name: "asset_class_slug", label: "Asset class" },
  { name: "asset_class_name", label: "Asset class" },
  { name: "bridged_token_value_dollar", label: "Value" },
  { name: "bridged_token_market_cap_dollar", label: "Market cap" },
  { name: "holding_addresses_count", label: "Holders" },
];

test.each([
  ["network_id", ["network_ids"]],
  ["asset_class", ["asset_class_id", "asset_class_name", "asset_class_slug"]],
  ["nam", ["name"]],
  ["Name", ["name"]],
  ["nmae", []],
  ["network_slgs", ["network_slugs"]],
  ["market_cap", ["bridged_token_market_cap_dollar"]],
  ["value", ["bridged_token_value_dollar"]],
  ["holder_count", []],
  ["holding_count", ["holding_addresses_count"]],
  ["tvl", []],
  ["id", []],
  ["", []],
])("suggests for %j: %j", (requested, meant) => {
  expect(nearNames(requested, known)).toEqual(meant);
});

test("a name is suggested once, even if it is known several times", () => {
  expect(nearNames("names", [...known, ...known])).toEqual(["name"]);
});

test("suggestions are written as a sentence", () => {
  expect(suggestedNames(["a"])).toBe("; did you mean a?");
  expect(suggestedNames(["a", "b", "c"])).toBe("; did you mean a, b or c?");
  expect(suggestedNames([])).toBe("; see /meta of the endpoint for valid names");
});
