/**
 * Figures for "now" and for 7, 30 and 90 days before, compared with plain SQL over the daily figures: a market whose
 * tokens start, pause and end, every additive metric, every grouping of the market.
 */
import { buffer } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { metricOf } from "#domain/api";
import { assetSchema, type Catalog, tokenSchema } from "#domain/catalog";
import { metrics } from "#domain/metrics";
import { parseQuery } from "#domain/query";
import { deriveDailyMetrics } from "#ingest";
import { aggregateResource, explainFigure, exportRows, getEntity, listResource, metricSeries } from "#market";
import { type MarketWorld, openMarketWorld, wholeOf, worldCatalog } from "../support/marketWorld";
import { createObservationWriter } from "../support/observationWriter";

const LAST = "2026-06-30";
const dayBefore = (days: number) => new Date(Date.parse(LAST) - days * 86_400_000).toISOString().slice(0, 10);

/** The reported days of a token, relative to the last one: from, until, and the gap between. */
interface Life {
  from: number;
  until: number;
  pauses?: readonly (readonly [from: number, until: number])[];
}
const lives: readonly Life[] = [
  { from: 200, until: 0 },
  { from: 20, until: 0 },
  { from: 5, until: 0 },
  // Ended within seven days of the last day, and earlier.
  { from: 200, until: 3 },
  { from: 200, until: 7 },
  { from: 200, until: 8 },
  { from: 200, until: 30 },
  { from: 200, until: 33 },
  { from: 200, until: 93 },
  { from: 200, until: 150 },
  // Gaps that are carried forward and longer ones, over the look-back days.
  { from: 200, until: 0, pauses: [[10, 4]] },
  { from: 200, until: 0, pauses: [[12, 4]] },
  // Known a year before, and in a gap at that time.
  { from: 400, until: 0 },
  { from: 400, until: 0, pauses: [[380, 361]] },
  {
    from: 200,
    until: 0,
    pauses: [
      [40, 25],
      [91, 88],
    ],
  },
];
const LOOKBACKS = { val: 0, val_7d: 7, val_30d: 30, val_90d: 90, val_365d: 365 } as const;
const parts = Object.keys(LOOKBACKS) as (keyof typeof LOOKBACKS)[];
const classes = ["treasuries", "stablecoins", "commodities"] as const;
const networks = ["ethereum", "polygon", "base"] as const;
const ids = lives.map((_, i) => 3000 + i);

const catalog: Catalog = {
  ...worldCatalog,
  assets: ids.map((id, i) =>
    assetSchema.parse({
      ...worldCatalog.assets[0],
      id,
      slug: `a-${id}`,
      name: `Asset ${id}`,
      ticker: `A${id}`,
      asset_class: classes[i % 3],
      platform: i % 2 === 0 ? "ondo" : "securitize",
    }),
  ),
  tokens: ids.flatMap((id, i) =>
    [0, 1].map((nth) =>
      tokenSchema.parse({
        ...worldCatalog.tokens[0],
        id: id * 10 + nth,
        asset: `a-${id}`,
        network: networks[(i + nth) % 3],
        deployed_date: null,
      }),
    ),
  ),
};

let world: MarketWorld;
const summable = metrics.filter((metric) => metric.across.rule === "sum");

beforeAll(async () => {
  world = await openMarketWorld(catalog);
  const writer = createObservationWriter(world.store, { sourceId: 1, isSample: false });
  const idOf = (slug: string) => metrics.find((metric) => metric.slug === slug)?.id ?? 0;
  for (const [i, { from, until, pauses = [] }] of lives.entries()) {
    const assetId = ids[i] ?? 0;
    for (let day = from; day >= until; day -= 1) {
      if (pauses.some(([first, last]) => day <= first && day >= last)) continue;
      const date = dayBefore(day);
      for (const nth of [0, 1]) {
        const listingId = assetId * 10 + nth;
        const add = (slug: string, value: number) =>
          writer.add({ assetId, listingId, metricId: idOf(slug), date, value });
        await add("total_supply_token", 1000 + 7 * i + day + nth);
        await add("holding_addresses_count", 50 + i + (day % 5));
        await add("daily_mints_token", 3 + nth + (day % 11));
        await add("daily_transfer_volume_token", 40 + i + (day % 13));
      }
      writer.add({
        assetId,
        listingId: wholeOf(assetId),
        metricId: idOf("price_dollar"),
        date,
        value: 1 + i / 8,
      });
    }
  }
  await writer.flush();
  await deriveDailyMetrics(world.store, { assetIds: "all", today: "2026-12-31" });
});
afterAll(() => world.close());

