/**
 * The aggregation of the store compared with a plain evaluation in memory: every function, grouping and interval with
 * every kind of metric, and totals, stored figures and explanations by the same rule. The market is random but
 * seeded: listings start, pause and end. AGGREGATION_SEED=… selects another one.
 */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { metricOf } from "#domain/api";
import { platformSchema } from "#domain/catalog";
import {
  aggregateFunctions,
  levelParts,
  lookbackDays,
  type Metric,
  type MetricSlug,
  metricByName,
  metricOfSlug,
  metrics,
} from "#domain/metrics";
import { type Filter, type Interval, intervals, parseQuery, type QueryInput } from "#domain/query";
import { ASSET_LISTING_OFFSET, type EntityKind, entityTypes, listingColumn } from "#domain/resources";
import { deriveDailyMetrics, loadCatalog } from "#ingest";
import { aggregateResource, createMarket, explainFigure, type Market, metricSeries } from "#market";
import { asset, catalogOf, network, token } from "../../src/ingest/testSupport/catalogBuilder";
import { openTestStore, type TestStore } from "../support/ingestStore";
import { createObservationWriter } from "../support/observationWriter";
import {
  dateOfDay,
  dayOfDate,
  newestDay,
  type PlainMarket,
  plainSeries,
  totalsOn,
} from "../support/plainAggregation";

const SEED = Number(process.env.AGGREGATION_SEED ?? 20_260_101);
const FIRST = dayOfDate("2024-12-04");
const DAYS = 400;

/** One of each kind: levels, counts, flows, differences, trailing sums, ratios, and means weighted by levels and by flows. */
const kinds: readonly Metric[] = [
  metricOfSlug("bridged_token_value_dollar"),
  metricOfSlug("holding_addresses_count"),
  metricOfSlug("daily_mints_dollar"),
  metricOfSlug("net_flow_dollar"),
  metricOfSlug("trailing_30_day_net_flow_dollar"),
  metricOfSlug("trailing_30_day_turnover_ratio"),
  metricOfSlug("net_asset_value_dollar"),
  metricOfSlug("apy_7_day_percent"),
  metricOfSlug("average_interest_rate_percent"),
  metricOfSlug("average_transfer_dollar"),
];

/**
 * The multiple and step of observed values: their sums and products have no rounding. One flow is reported two days
 * late, so that the weight of a figure has a later day than the figure.
 */
const OBSERVED = [
  { slug: "total_supply_token", most: 4096, step: 1 },
  { slug: "net_asset_value_dollar", most: 512, step: 1 / 16 },
  { slug: "price_dollar", most: 512, step: 1 / 16 },
  { slug: "apy_7_day_percent", most: 128, step: 1 / 16 },
  { slug: "holding_addresses_count", most: 1000, step: 1 },
  { slug: "daily_mints_dollar", most: 5000, step: 1 / 4 },
  { slug: "daily_burns_dollar", most: 5000, step: 1 / 4 },
  { slug: "daily_transfer_volume_dollar", most: 9000, step: 1 / 4, daysLate: 2 },
  { slug: "daily_transfer_count", most: 64, step: 1 },
  { slug: "outstanding_capital_dollar", most: 3000, step: 1 },
  { slug: "average_interest_rate_percent", most: 160, step: 1 / 16 },
] as const satisfies readonly { slug: MetricSlug; most: number; step: number; daysLate?: number }[];

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}
const random = randomOf(SEED);
const below = (bound: number) => Math.floor(random() * bound);
const pick = <T>(items: readonly T[]): T => items[below(items.length)] as T;

const networks = ["ethereum", "polygon", "base"];
const platforms = [1, 2].map((id) =>
  platformSchema.parse({
    ...{ id, slug: `p-${id}`, name: `P ${id}`, jurisdiction: null, website: null, description: null },
    source: "https://example.org/facts",
  }),
);
const assets = Array.from({ length: 8 }, (_, i) =>
  asset(100 + i, `a-${i}`, {
    asset_class: pick(["treasuries", "stablecoins", "commodities"] as const),
    platform: pick(["p-1", "p-2", null]),
    distribution: pick(["distributed", "represented"] as const),
  }),
);
const tokens = assets.flatMap(({ id, slug }) =>
  networks.slice(0, below(4)).map((network, i) => token(id * 10 + i, slug, network)),
);

