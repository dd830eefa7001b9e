import { afterAll, beforeAll, expect, test } from "vitest";
import { loansResource } from "#domain/resources";
import { type MarketWorld, openMarketWorld } from "../../tests/support/marketWorld";
import { type CountedGroup, hideDisclosing, hideFew, joinSmall, loanSplits } from "./loanSplits";

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
    ...[7, 8, 9].map((id) => loan(id, { region: "asia", collateral_type: "funds", status: "late" })),
    ...[10, 11, 12].map((id) => loan(id, { region: "asia", collateral_type: "funds" })),
  ]);
});
afterAll(() => world.close());

test("loans are returned as exact sums", async () => {
  const { collateral_type } = await loanSplits(world.market);
  expect(collateral_type).toEqual([
    { value: null, isRest: false, loans: 6, issued: 1_500, outstanding: 960.75, late: null, defaulted: null },
    { value: "funds", isRest: false, loans: 6, issued: 600, outstanding: 360, late: null, defaulted: 0 },
  ]);
});

test("no sum covers fewer than three loans, and neither does the difference to a total", async () => {
  const splits = await loanSplits(world.market);
  // Europe has one late loan, and one in an unknown region owes: together they are of three.
  expect(splits.region).toEqual([
    { value: "asia", isRest: false, loans: 6, issued: 600, outstanding: 360, late: null, defaulted: 0 },
    { value: null, isRest: true, loans: 6, issued: 1_500, outstanding: 960.75, late: null, defaulted: null },
  ]);
  // One loan each of trade and of small businesses, and no third: the loans of cars are combined with them.
  expect(splits.sector).toEqual([
    {
      value: null,
      isRest: true,
      loans: 12,
      issued: 2_100,
      outstanding: 1_320.75,
      late: 180.75,
      defaulted: null,
    },
  ]);
  expect(JSON.stringify(splits)).not.toContain("Secret");
});

const group = (value: string, loans: number, of: Partial<CountedGroup["of"]> = {}): CountedGroup => ({
  value,
  values: [value],
  isRest: false,
  loans,
  issued: loans,
  outstanding: loans,
  late: of.late ?? 0,
  defaulted: of.defaulted ?? 0,
  of: { issued: loans, current: loans, late: 0, defaulted: 0, ...of },
});

test("groups that are too small are combined with the next smallest, and a total of too few is empty", () => {
  const names = (...groups: CountedGroup[]) =>
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
  // Many loans, only one outstanding.
  expect(names(group("a", 9), group("b", 40, { current: 1 }))).toEqual([["rest", 49]]);
});

test("late and defaulted amounts are left out if they cover too few loans or could be derived from the rest", () => {
  const figuresOf = (...groups: CountedGroup[]) =>
    hideFew(groups).map(({ late, defaulted }) => [late, defaulted]);
  const one = group("one", 9, { late: 1 });
  const two = group("two", 9, { late: 2 });
  const four = group("four", 9, { late: 4 });
  const five = group("five", 10, { late: 5 });
  expect(figuresOf(one, two, four)).toEqual([
    [null, 0],
    [null, 0],
    [4, 0],
  ]);
  expect(figuresOf(one, five, four)).toEqual([
    [null, 0],
    [5, 0],
    [null, 0],
  ]);
  // The difference of outstanding and late would be a single loan.
  expect(figuresOf(group("a", 9, { current: 1, late: 4 }), five, four)).toEqual([
    [null, 0],
    [5, 0],
    [null, 0],
  ]);
  expect(figuresOf(group("a", 9, { defaulted: 2 }), group("b", 9), group("c", 9, { defaulted: 3 }))).toEqual([
    [0, null],
    [0, 0],
    [0, null],
  ]);
});

test("figures of two splits never differ by fewer loans either", () => {
  const loans = (sector: string, region: string, defaulted: number) => ({
    values: { sector, region },
    late: 0,
    defaulted,
  });
  const cells = [
    loans("consumer", "asia", 3),
    loans("auto", "asia", 1),
    loans("auto", "europe", 5),
    loans("sme", "europe", 4),
  ];
  const sectors = [
    group("auto", 9, { defaulted: 6 }),
    group("sme", 9, { defaulted: 4 }),
    group("consumer", 9, { defaulted: 3 }),
  ];
  const regions = [group("europe", 9, { defaulted: 9 }), group("asia", 9, { defaulted: 4 })];
  const visible = hideDisclosing(
    [
      { name: "sector", groups: sectors },
      { name: "region", groups: regions },
    ],
    cells,
  );
  // Asia minus consumers would be the one loan for a car there; consumers alone would be the difference of
  // the others to the total.
  expect(visible.map((split) => split.map(({ defaulted }) => defaulted))).toEqual([
    [6, null, null],
    [9, 4],
  ]);
});