/** Sums of the daily values of a metric on the look-back days, by a column of the tokens table. */
async function plainSums(metricId: number, column: string) {
  const sums = parts.map((part) => `sumOrNullIf(value, date = toDate('${dayBefore(LOOKBACKS[part])}'))`);
  const rows = await world.store.compactRows<[string, ...(number | null)[]]>(
    `SELECT toString(t.${column}) AS k, ${sums.join(", ")}
     FROM daily_metrics AS d FINAL INNER JOIN dim_tokens AS t ON t.id = d.token_id
     WHERE d.metric_id = ${metricId} AND k != '' GROUP BY k ORDER BY k`,
  );
  return new Map(rows.map(([k, ...values]) => [k, values]));
}
const rounded = (value: number | null | undefined) => (value == null ? null : Number(value.toPrecision(12)));
const figuresOf = (row: Parameters<typeof metricOf>[0], slug: string) =>
  parts.map((part) => rounded(metricOf(row, slug)?.[part]));
const all = { pagination: { page: 1, perPage: 100 } };

describe("present and past values", () => {
  test.each([
    ["assets", "asset_id", "id"],
    ["tokens", "id", "id"],
    ["networks", "network_id", "id"],
    ["platforms", "protocol_id", "id"],
    ["asset_classes", "asset_class_id", "id"],
  ])("of %s match those days, for every additive metric", async (resource, column, key) => {
    const { results } = await listResource(world.market, { resource, query: parseQuery(all) });
    let known = 0;
    for (const { id, slug } of summable) {
      const sums = await plainSums(id, column);
      for (const row of results) {
        const expected = sums.get(String(row[key])) ?? parts.map(() => null);
        expect([row.slug, slug, ...figuresOf(row, slug)]).toEqual([row.slug, slug, ...expected.map(rounded)]);
        known += expected.filter((value) => value !== null).length;
      }
    }
    expect(known).toBeGreaterThan(100);
  });

  test.each([
    ["asset_class", "asset_class_id"],
    ["network", "network_id"],
    ["asset", "asset_id"],
  ])("totalled by %s are the same", async (groupBy, column) => {
    for (const resource of ["assets", "tokens"] as const) {
      const { results } = await aggregateResource(world.market, {
        resource,
        query: parseQuery({ ...all, aggregate: { groupBy } }),
      });
      for (const { id, slug } of summable) {
        const sums = await plainSums(id, column);
        for (const row of results) {
          const expected = sums.get(String(row.group.id)) ?? parts.map(() => null);
          expect([slug, ...figuresOf(row, slug)]).toEqual([slug, ...expected.map(rounded)]);
        }
      }
    }
  });

  test("of the assets add up to their class and to the total, in each column", async () => {
    const list = async (resource: string) =>
      (await listResource(world.market, { resource, query: parseQuery(all) })).results;
    const [assets, assetClasses] = [await list("assets"), await list("asset_classes")];
    const [whole] = (await aggregateResource(world.market, { resource: "assets", query: parseQuery({}) }))
      .results;
    for (const { slug } of summable) {
      const sumOf = (rows: typeof assets, i: number) => {
        const values = rows.flatMap((row) => figuresOf(row, slug)[i] ?? []);
        return values.length === 0 ? null : rounded(values.reduce((sum, value) => sum + value, 0));
      };
      for (const [i] of parts.entries()) {
        for (const group of assetClasses) {
          const members = assets.filter((asset) => asset.asset_class_id === group.id);
          expect(figuresOf(group, slug)[i], `${group.slug} ${slug}`).toBe(sumOf(members, i));
        }
        expect(whole && figuresOf(whole, slug)[i]).toBe(sumOf(assets, i));
      }
    }
  });
});