/** Days on which a listing reports: from a start, with pauses short and long, to an end. */
function daysReported(): number[] {
  const start = below(DAYS * 0.7);
  const end = random() < 0.6 ? DAYS : start + below(DAYS - start);
  const days: number[] = [];
  for (let day = start; day < end; day += 1) {
    if (random() < 0.03) day += pick([1, 3, 7, 8, 20, 60]);
    else days.push(FIRST + day);
  }
  return days.filter((day) => day < FIRST + DAYS);
}

let world: TestStore;
let market: Market;
let plain: PlainMarket;
let listings: ReadonlyMap<number, Readonly<Record<string, unknown>>>;

beforeAll(async () => {
  world = await openTestStore();
  await loadCatalog(
    world.store,
    catalogOf({
      networks: networks.map((slug, i) => network(i + 1, slug)),
      platforms,
      assets,
      tokens,
    }),
  );
  const writer = createObservationWriter(world.store, { sourceId: 1, isSample: false });
  for (const { id, slug } of assets) {
    const own = tokens.filter(({ asset: of }) => of === slug).map((of) => of.id);
    for (const { slug: name, most, step, ...late } of OBSERVED) {
      const last = FIRST + DAYS - 1 - ("daysLate" in late ? late.daysLate : 0);
      for (const listingId of [ASSET_LISTING_OFFSET + id, ...own]) {
        if (random() < (listingId < ASSET_LISTING_OFFSET ? 0.25 : own.length > 0 ? 0.6 : 0.1)) continue;
        for (const day of daysReported().filter((reported) => reported <= last)) {
          // Some values are zero, so that some weights are.
          const value = random() < 0.02 ? 0 : below(most) * step;
          const metricId = metricByName(name)?.id ?? 0;
          writer.add({ assetId: id, listingId, metricId, date: dateOfDay(day), value });
        }
      }
    }
  }
  await writer.flush();
  await deriveDailyMetrics(world.store, { assetIds: "all", today: "2026-12-31" });
  // The store is not written to from here on.
  market = createMarket({ store: world.store, dataVersion: () => 1 });
  const rows = await world.store.compactRows<[number, number, string, number]>(
    "SELECT metric_id, token_id, date, value FROM daily_metrics FINAL",
  );
  const values = new Map<number, Map<number, Map<number, number>>>();
  for (const [metric, listing, date, value] of rows) {
    const byListing = values.get(metric) ?? new Map<number, Map<number, number>>();
    const days = byListing.get(listing) ?? new Map<number, number>();
    values.set(metric, byListing.set(listing, days.set(dayOfDate(date), value)));
  }
  const known = await world.store.rows<Record<string, unknown>>("SELECT * FROM dim_tokens");
  listings = new Map(known.map((row) => [Number(row.id), row]));
  plain = {
    values,
    assetOf: (listing) => Number(listings.get(listing)?.asset_id),
    metricOf: (slug) => metricByName(slug) as Metric,
  };
}, 300_000);
afterAll(() => world?.close());

/** The key of a listing's group of a kind; null if it has none and `isTotal` excludes such listings. */
const groupOfKind =
  (kind: EntityKind, isTotal = false) =>
  (listing: number): string | null => {
    const id = listings.get(listing)?.[listingColumn(kind, "id")] ?? null;
    return id === null ? (isTotal ? null : "0") : String(id);
  };

/** Figures of one unit are served by asset and by token only. */
const isServed = ({ isPerUnit }: Metric, groupBy: string | undefined): boolean =>
  !isPerUnit || groupBy === "asset" || groupBy === "token";

interface Grouping {
  name: string | undefined;
  groupOf: (listing: number) => string | null;
  mayHavePlainMean: boolean;
}
const groupings: readonly Grouping[] = [
  ...(["asset", "token", "network", "platform", "asset_class"] as const).map((kind) => ({
    name: kind,
    groupOf: groupOfKind(kind),
    mayHavePlainMean: kind === "asset" || kind === "token",
  })),
  {
    name: "distribution",
    groupOf: (listing) => String(listings.get(listing)?.distribution),
    mayHavePlainMean: false,
  },
  { name: "date", groupOf: () => "none", mayHavePlainMean: true },
  { name: "measure", groupOf: () => "measure", mayHavePlainMean: true },
];

