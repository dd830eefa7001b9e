import { afterAll, beforeAll, expect, test } from "vitest";
import { type MarketWorld, openMarketWorld } from "../../../tests/support/marketWorld";
import { exactSum } from "../../../tests/support/plainAggregation";
import { exactSumSql } from "./exactSumSql";

let world: MarketWorld;
beforeAll(async () => {
  world = await openMarketWorld();
});
afterAll(() => world.close());

/** Values from 1e-6 to 1e12 of both signs, which threads read in any order. */
const VALUE =
  "if(cityHash64(number, 5) % 9 = 0, -1, 1) * exp(42 * (cityHash64(number) % 1000003) / 1000003 - 14)";
const summed = (sum: string, threads: number) =>
  world.store.compactRows<[number, number]>(
    `SELECT number % 50 AS k, ${sum} AS s FROM (SELECT number, ${VALUE} AS v FROM numbers_mt(400000))
     GROUP BY k ORDER BY k SETTINGS max_threads = ${threads}, max_block_size = 1000`,
  );

test("a sum is identical to the last digit, for any number of threads", async () => {
  const sums = new Set<string>();
  for (const threads of [1, 2, 3, 4, 8, 1, 2, 3, 4, 8]) {
    sums.add(JSON.stringify(await summed(exactSumSql("v"), threads)));
  }
  expect(sums.size).toBe(1);
  // The engine's own sum is not.
  const plain = new Set<string>();
  for (const threads of [1, 2, 3, 4, 8]) plain.add(JSON.stringify(await summed("sum(v)", threads)));
  expect(plain.size).toBeGreaterThan(1);
});

test("a sum equals the exact one", async () => {
  const rows = await world.store.compactRows<[number, number[]]>(
    `SELECT number % 50 AS k, groupArray(v) FROM (SELECT number, ${VALUE} AS v FROM numbers(20000)) GROUP BY k ORDER BY k`,
  );
  const sums = await world.store.compactRows<[number, number]>(
    `SELECT number % 50 AS k, ${exactSumSql("v")} FROM (SELECT number, ${VALUE} AS v FROM numbers(20000)) GROUP BY k ORDER BY k`,
  );
  for (const [i, [k, values]] of rows.entries()) {
    const exact = exactSum(values);
    expect(sums[i]?.[0]).toBe(k);
    expect(Math.abs((sums[i]?.[1] ?? Number.NaN) - exact)).toBeLessThanOrEqual(Math.abs(exact) * 2 ** -52);
  }
});

test("the sum of a single value is that value, and of no known values null", async () => {
  const values = [0, 0.1, -0.1, 1e-6, 123456789.123, 1e18, 876525224982.7588, 1e24, -1e24, 1e48, 1.7e308];
  const sums = await world.store.compactRows<[number | null]>(
    values.map((v) => `SELECT ${exactSumSql("v")} FROM (SELECT toFloat64('${v}') AS v)`).join(" UNION ALL "),
  );
  expect(sums.map(([sum]) => sum).sort()).toEqual([...values].sort());
  const none = await world.store.compactRows<[number | null]>(
    `SELECT ${exactSumSql("v")} FROM (SELECT CAST(NULL AS Nullable(Float64)) AS v FROM numbers(3))`,
  );
  expect(none).toEqual([[null]]);
});
