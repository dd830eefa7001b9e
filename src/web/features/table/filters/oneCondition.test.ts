import { expect, test } from "vitest";
import type { Condition } from "../query/tableSearch";
import { adding, choosing, conditionOn, filteredValue, removing, replacing } from "./oneCondition";

const filters: Condition[] = [
  ["asset_class_slug", "in", ["treasuries"]],
  ["open_to_retail", "equals", false],
];
const retail = ["open_to_retail", "equals"] as const;

test("a choice is read from the conditions in the URL, with unknown distinct from no and from none", () => {
  expect(conditionOn({ filters }, ...retail)).toBe(false);
  expect(conditionOn({ filters: [["open_to_retail", "equals", null]] }, ...retail)).toBeNull();
  expect(conditionOn({}, ...retail)).toBeUndefined();
});

test("another choice replaces the first, and other conditions stay", () => {
  expect(choosing(retail, null)({ filters, page: 3 })).toEqual({
    filters: [
      ["asset_class_slug", "in", ["treasuries"]],
      ["open_to_retail", "equals", null],
    ],
  });
});

test("without a choice, the parameter is removed from the URL", () => {
  expect(choosing(retail, undefined)({ filters: filters.slice(1) })).toEqual({
    filters: undefined,
  });
});

test("a choice on a field replaces all conditions on it, and keeps those on other fields", () => {
  const first = replacing("asset_class_slug", ["asset_class_slug", "equals", "stocks"])({});
  expect(first.filters).toEqual([["asset_class_slug", "equals", "stocks"]]);
  const both = replacing("network_slugs", ["network_slugs", "includes", ["base"]])(first);
  expect(replacing("asset_class_slug", ["asset_class_slug", "in", ["treasuries"]])(both).filters).toEqual([
    ["network_slugs", "includes", ["base"]],
    ["asset_class_slug", "in", ["treasuries"]],
  ]);
  expect(replacing("asset_class_slug", null)(first).filters).toBeUndefined();
  expect(filteredValue(both.filters, "network_slugs")).toBe("base");
  expect(filteredValue(both.filters, "asset_class_slug")).toBe("stocks");
  expect(filteredValue([["asset_class_slug", "notEquals", "stocks"]], "asset_class_slug")).toBeUndefined();
});

test("a condition is added once, and removed without the others", () => {
  const [treasuries, closed] = filters;
  if (treasuries === undefined || closed === undefined) throw new Error("two conditions");
  expect(adding(closed)({ filters })).toEqual({ filters });
  expect(adding(closed)({ filters: [treasuries] })).toEqual({ filters });
  expect(adding(closed)({})).toEqual({ filters: [closed] });
  expect(removing(closed)({ filters })).toEqual({ filters: [treasuries] });
  expect(removing(closed)({ filters: [closed] })).toEqual({ filters: undefined });
});
