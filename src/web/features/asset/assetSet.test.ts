import { expect, test } from "vitest";
import { assetTiles } from "./assetSet";

test("the supply among the tiles of a stablecoin is the one that, times its price, is its market cap", () => {
  const tiles = assetTiles("stablecoins");
  expect(tiles).toContain("bridged_token_market_cap_dollar");
  expect(tiles).toContain("bridged_token_supply_token");
  expect(tiles).not.toContain("circulating_supply_token");
});
