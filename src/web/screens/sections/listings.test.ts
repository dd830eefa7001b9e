import { expect, test } from "vitest";
import { isOfferedTwice, listedNames, offerName } from "./listings";

const asset = (id: number, underlying_symbol: string | null, protocol_name: string | null) => ({
  id,
  ticker: `T${id}`,
  underlying_symbol,
  protocol_name,
});
const assets = [
  asset(1, "TSLA", "Backed"),
  asset(2, "AAPL", "Backed"),
  asset(3, null, "WisdomTree"),
  asset(4, "TSLA", "Ondo"),
  asset(5, "AAPL", "Backed"),
];

test("a listed name has every asset that represents it, in the order of the assets", () => {
  const names = listedNames(assets);
  expect(names.map(({ symbol, assets: of }) => [symbol, of.map(({ id }) => id)])).toEqual([
    ["TSLA", [1, 4]],
    ["AAPL", [2, 5]],
  ]);
});

test("two assets of one platform are one offer", () => {
  expect(
    listedNames(assets)
      .filter(isOfferedTwice)
      .map(({ symbol }) => symbol),
  ).toEqual(["TSLA"]);
});

test("an offer is named by its platform, with the ticker if the platform has several", () => {
  const offers = [asset(1, "TSLA", "Backed"), asset(2, "TSLA", "Ondo"), asset(3, "TSLA", "Backed")];
  expect([...offers, asset(4, "TSLA", null)].map((offer) => offerName(offer, offers))).toEqual([
    "Backed (T1)",
    "Ondo",
    "Backed (T3)",
    "T4",
  ]);
});
