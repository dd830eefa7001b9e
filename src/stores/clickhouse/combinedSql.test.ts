import { afterAll, beforeAll, expect, test } from "vitest";
import { type MarketWorld, openMarketWorld } from "../../../tests/support/marketWorld";
import { combinedSql, weighedSql } from "./combinedSql";

let world: MarketWorld;
beforeAll(async () => {
  world = await openMarketWorld();
});
afterAll(() => world.close());

/** 3,000 groups of two to eight members with weights of any magnitude. */
const members = (value: string) => `
  SELECT number % 3000 AS g, 1 AS asset_id, toNullable(${value}) AS v,
    toNullable(exp(20 * (cityHash64(number) % 1000003) / 1000003)) AS w
  FROM numbers(15000) WHERE cityHash64(number, 7) % 3 > 0`;

const counted = (mean: string, value: string, condition: string) =>
  world.store.compactRows<[string]>(
    `SELECT countIf(${condition}) FROM (SELECT g, ${mean} AS m, min(v) AS least, max(v) AS most
     FROM (${members(value)}) GROUP BY g)`,
  );

const mean = combinedSql("weighted mean", { value: "v", weight: "w" });

test("a mean of values that are all 100 is 100", async () => {
  expect(await counted(mean, "100.", "m != 100")).toEqual([["0"]]);
  expect(await counted(mean, "0.1", "m != 0.1")).toEqual([["0"]]);
  // The plain quotient is not.
  const [quotient] = await counted("sumKahan(v * w) / sumKahan(w)", "0.1", "m != 0.1");
  expect(Number(quotient?.[0])).toBeGreaterThan(0);
});

test("a mean is within the range of its members, and equals the arithmetic one", async () => {
  const value = "toFloat64(cityHash64(number, 3) % 100000) / 7";
  expect(await counted(mean, value, "m < least OR m > most")).toEqual([["0"]]);
  const exact = "sum(toDecimal256(v, 20) * toDecimal256(w, 10))";
  const [off] = await counted(
    `if(abs(${mean} - toFloat64(${exact}) / toFloat64(sum(toDecimal256(w, 10)))) > 1e-9 * ${mean}, -1, ${mean})`,
    value,
    "m = -1",
  );
  expect(off).toEqual(["0"]);
});

test("a plain mean of equal prices is that price", async () => {
  const [row] = await world.store.compactRows<[number]>(
    `SELECT ${combinedSql("weighted mean", { value: "v", weight: "w", hasPlainMean: "uniqExact(asset_id) = 1" })}
     FROM (SELECT 1 AS asset_id, toNullable(0.1) AS v, CAST(NULL AS Nullable(Float64)) AS w FROM numbers(3))`,
  );
  expect(row).toEqual([0.1]);
});

test("members that cancel out sum to zero, and other small sums are preserved", async () => {
  const ways = (["sum", "avg"] as const).flatMap((by) => [true, false].map((ofFew) => ({ by, ofFew })));
  const sumsOf = async (values: readonly number[], areSigned: boolean) => {
    const sums = ways.map(({ by, ofFew }) =>
      combinedSql(by, { value: "v", weight: "NULL", ofFew, areSigned }),
    );
    const [row] = await world.store.compactRows<number[]>(
      `SELECT ${sums.join(", ")} FROM (SELECT arrayJoin([${values.join(", ")}]) AS v)`,
    );
    return row;
  };
  expect(await sumsOf([1.1, 2.2, -3.3], true)).toEqual([0, 0, 0, 0]);
  expect(await sumsOf([1.1, 2.2, -3.3], false)).not.toContain(0);
  expect(await sumsOf([1e9, -1e9, 0.25], true)).toEqual([0.25, 0.25, 0.25 / 3, 0.25 / 3]);
  expect(await sumsOf([876525224982.7588], true)).toEqual(Array(4).fill(876525224982.7588));
});

test("a mean over columns is the same to the last digit", async () => {
  const value = "if(number % 11 = 0, NULL, toFloat64(cityHash64(number, 3) % 100000) / 7)";
  const named = `SELECT g, asset_id, v AS value, if(g % 5 = 0, NULL, w) AS weight FROM (${members(value)})`;
  const of = { value: "value", weight: "weight", hasPlainMean: "uniqExact(asset_id) = 1" };
  const [differ] = await world.store.compactRows<[string, string]>(
    `SELECT countIf(inline != columns), count() FROM (
       SELECT g, ${combinedSql("weighted mean", of)} AS inline, ${combinedSql("weighted mean", { ...of, areWeighed: true })} AS columns
       FROM (${weighedSql(named)}) GROUP BY g)`,
  );
  expect(differ?.[0]).toBe("0");
  expect(Number(differ?.[1])).toBeGreaterThan(2_000);
});
