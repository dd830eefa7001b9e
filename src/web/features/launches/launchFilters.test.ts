import { expect, test } from "vitest";
import { feedAddress } from "./LaunchFilters";

test("the feed has the conditions of the list", () => {
  expect(feedAddress("asset", {})).toBe("/new-asset-monitor.atom");
  const address = feedAddress("token", { filters: [["network_slug", "equals", "base"]], page: 2 });
  const parameters = new URL(address, "https://site.example").searchParams;
  expect(Object.fromEntries(parameters)).toEqual({
    kind: "token",
    query: '{"filter":{"field":"network_slug","operator":"equals","value":"base"}}',
  });
});
