import { afterAll, beforeAll, expect, test } from "vitest";
import { metrics, parseQuery, type QueryInput } from "#domain";
import { type MarketWorld, openMarketWorld } from "../../../tests/support/marketWorld";
import { exportSeries } from "../exportSeries";
import { metricSeries } from "../metricSeries";

let world: MarketWorld;
const value = "bridged_token_value_dollar";
beforeAll(async () => {
  world = await openMarketWorld();
  await world.daily([
    { metric: value, listing: 503, date: "1975-01-01", value: 1 },
    { metric: value, listing: 501, date: "2026-02-03", value: 100 },
  ]);
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

/** From 1975 to the 3rd of February 2026: 51 years of which 13 leap, and 34 days. */
const DAYS = 51 * 365 + 13 + 34;
const number = (n: number) => n.toLocaleString("en");

test("measures times groups times days is bounded before anything is read, in words", async () => {
  const refusal = await series([everyMeasure]).catch((error: Error) => error.message);
  const found =
    /^filter: (\d+) measures of (\d+) groups over ([\d,]+) days are up to ([\d,]+) values; a query takes 2,000,000: name fewer measures, narrow the filter or the dates, or ask in parts or for a file$/.exec(
      String(refusal),
    );
  const [, measures, groups, days, values] = found ?? [];
  expect([measures, days]).toEqual([String(metrics.length), number(DAYS)]);
  expect(values).toBe(number(metrics.length * Number(groups) * DAYS));
});

test("a file is bounded by what it holds instead", async () => {
  const request = { resource: "tokens", query: query([everyMeasure]), format: "csv" } as const;
  expect((await exportSeries(world.market, request)).format).toBe("csv");
});

test("what stays below is answered: fewer days, groups or measures", async () => {
  expect((await series([everyMeasure, since("2026-01-01")])).results).toHaveLength(1);
  expect((await series([everyMeasure], "date")).results).toHaveLength(1);
  expect((await series([{ operator: "equals", field: "measure_slug", value }])).results).toHaveLength(2);
  const narrow = { operator: "equals", field: "token_slug", value: "ousg-ethereum" } as const;
  expect((await series([everyMeasure, narrow])).results).toHaveLength(1);
});

test("a date that is one of alternatives narrows nothing", async () => {
  const either = { operator: "or", filters: [since("2026-01-01"), since("1970-01-01")] } as const;
  await expect(series([everyMeasure, either])).rejects.toMatchObject({ kind: "invalid" });
});