/** Two figures that are equal except for the rounding of a quotient of rounded products. */
const isSame = (a: number, b: number) => a === b || Math.abs(a - b) <= 4e-16 * Math.abs(b);

type Points = readonly (readonly [date: string, value: number])[];

function differences(what: string, served: Points, expected: Points): string[] {
  const dates = new Set([...served, ...expected].map(([date]) => date));
  const [is, should] = [new Map(served), new Map(expected)];
  return [...dates].flatMap((date) => {
    const [a, b] = [is.get(date), should.get(date)];
    return a !== undefined && b !== undefined && isSame(a, b) ? [] : [`${what} on ${date}: ${a}, not ${b}`];
  });
}

interface SeriesRequest {
  resource: "assets" | "tokens";
  grouping: Grouping;
  aggregateFunction: (typeof aggregateFunctions)[number] | undefined;
  interval: Interval;
  from?: string;
  to?: string;
}

async function wrongFigures({
  resource,
  grouping,
  aggregateFunction,
  interval,
  from,
  to,
}: SeriesRequest): Promise<string[]> {
  const groupBy = grouping.name ?? (resource === "assets" ? "asset" : "token");
  const served = kinds.filter((metric) => isServed(metric, groupBy));
  const measures = served.map(
    ({ slug }): Filter => ({ operator: "equals", field: "measure_slug", value: slug }),
  );
  const dates: Filter[] = [
    ...(from === undefined ? [] : [{ operator: "onOrAfter", field: "date", value: from } as const]),
    ...(to === undefined ? [] : [{ operator: "onOrBefore", field: "date", value: to } as const]),
  ];
  const input: QueryInput = {
    filter: { operator: "and", filters: [{ operator: "or", filters: measures }, ...dates] },
    aggregate: { groupBy, interval, ...(aggregateFunction === undefined ? {} : { aggregateFunction }) },
  };
  const found = new Map<string, Points>();
  for (let page = 1, pages = 1; page <= pages; page += 1) {
    const query = parseQuery({ ...input, pagination: { page, perPage: 100 } });
    const { results, pagination } = await metricSeries(market, { resource, query });
    for (const { measure, group, points } of results) {
      const key = group.type === "measure" ? "measure" : String(group.id ?? "none");
      found.set(`${measure.slug} ${key}`, points);
    }
    pages = pagination.pageCount;
  }
  const isRequested = (day: number) =>
    (from === undefined || day >= dayOfDate(from)) && (to === undefined || day <= dayOfDate(to));
  const expected = new Map<string, Points>();
  for (const metric of served) {
    const { groupOf, mayHavePlainMean } = grouping;
    const request = {
      metric,
      aggregateFunction,
      interval,
      members: resource,
      groupOf,
      mayHavePlainMean,
      isRequested: isRequested,
    };
    for (const [key, points] of plainSeries(plain, request)) expected.set(`${metric.slug} ${key}`, points);
  }
  return [...new Set([...found.keys(), ...expected.keys()])].flatMap((key) =>
    differences(
      `${resource} by ${groupBy}, ${aggregateFunction ?? "own rule"}, ${interval}: ${key}`,
      found.get(key) ?? [],
      expected.get(key) ?? [],
    ),
  );
}

const functions = [undefined, ...aggregateFunctions];

