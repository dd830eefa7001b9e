import { expect, test } from "vitest";
import { network, view } from "../../../tests/support/testSeries";
import { planChart } from "./plan/planChart";
import { hiddenKeys, legendSelection } from "./useLegendSelection";

const { layers } = planChart(
  ["Ethereum", "Base", "Plume", "Tron", "Solana"].map((name, at) => network(name, { "2026-01-01": 10 - at })),
  view(),
  { maxGroups: 3 },
);
const keys = layers.map(({ key }) => key);
const hiddenBy = (selection: Parameters<typeof hiddenKeys>[1]) =>
  layers.filter(({ key }) => hiddenKeys(layers, selection).has(key)).map(({ slug }) => slug);

test("series have slugs in the URL, including the combined others", () => {
  expect(layers.map(({ slug }) => slug)).toEqual(["ethereum", "base", "plume", "others"]);
});

test("hidden series are stored as the shorter of the two lists, and parsed to the same selection", () => {
  for (const [hidden, selection] of [
    [[], {}],
    [keys.slice(0, 1), { hide: ["ethereum"] }],
    [keys.slice(1), { only: ["ethereum"] }],
    [keys.slice(0, 2), { hide: ["ethereum", "base"] }],
    [keys, { hide: ["ethereum", "base", "plume", "others"] }],
  ] as const) {
    expect(legendSelection(layers, new Set(hidden))).toEqual(selection);
    expect([...hiddenKeys(layers, selection)]).toEqual(hidden);
  }
});

test("a selection without series of the chart hides none, so that no link leads to an empty chart", () => {
  expect(hiddenBy({ only: ["bitcoin"] })).toEqual([]);
  expect(hiddenBy({ only: ["bitcoin", "base"] })).toEqual(["ethereum", "plume", "others"]);
  expect(hiddenBy({ hide: ["bitcoin", "others"] })).toEqual(["others"]);
});
