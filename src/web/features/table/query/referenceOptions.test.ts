import { expect, test } from "vitest";
import { optionsOf } from "./referenceOptions";

test("rows are offered by name, and corporate groups once, by the name of the group", () => {
  const rows = [
    { id: 1, slug: "ondo-finance", name: "Ondo Finance Inc.", group_name: "Ondo" },
    { id: 2, slug: "ondo-global-markets", name: "Ondo Global Markets", group_name: "Ondo" },
    { id: 3, slug: "none", name: "Without a group", group_name: null },
  ];
  expect(optionsOf({ field: "slug" }, rows).map(({ value, label }) => [value, label])).toEqual([
    ["ondo-finance", "Ondo Finance Inc."],
    ["ondo-global-markets", "Ondo Global Markets"],
    ["none", "Without a group"],
  ]);
  expect(optionsOf({ field: "group_name" }, rows)).toEqual([{ value: "Ondo", label: "Ondo" }]);
});
