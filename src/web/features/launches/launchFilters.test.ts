import { expect, test } from "vitest";
import { wantedValue, withCondition } from "../table/oneCondition";
import { feedAddress } from "./feedAddress";

test("a choice takes the place of conditions on its field and leaves the others", () => {
  const filters = withCondition(undefined, "asset_class_slug", ["asset_class_slug", "equals", "stocks"]);
  expect(filters).toEqual([["asset_class_slug", "equals", "stocks"]]);
  const both = withCondition(filters, "network_slugs", ["network_slugs", "includes", ["base"]]);
  expect(withCondition(both, "asset_class_slug", ["asset_class_slug", "equals", "treasuries"])).toEqual([
    ["network_slugs", "includes", ["base"]],
    ["asset_class_slug", "equals", "treasuries"],
  ]);
  expect(withCondition(filters, "asset_class_slug", null)).toBeUndefined();
  expect(wantedValue(both, "network_slugs")).toBe("base");
  expect(wantedValue(both, "asset_class_slug")).toBe("stocks");
  expect(wantedValue([["asset_class_slug", "notEquals", "stocks"]], "asset_class_slug")).toBeUndefined();
});

test("the feed has the conditions of the list", () => {
  expect(feedAddress("asset", {})).toBe("/new-asset-monitor.atom");
  const address = feedAddress("token", { filters: [["network_slug", "equals", "base"]], page: 2 });
  const parameters = new URL(address, "https://site.example").searchParams;
  expect(Object.fromEntries(parameters)).toEqual({
    kind: "token",
    query: '{"filter":{"field":"network_slug","operator":"equals","value":"base"}}',
  });
});
