import { afterAll, beforeAll, expect, test } from "vitest";
import { tokenSchema } from "#domain/catalog";
import { parseQuery, type QueryInput } from "#domain/query";
import type { StatementReader } from "#stores";
import { type MarketWorld, openMarketWorld, worldCatalog } from "../../tests/support/marketWorld";
import { aggregateResource } from "./aggregateResource";
import { createMarket, type Market } from "./market";
import { metricSeries } from "./metricSeries";

const assets = worldCatalog.assets.map(({ slug }) => slug);
const networks = worldCatalog.networks.map(({ slug }) => slug);
const TOKENS = 240;

let world: MarketWorld;
beforeAll(async () => {
  world = await openMarketWorld({
    ...worldCatalog,
    tokens: Array.from({ length: TOKENS }, (_, i) =>
      tokenSchema.parse({
        ...{ id: 5000 + i, asset: assets[i % assets.length], network: networks[i % networks.length] },
        ...{ symbol: "T", address: null, decimals: 18, standard: null, source: "https://example.com/facts" },
      }),
    ),
  });
  // Each insert is a part that a thread can read before or after the others.
  const ids = worldCatalog.assets.map(({ id }) => id);
  for (const metric of [71, 100009, 100022, 2]) {
    for (let part = 0; part < 4; part += 1) {
      const valuesOf = (id: number) => `exp(20 * (cityHash64(number, ${id}, ${part}) % 1000003) / 1000003)`;
      const value = valuesOf(metric);
      const token = `number % ${TOKENS}`;
      await world.store.run(
        `INSERT INTO daily_metrics (metric_id, asset_id, token_id, date, value, version)
         SELECT ${metric}, arrayElement([${ids.join(", ")}], ${token} % ${ids.length} + 1), 5000 + ${token},
           toDate32('2026-01-01') + ${part} * 20 + intDiv(number, ${TOKENS}), ${value}, 1
         FROM numbers(${TOKENS * 20})`,
      );
      await world.store.run(
        `INSERT INTO entity_metrics (entity_type, entity_id, metric_id, as_of, reported, val, w_val, version)
         SELECT 'token', 5000 + number, ${metric}, toDate32('2026-03-21'), toDate32('2026-03-21'), ${value}, ${valuesOf(2)}, ${part + 1}
         FROM numbers(${TOKENS})`,
      );
    }
  }
});
afterAll(() => world.close());

/** The market as read by a machine with a number of cores. */
function marketOf(threads: number): Market {
  const within = (sql: string) =>
    `${sql}${/\bSETTINGS\b/.test(sql) ? "," : " SETTINGS"} max_threads = ${threads}, max_block_size = 997`;
  const { store } = world;
  const visitors: StatementReader = {
    rows: (sql, parameters) => store.rows(within(sql), parameters),
    compactRows: (sql, parameters) => store.compactRows(within(sql), parameters),
    writtenRows: (sql, parameters) => store.writtenRows(within(sql), parameters),
    bytes: (sql, format, parameters) => store.bytes(within(sql), format, parameters),
  };
  return createMarket({ store: { visitors }, cacheBytes: 0 });
}

const measured = (slug: string, aggregate: QueryInput["aggregate"]): QueryInput => ({
  filter: { operator: "equals", field: "measure_slug", value: slug },
  aggregate,
});

test.each([
  measured("bridged_token_value_dollar", { groupBy: "date" }),
  measured("bridged_token_value_dollar", { groupBy: "network", aggregateFunction: "avg" }),
  measured("daily_mints_dollar", { groupBy: "asset_class", interval: "month" }),
  measured("apy_7_day_percent", { groupBy: "date" }),
  measured("apy_7_day_percent", { groupBy: "network", interval: "month" }),
])("series requested concurrently on any number of threads are the same bytes: %j", async (input) => {
  const query = parseQuery(input);
  for (const resource of ["assets", "tokens"] as const) {
    const pending = [1, 2, 3, 4, 8, 1, 2, 3, 4, 8].map((threads) =>
      metricSeries(marketOf(threads), { resource, query }),
    );
    const answers = await Promise.all(pending);
    expect(answers[0]?.results.length).toBeGreaterThan(0);
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
  }
});

test.each(["network", "asset_class"])("so are totals by %s", async (groupBy) => {
  const query = parseQuery({ aggregate: { groupBy } });
  const pending = [1, 2, 3, 4, 8, 1, 2, 3, 4, 8].map((threads) =>
    aggregateResource(marketOf(threads), { resource: "tokens", query }),
  );
  const answers = await Promise.all(pending);
  expect(answers[0]?.results.length).toBeGreaterThan(0);
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
});