describe(`the market of seed ${SEED}`, { timeout: 600_000 }, () => {
  test("has listings that start, pause and end, values of every kind, and weights that are zero or unknown", () => {
    for (const metric of kinds) {
      const of = [...(plain.values.get(metric.id) ?? new Map()).values()];
      const lengths = of.map((days) => days.size);
      expect(of.length, metric.slug).toBeGreaterThan(3);
      expect(new Set(lengths).size, metric.slug).toBeGreaterThan(2);
    }
    const newestOf = (slug: MetricSlug) => newestDay(plain, metricOfSlug(slug));
    expect(newestOf("trailing_30_day_turnover_ratio")).toBe(newestOf("bridged_token_value_dollar") - 2);
  });

  /** Alternates between assets and tokens; another seed swaps them. */
  describe.each(groupings)("series by $name", (grouping) => {
    test.each(intervals)("are combined by every function over each %s", async (interval) => {
      for (const [i, aggregateFunction] of functions.entries()) {
        const index = i + intervals.indexOf(interval) + groupings.indexOf(grouping) + SEED;
        const resource = index % 2 === 0 ? "assets" : "tokens";
        expect(await wrongFigures({ resource, grouping, aggregateFunction, interval })).toEqual([]);
      }
    });
  });

  test("series between two days contain only those days", async () => {
    for (let i = 0; i < 12; i += 1) {
      const from = FIRST + below(DAYS);
      const requested = {
        resource: pick(["assets", "tokens"] as const),
        grouping: pick(groupings),
        aggregateFunction: pick(functions),
        interval: pick(intervals),
        from: dateOfDay(from),
        to: dateOfDay(from + below(120)),
      };
      expect(await wrongFigures(requested)).toEqual([]);
    }
  });

  test("totals are combined by the rule of each metric, now and at every look-back", async () => {
    for (const grouping of groupings) {
      if (grouping.name === "date" || grouping.name === "measure") continue;
      for (const resource of ["assets", "tokens"] as const) {
        const { results } = await aggregateResource(market, {
          resource,
          query: parseQuery({
            aggregate: { groupBy: grouping.name },
            sort: { field: "id", direction: "asc" },
            pagination: { page: 1, perPage: 100 },
          }),
        });
        const wrong = metrics.flatMap((metric) => {
          const newest = newestDay(plain, metric);
          return levelParts.flatMap((part, i) => {
            const day = newest - ([0, ...lookbackDays][i] ?? 0);
            const expected = isServed(metric, grouping.name)
              ? totalsOn(plain, { metric, day, ...grouping })
              : new Map<string, number>();
            return results.flatMap((row) => {
              const key = String(row.group.id ?? "none");
              const is = metricOf(row, metric.slug)?.[part] ?? undefined;
              const should = expected.get(key);
              const fits = is === undefined || should === undefined ? is === should : isSame(is, should);
              return fits ? [] : [`${metric.slug}.${part} of ${grouping.name} ${key}: ${is}, not ${should}`];
            });
          });
        });
        expect(wrong).toEqual([]);
      }
    }
  });

  test("stored figures of every kind of entity are combined by the same rule", async () => {
    const rows = await world.store.rows<Record<string, number | string | null>>(
      "SELECT * EXCEPT version FROM entity_metrics FINAL",
    );
    const served = new Map(rows.map((row) => [`${row.entity_type} ${row.entity_id} ${row.metric_id}`, row]));
    const wrong = entityTypes.flatMap((type) =>
      metrics.flatMap((metric) =>
        levelParts.flatMap((part, i) => {
          const day = newestDay(plain, metric) - ([0, ...lookbackDays][i] ?? 0);
          const mayHavePlainMean = type === "asset" || type === "token";
          const expected = totalsOn(plain, {
            metric,
            day,
            groupOf: groupOfKind(type, true),
            mayHavePlainMean,
          });
          return [...expected].flatMap(([id, should]) => {
            const is = served.get(`${type} ${id} ${metric.id}`)?.[part];
            return typeof is === "number" && isSame(is, should)
              ? []
              : [`${metric.slug}.${part} of ${type} ${id}: ${is}, not ${should}`];
          });
        }),
      ),
    );
    expect(wrong).toEqual([]);
  });

  test("explanations report the same figure", async () => {
    for (let i = 0; i < 25; i += 1) {
      const entityType = pick(["asset", "network", "platform", "asset_class"] as const);
      const metric = pick(kinds.filter((one) => isServed(one, entityType)));
      const entityId = pick([...listings.values()])[listingColumn(entityType, "id")];
      if (typeof entityId !== "number") continue;
      const day = FIRST + below(DAYS);
      const request = { metric: metric.slug, entityType, entityId, date: dateOfDay(day) };
      const { value } = await explainFigure(market, request);
      const groupOf = groupOfKind(entityType, true);
      const expected = totalsOn(plain, { metric, day, groupOf, mayHavePlainMean: entityType === "asset" });
      const should = expected.get(String(entityId)) ?? null;
      expect(
        value === should || isSame(value ?? Number.NaN, should ?? Number.NaN),
        `${JSON.stringify(request)}: ${value}, not ${should}`,
      ).toBe(true);
    }
  });
});
