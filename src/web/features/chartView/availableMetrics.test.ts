import { expect, test } from "vitest";
import { unknownMetric } from "#domain/metrics";
import { availableMetrics } from "./availableMetrics";

const known = { ...unknownMetric, val: 1 };
const row = {
  id: 1,
  bridged_token_value_dollar: known,
  spot_premium_percent: known,
  nav_premium_percent: known,
  peg_deviation_percent: unknownMetric,
};

test("only metrics with a figure are offered, and the default metric", () => {
  expect(availableMetrics(row, "holding_addresses_count")).toEqual([
    "nav_premium_percent",
    "spot_premium_percent",
    "bridged_token_value_dollar",
    "holding_addresses_count",
  ]);
});

test("prices of the members of a total are offered if a figure that is derived from them is known", () => {
  const offered = availableMetrics(row, "bridged_token_value_dollar", { hasUnits: true });
  expect(offered).toContain("spot_price_dollar");
  expect(offered).toContain("net_asset_value_dollar");
  expect(offered).toContain("price_dollar");
  expect(offered).not.toContain("peg_price_dollar");
  expect(offered).not.toContain("listed_price_dollar");
});
