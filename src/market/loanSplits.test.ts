import { afterAll, beforeAll, expect, test } from "vitest";
import { loansResource } from "#domain";
import { type MarketWorld, openMarketWorld } from "../../tests/support/marketWorld";
import { joinSmall, loanSplits } from "./loanSplits";

let world: MarketWorld;

const loan = (id: number, fields: Record<string, unknown>) => ({
  id,
  name: `Secret ${id}`,
  pool_id: 1,
  asset_id: 57,
  status: "active",
  sector: "auto",
  collateral_type: null,
  region: "europe",
  principal_dollar: 100,
  outstanding_dollar: 60,
  interest_rate_percent: 9,
  issued_date: "2026-01-02",
  maturity_date: "2027-01-02",
  version: 1,
  ...fields,
});

beforeAll(async () => {
  world = await openMarketWorld();
  await world.store.insert(loansResource.table, [
    loan(1, {}),
    loan(2, { status: "late", outstanding_dollar: 0.25 }),
    loan(3, { status: "late", outstanding_dollar: 0.5, region: null }),
    loan(4, { status: "defaulted", outstanding_dollar: 40, region: null }),
    loan(5, { status: "repaid", outstanding_dollar: 0, sector: "trade", region: null }),
    loan(6, { sector: "sme", principal_dollar: 1_000, outstanding_dollar: 900 }),
  ]);
});
afterAll(() => world.close());

test("loans are told by exact sums, what is owed of late and defaulted ones apart", async () => {
  const { region } = await loanSplits(world.market);
  expect(region).toEqual([
    {
      value: "europe",
      isRest: false,
      loans: 3,
      issued: 1_200,
      outstanding: 960.25,
      late: 0.25,
      defaulted: 0,
    },
    { value: null, isRest: false, loans: 3, issued: 300, outstanding: 0.5, late: 0.5, defaulted: 40 },
  ]);
});

test("no sum is of fewer than three loans", async () => {
  const splits = await loanSplits(world.market);
  // One loan each of trade and of small businesses, and no third: those of cars stand with them.
  expect(splits.sector).toEqual([
    { value: null, isRest: true, loans: 6, issued: 1_500, outstanding: 960.75, late: 0.75, defaulted: 40 },
  ]);
  expect(
    Object.values(splits)
      .flat()
      .every(({ loans }) => loans >= 3),
  ).toBe(true);
  expect(JSON.stringify(splits)).not.toContain("Secret");
});

test("groups that are too small take the next smallest to them, and all of too few are none", () => {
  const group = (value: string, loans: number) => ({
    value,
    isRest: false,
    loans,
    issued: loans,
    outstanding: loans,
    late: 0,
    defaulted: 0,
  });
  const names = (...groups: ReturnType<typeof group>[]) =>
    joinSmall(groups).map(({ value, isRest, loans }) => [isRest ? "rest" : value, loans]);
  expect(names(group("a", 9), group("b", 4), group("c", 3))).toEqual([
    ["a", 9],
    ["b", 4],
    ["c", 3],
  ]);
  expect(names(group("a", 9), group("b", 1), group("c", 4))).toEqual([
    ["a", 9],
    ["rest", 5],
  ]);
  expect(names(group("a", 2), group("b", 8), group("c", 1))).toEqual([
    ["b", 8],
    ["rest", 3],
  ]);
  expect(names(group("a", 2))).toEqual([]);
});
