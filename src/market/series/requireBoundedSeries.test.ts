import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { metrics } from "#domain/metrics";
import { parseQuery, type QueryInput } from "#domain/query";
import { type MarketWorld, openMarketWorld, wholeOf } from "../../../tests/support/marketWorld";
import { exportSeries } from "../exportSeries";
import { metricSeries } from "../metricSeries";

let world: MarketWorld;
const value = "bridged_token_value_dollar";
const listings = [501, 502, 503, 504, 505, wholeOf(57), wholeOf(1002)];
const on = (date: string, of: readonly number[]) =>
  world.daily(of.map((listing) => ({ metric: value, listing, date, value: 100 })));
beforeAll(async () => {
  world = await openMarketWorld();
  await on("2026-02-03", listings);
  await on("1975-01-01", [503]);
});
afterAll(() => world.close());

const everyMeasure = {
  operator: "in",
  field: "measure_slug",
  value: metrics.map(({ slug }) => slug),
} as const;
const since = (date: string) => ({ operator: "onOrAfter", field: "date", value: date }) as const;
const query = (filters: QueryInput["filter"][], groupBy = "token") =>
  parseQuery({
    filter: { operator: "and", filters: filters.flatMap((filter) => filter ?? []) },
    aggregate: { groupBy },
  });
const series = (...input: Parameters<typeof query>) =>
  metricSeries(world.market, { resource: "tokens", query: query(...input) });

/** From 1975 to the 3rd of February 2026: 51 years including 13 leap years, and 34 days. */
const DAYS = 51 * 365 + 13 + 34;
const number = (n: number) => n.toLocaleString("en");

test("a listing that goes back half a century does not count for the others", async () => {
  const { results } = await metricSeries(world.market, { resource: "tokens", query: query([everyMeasure]) });
  expect(results).toHaveLength(7);
  expect(results.find(({ group }) => group.id === 503)?.points).toEqual([
    ["1975-01-01", 100],
    ["2026-02-03", 100],
  ]);
});

describe("where every listing goes back half a century", () => {
  beforeAll(() => on("1975-01-01", listings));

  test("measures times groups times days is limited before anything is read, with a message", async () => {
    const refusal = await series([everyMeasure]).catch((error: Error) => error.message);
    const found =
      /^filter: (\d+) metrics of (\d+) groups over up to ([\d,]+) days are up to ([\d,]+) values; queries are limited to 2,000,000: select fewer metrics, narrow the filter or the dates, split the query, or request a file$/.exec(
        String(refusal),
      );
    const [, measures, groups, days, values] = found ?? [];
    expect([measures, groups, days]).toEqual([String(metrics.length), "7", number(DAYS)]);
    expect(values).toBe(number(metrics.length * 7 * DAYS));
  });

  test("a file is limited by its actual values instead", async () => {
    const request = { resource: "tokens", query: query([everyMeasure]), format: "csv" } as const;
    expect((await exportSeries(world.market, request)).format).toBe("csv");
  });

  test("what stays below is answered: fewer days, groups or measures", async () => {
    expect((await series([everyMeasure, since("2026-01-01")])).results).toHaveLength(7);
    const additive = metrics.filter(({ isPerUnit }) => !isPerUnit).map(({ slug }) => slug);
    expect(
      (await series([{ operator: "in", field: "measure_slug", value: additive }], "date")).results,
    ).toHaveLength(1);
    expect((await series([{ operator: "equals", field: "measure_slug", value }])).results).toHaveLength(7);
    const narrow = { operator: "equals", field: "token_slug", value: "ousg-ethereum" } as const;
    expect((await series([everyMeasure, narrow])).results).toHaveLength(1);
  });

  test("a date that is one of alternatives narrows nothing", async () => {
    const either = { operator: "or", filters: [since("2026-01-01"), since("1970-01-01")] } as const;
    await expect(series([everyMeasure, either])).rejects.toMatchObject({ kind: "invalid" });
  });
});