describe("an asset that has ended", () => {
  const ended = `a-${ids[lives.findIndex(({ until }) => until === 30)]}`;

  test("is unknown now and known before, with the day of its own last figures", async () => {
    const { result } = await getEntity(world.market, { resource: "assets", id: ended });
    for (const { slug } of metrics) expect(metricOf(result, slug)?.val, slug).toBeNull();
    expect(metricOf(result, "holding_addresses_count")?.val_30d).not.toBeNull();
    expect(metricOf(result, "holding_addresses_count")).toMatchObject({
      chg_30d_amt: null,
      chg_30d_pct: null,
    });
    expect(result._updated_at).toBe(`${dayBefore(30)}T00:00:00.000Z`);
  });

  test("and one with a gap or a late report show their own last day", async () => {
    const updated = async (until: number) => {
      const id = ids[lives.findIndex((life) => life.until === until)] ?? 0;
      return (await getEntity(world.market, { resource: "assets", id })).result;
    };
    expect((await updated(0))._updated_at).toBe(`${LAST}T00:00:00.000Z`);
    // Carried forward for seven days: still known, but not for today.
    const carried = await updated(7);
    expect(carried._updated_at).toBe(`${dayBefore(7)}T00:00:00.000Z`);
    expect(metricOf(carried, "holding_addresses_count")?.val).not.toBeNull();
    expect(metricOf(carried, "daily_mints_token")?.val).toBeNull();
    expect(metricOf(carried, "trailing_30_day_transfer_volume_dollar")?.val).toBeNull();
    expect(metricOf(await updated(8), "holding_addresses_count")?.val).toBeNull();
  });

  test("shows that day in lists, filters, totals and files, as do its tokens", async () => {
    const late = lives.filter(({ until }) => until > 7).map(({ until }) => dayBefore(until));
    const isEnded = { operator: "notEquals", field: "ended_date", value: null } as const;
    const sort = { field: "ended_date", direction: "desc" } as const;
    // Each asset has two tokens, and a price of the asset as a whole.
    for (const [resource, rows] of [
      ["assets", 1],
      ["tokens", 3],
    ] as const) {
      const { results, pagination } = await listResource(world.market, {
        resource,
        query: parseQuery({ ...all, filter: isEnded, sort, fields: ["ended_date"] }),
      });
      const expected = late.flatMap((day) => Array.from({ length: rows }, () => day)).sort();
      expect(results.map((row) => row.ended_date).reverse()).toEqual(expected);
      expect(pagination.resultCount).toBe(expected.length);
      const whole = (await listResource(world.market, { resource, query: parseQuery(all) })).results;
      expect(whole.filter((row) => row.ended_date !== null)).toHaveLength(expected.length);
      const { result } = await getEntity(world.market, { resource, id: String(results[0]?.slug) });
      expect(result.ended_date).toBe(dayBefore(8));
    }
    const [total] = (
      await aggregateResource(world.market, { resource: "assets", query: parseQuery({ filter: isEnded }) })
    ).results;
    expect(total).toMatchObject({ asset_count: late.length, token_count: 2 * late.length });
    const file = await exportRows(world.market, {
      resource: "assets",
      query: parseQuery({ fields: ["slug", "ended_date"], sort }),
      format: "csv",
    });
    const text = (await buffer(file.bytes)).toString();
    expect(text.split("\n").slice(1, 3)).toEqual([
      `"a-${ids[lives.findIndex(({ until }) => until === 8)]}","${dayBefore(8)}"`,
      `"${ended}","${dayBefore(30)}"`,
    ]);
  });

  test("has no explanation of a present figure, and one for the days with figures", async () => {
    const request = { metric: "holding_addresses_count", entityType: "asset", entityId: ended } as const;
    expect(await explainFigure(world.market, request)).toMatchObject({ value: null, date: null });
    const then = await explainFigure(world.market, { ...request, date: dayBefore(30) });
    expect(then).toMatchObject({ date: dayBefore(30) });
    expect(then.value).toBeGreaterThan(0);
  });
});

describe("levels over longer periods", () => {
  test.each(["week", "month", "year"] as const)("are those of the last day of each %s", async (interval) => {
    const end = {
      week: "toMonday(date) + 6",
      month: "toLastDayOfMonth(date)",
      year: "makeDate(toYear(date), 12, 31)",
    };
    for (const { slug, id } of summable.filter((metric) => metric.kind === "stock")) {
      const expected = await world.store.compactRows<[number, string, number]>(
        `SELECT t.asset_class_id, date, sum(value) FROM daily_metrics AS d FINAL
         INNER JOIN dim_tokens AS t ON t.id = d.token_id
         WHERE metric_id = ${id} AND date = least(${end[interval]}, toDate('${LAST}'))
         GROUP BY ALL ORDER BY ALL`,
      );
      const { results } = await metricSeries(world.market, {
        resource: "assets",
        query: parseQuery({
          filter: { operator: "equals", field: "measure_slug", value: slug },
          aggregate: { groupBy: "asset_class", interval },
        }),
      });
      const shown = results.flatMap(({ group, points }) =>
        points.map(([date, value]) => [group.id, date, rounded(value)]),
      );
      expect(shown.map(String).sort(), slug).toEqual(
        expected.map(([k, date, value]) => String([k, date, rounded(value)])).sort(),
      );
    }
  });
});
