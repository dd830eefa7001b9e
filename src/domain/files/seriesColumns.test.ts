import { expect, it } from "vitest";
import { partsOfSeriesColumn, seriesColumns } from "./seriesColumns";

it("adds the slug to names that do not identify their group", () => {
  const groups = [
    { id: 1, slug: "usdc-ethereum-100089", name: "USD Coin (Ethereum)" },
    { id: 100090, slug: "usdc-flow-100090", name: "USD Coin (Flow)" },
    { id: 2, slug: "twin-a", name: "Twin" },
    { id: 3, slug: "twin-b", name: "Twin" },
    { id: 4, slug: "beta", name: "gamma" },
    { id: 5, slug: "peaq", name: "peaq" },
    { id: 6, slug: null, name: "other" },
    { id: null, slug: null, name: "All" },
  ];
  const columns = seriesColumns(groups);
  expect(columns).toEqual([
    "USD Coin (Ethereum)",
    "USD Coin (Flow) (usdc-flow-100090)",
    "Twin (twin-a)",
    "Twin (twin-b)",
    "gamma (beta)",
    "peaq",
    "other",
    "All",
  ]);
  expect(columns.map(partsOfSeriesColumn).slice(1, 3)).toEqual([
    { name: "USD Coin (Flow)", slug: "usdc-flow-100090" },
    { name: "Twin", slug: "twin-a" },
  ]);
  expect(partsOfSeriesColumn("Twin")).toBeNull();
});
