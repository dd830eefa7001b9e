import { expect, test } from "vitest";
import { assetFixture, tokenFixture } from "../../testSupport/catalogFixture";
import { dayOf } from "../primitives/days";
import { networkShares } from "./networkShares";

const range = { first: dayOf("2025-01-01"), last: dayOf("2025-12-31") };
const asset = assetFixture({ id: 1, slug: "coin", asset_class: "stablecoins" });

/** Share of each token on the last day, in the order given: its network, and whether it is bridged. */
function sharesOf(...tokens: readonly (readonly [network: string, bridged: boolean, symbol?: string])[]) {
  const life = {
    launch: range.first,
    tokens: tokens.map(([network, is_bridged, symbol = "COIN"], i) => ({
      token: tokenFixture({ id: 10 + i, asset: "coin", network, is_bridged, symbol }),
      launch: range.first,
    })),
  };
  return networkShares(asset, { life, range, seed: 7 }).map((share) => share.at(-1) ?? Number.NaN);
}

test("bridged tokens are a small part of a network where the asset is issued", () => {
  const [bridged = 0, issued = 0, further = 0] = sharesOf(
    ["ethereum", true],
    ["ethereum", false],
    ["ethereum", true],
  );
  expect(issued).toBeGreaterThan(0.9);
  expect(bridged).toBeLessThan(0.1);
  expect(further).toBeLessThan(bridged);
});

test("where there are bridged ones alone, the one with the name of the asset has nearly all", () => {
  const [other = 0, named = 0] = sharesOf(["polygon", true, "axlCOIN"], ["polygon", true]);
  expect(named).toBeGreaterThan(0.9);
  expect(other).toBeGreaterThan(0);
});

test("classes of units that are issued on one network share it alike", () => {
  const [one = 0, two = 0] = sharesOf(["ethereum", false, "COINA"], ["ethereum", false, "COINB"]);
  expect(Math.max(one, two)).toBeLessThan(0.85);
});
