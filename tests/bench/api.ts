/**
 * What the data API adds to the engine: each request is timed over REST (key, compiling, rows to JSON, nothing
 * remembered) beside the very statements it ran, straight on the engine as unparsed bytes. Prints the ratio of
 * the medians (the aim is 1.3 at most) and of the fastest runs, which a busy machine disturbs less.
 *
 *     npx tsx tests/bench/api.ts [folder]
 *
 * Without a folder, a full-size sample is made first. With one, that market folder is read (and made where empty).
 */
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { createApiKey } from "#accounts";
import { createRestApi } from "#api";
import { indexCatalog } from "#domain";
import { loadCatalog, loadSample, readCatalog } from "#ingest";
import { createMarket } from "#market";
import {
  type MarketStore,
  migrateMarketStore,
  openMarketStore,
  openPeopleStore,
  type SqlParameters,
} from "#stores";

const RUNS = 15;
const measure = (slug: string) => ({ operator: "equals", field: "measure_slug", value: slug });
const value = measure("bridged_token_value_dollar");
const and = (...filters: object[]) => ({ operator: "and", filters });
const since = { operator: "onOrAfter", field: "date", value: "2025-06-01" };

const cases: readonly [name: string, path: string, query: object][] = [
  ["assets, first page, every metric", "assets", {}],
  [
    "assets, 100 rows, filtered and sorted by metrics",
    "assets",
    {
      filter: { operator: "gt", field: "holding_addresses_count", value: 10 },
      sort: { field: "holding_addresses_count.chg_30d_pct", direction: "desc" },
      pagination: { perPage: 100 },
    },
  ],
  [
    "assets, a page's columns",
    "assets",
    {
      fields: ["name", "ticker", "bridged_token_value_dollar", "holding_addresses_count"],
      pagination: { perPage: 50 },
    },
  ],
  ["tokens, first page", "tokens", {}],
  ["networks, with nested totals", "networks", {}],
  ["transactions, newest", "transactions", { pagination: { perPage: 50 } }],
  ["aggregates by asset class", "assets/aggregates", { aggregate: { groupBy: "asset_class" } }],
  [
    "series by asset class, all days",
    "assets/aggregates/timeseries",
    { filter: value, aggregate: { groupBy: "asset_class" } },
  ],
  [
    "series by network, a year, investable",
    "tokens/aggregates/timeseries",
    {
      filter: and(value, since, { operator: "equals", field: "is_investable", value: true }),
      aggregate: { groupBy: "network", interval: "day" },
    },
  ],
  [
    "series by platform, months",
    "tokens/aggregates/timeseries",
    { filter: value, aggregate: { groupBy: "protocol", interval: "month" } },
  ],
  [
    "series of one asset",
    "assets/aggregates/timeseries",
    { filter: and(value, { operator: "equals", field: "slug", value: "buidl" }) },
  ],
  [
    "series of a weighted metric by class",
    "assets/aggregates/timeseries",
    { filter: measure("apy_7_day_percent"), aggregate: { groupBy: "asset_class" } },
  ],
  [
    "series of 25 assets, all days",
    "assets/aggregates/timeseries",
    { filter: value, pagination: { perPage: 25 } },
  ],
];

interface Statement {
  sql: string;
  parameters: SqlParameters | undefined;
}

/** A store that notes what it is asked. */
function recording(store: MarketStore, notes: Statement[]): MarketStore {
  return {
    ...store,
    rows: (sql, parameters) => {
      notes.push({ sql, parameters });
      return store.rows(sql, parameters);
    },
    compactRows: (sql, parameters) => {
      notes.push({ sql, parameters });
      return store.compactRows(sql, parameters);
    },
  };
}

const median = (times: number[]) =>
  [...times].sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.NaN;

async function timed(run: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await run();
  return performance.now() - start;
}

async function prepare(store: MarketStore): Promise<void> {
  await migrateMarketStore(store);
  const { catalog } = await readCatalog(path.resolve("catalog"));
  await loadCatalog(store, catalog);
  await loadSample(store, indexCatalog(catalog), { today: new Date().toISOString().slice(0, 10) });
}

async function main(): Promise<void> {
  const given = process.argv[2];
  const folder = given ?? (await mkdtemp(path.join(tmpdir(), "bench-api-")));
  if (!existsSync(folder)) await mkdir(folder, { recursive: true });
  const store = await openMarketStore({ url: null, folder });
  const people = await openPeopleStore({ url: null, folder: "memory://" });
  try {
    await prepare(store);
    const [size] = await store.rows<{ n: string }>("SELECT count() AS n FROM daily_metrics");
    console.log(`${Number(size?.n).toLocaleString("en")} daily rows, medians of ${RUNS} runs`);
    const notes: Statement[] = [];
    // Too small to remember any answer, while names stay known as in service.
    const market = createMarket({ store: recording(store, notes), dataVersion: () => 1, cacheBytes: 1 });
    const api = createRestApi({ market, people, requestsPerMinute: 1_000_000 });
    const { key } = await createApiKey(people, { name: "bench", isAdmin: true });
    for (const [name, at, query] of cases) {
      const url = `/api/v4/${at}?query=${encodeURIComponent(JSON.stringify(query))}`;
      const ask = async () => {
        const response = await api.request(url, { headers: { authorization: `Bearer ${key}` } });
        const text = await response.text();
        if (response.status !== 200) throw new Error(`${name}: ${response.status} ${text.slice(0, 300)}`);
        return text.length;
      };
      await ask();
      notes.length = 0;
      const bytes = await ask();
      const statements = [...notes];
      const engine = async () => {
        for (const { sql, parameters } of statements)
          await store.bytes(sql, "JSONCompactEachRow", parameters);
      };
      const apiTimes: number[] = [];
      const engineTimes: number[] = [];
      for (let i = 0; i < RUNS; i += 1) {
        apiTimes.push(await timed(ask));
        engineTimes.push(await timed(engine));
      }
      const [a, e] = [median(apiTimes), median(engineTimes)];
      const fastest = Math.min(...apiTimes) / Math.min(...engineTimes);
      console.log(
        `${(a / e).toFixed(2)}x (fastest ${fastest.toFixed(2)}x)  api ${a.toFixed(1)} ms, engine ${e.toFixed(1)} ms, ${statements.length} statements, ${Math.round(bytes / 1000)} kB  ${name}`,
      );
    }
  } finally {
    await store.close();
    await people.close();
    if (given === undefined) await rm(folder, { recursive: true, force: true });
  }
}

await main();
