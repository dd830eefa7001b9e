import { expect, test } from "vitest";
import { assetFactsOf } from "./assetFacts";

const ofGoods = ["underlying_goods", "weight_per_token", "underlying_symbol"];
const shown = (facts: object) => assetFactsOf({ id: 1, ...facts }).filter((name) => ofGoods.includes(name));

test("token weight is always listed for commodities, and a stock listing for stocks, even if unknown", () => {
  expect(shown({ asset_class_slug: "commodities", weight_per_token: null })).toEqual([
    "underlying_goods",
    "weight_per_token",
  ]);
  expect(shown({ asset_class_slug: "stocks" })).toEqual(["underlying_symbol"]);
});

test("for assets of other classes they are listed only if known", () => {
  expect(shown({ asset_class_slug: "treasuries", underlying_symbol: null })).toEqual([]);
  expect(shown({ asset_class_slug: "treasuries", underlying_symbol: "SGOV" })).toEqual(["underlying_symbol"]);
});
