import { expect, test } from "vitest";
import { choosing, conditionOn } from "./oneCondition";
import type { Condition } from "./tableSearch";

const filters: Condition[] = [
  ["asset_class_slug", "in", ["treasuries"]],
  ["open_to_retail", "equals", false],
];
const retail = ["open_to_retail", "equals"] as const;

test("a choice is read from the conditions of the address, unknown apart from no and from none", () => {
  expect(conditionOn({ filters }, ...retail)).toBe(false);
  expect(conditionOn({ filters: [["open_to_retail", "equals", null]] }, ...retail)).toBeNull();
  expect(conditionOn({}, ...retail)).toBeUndefined();
});

test("another choice takes the place of the first, and other conditions stay", () => {
  expect(choosing({ filters, page: 3 }, retail, null)).toEqual({
    filters: [
      ["asset_class_slug", "in", ["treasuries"]],
      ["open_to_retail", "equals", null],
    ],
  });
});

test("without a choice the address is short again", () => {
  expect(choosing({ filters: filters.slice(1) }, retail, undefined)).toEqual({
    filters: undefined,
  });
});
