import { expect, test } from "vitest";
import type { ResourceRow } from "#domain/api";
import { unknownMetric } from "#domain/metrics";
import { assetChart, assetTiles, lacksNetSupplyByToken } from "./assetSet";

test("the supply tile of a stablecoin shows the supply whose product with the price is its market cap", () => {
  const tiles = assetTiles("stablecoins");
  expect(tiles).toContain("bridged_token_market_cap_dollar");
  expect(tiles).toContain("bridged_token_supply_token");
  expect(tiles).not.toContain("circulating_supply_token");
});

test("an asset without a known value opens with a metric that is known", () => {
  const row = (known: Readonly<Record<string, object>>) =>
    ({ bridged_token_value_dollar: unknownMetric, ...known }) as unknown as ResourceRow;
  const figure = { ...unknownMetric, val: 4 };
  const opens = (known: Readonly<Record<string, object>>) => {
    const { metric, group } = assetChart("real-estate", row(known));
    return `${metric} by ${group}`;
  };
  expect(opens({ bridged_token_value_dollar: figure, price_dollar: figure })).toBe(
    "bridged_token_value_dollar by network",
  );
  // The figure was known until some days ago.
  expect(opens({ bridged_token_value_dollar: { ...unknownMetric, val_30d: 4 }, price_dollar: figure })).toBe(
    "bridged_token_value_dollar by network",
  );
  expect(opens({ holding_addresses_count: figure, price_dollar: figure })).toBe(
    "holding_addresses_count by network",
  );
  expect(opens({ price_dollar: figure })).toBe("price_dollar by none");
  expect(opens({})).toBe("bridged_token_value_dollar by network");
});

test("net supply is known as a whole only if native units can be locked and no token reports what is not", () => {
  const row = (net: number | null, isBridged = false) =>
    ({
      is_bridged: isBridged,
      bridged_token_supply_token: { ...unknownMetric, val: net },
    }) as unknown as ResourceRow;
  expect(lacksNetSupplyByToken(row(100), [row(null), row(null, true)])).toBe(true);
  expect(lacksNetSupplyByToken(row(100), [row(80), row(20, true)])).toBe(false);
  expect(lacksNetSupplyByToken(row(100), [row(null), row(null)])).toBe(false);
  expect(lacksNetSupplyByToken(row(100), [row(null, true)])).toBe(false);
  expect(lacksNetSupplyByToken(row(null), [row(null), row(null, true)])).toBe(false);
});
