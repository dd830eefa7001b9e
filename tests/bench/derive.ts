/**
 * Processor time of incremental derivations beside one of everything: ledger metrics of every EVM token, one and five
 * years of days. Times of an increment must not grow with the years.
 */
import { existsSync } from "node:fs";
import { mkdir, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import type { Catalog } from "#domain/catalog";
import { DAY_MS, isoDay } from "#domain/days";
import { metricByName } from "#domain/metrics";
import { indexCatalog } from "#domain/resources";
import { deriveDailyMetrics, loadCatalog, markAssetsDirty, nextRowVersion } from "#ingest";
import { type MarketStore, migrateMarketStore, openMarketStore } from "#stores";
import { type Comparison, comparisonOf, type Measure, type MeasureWorld } from "./comparison";
import { readShippedCatalog } from "./sampleMarket";

export const derive: Measure = {
  name: "derive",
  doc: "processor time of deriving what changed, against deriving everything, over one and five years of ledger metrics",
  needsBuild: false,
  run: runDerive,
};

const METRICS = [
  "total_supply_token",
  "daily_mints_token",
  "daily_burns_token",
  "daily_transfer_volume_token",
  "daily_transfer_count",
  "daily_active_addresses_count",
  "price_dollar",
  "trailing_30_day_active_addresses_count",
  "holding_addresses_count",
  "top_holder_share_percent",
  "top_5_holders_share_percent",
  "top_10_holders_share_percent",
  "holder_concentration_hhi",
];
export const LAST_DAY = Date.UTC(2026, 10, 20);
const ROUNDS = 5;

/** Milliseconds of processor time. */
const AIMS = { day: 1_000, asset: 100, half: 5_000 } as const;

interface Token {
  id: number;
  assetId: number;
}

async function runDerive({ folder, say }: MeasureWorld): Promise<Comparison[]> {
  const catalog = await readShippedCatalog();
  const comparisons: Comparison[] = [];
  for (const years of [1, 5]) {
    const home = path.join(folder, `derive-${years}`);
    const market = await openLedgerMarket(home, { catalog, years, say });
    try {
      comparisons.push(...(await measureMarket(market, { years, say })));
    } finally {
      await market.store.close();
      // Measuring adds days to it.
      await rm(path.join(home, "ready"), { force: true });
    }
  }
  return comparisons;
}

interface LedgerMarket {
  store: MarketStore;
  tokens: readonly Token[];
}

export async function openLedgerMarket(
  home: string,
  {
    catalog,
    years,
    oneIn = 1,
    say,
  }: {
    catalog: Catalog;
    years: number;
    /** Which part of the tokens have figures: one in so many. */
    oneIn?: number;
    say: MeasureWorld["say"];
  },
): Promise<LedgerMarket> {
  const tokens = evmTokens(catalog).filter((_, index) => index % oneIn === 0);
  const ready = path.join(home, "ready");
  if (!existsSync(ready)) await rm(home, { recursive: true, force: true });
  await mkdir(home, { recursive: true });
  const store = await openMarketStore({ url: null, folder: path.join(home, "market") });
  if (!existsSync(ready)) {
    await migrateMarketStore(store);
    await loadCatalog(store, catalog);
    for (let year = 0; year < years; year += 1) {
      await observe(store, tokens, { first: LAST_DAY - (year + 1) * 365 * DAY_MS, days: 365 });
    }
    await store.run("OPTIMIZE TABLE observations FINAL");
    say(`${years}: observed`);
    await deriveDailyMetrics(store, { assetIds: "dirty", today: isoDay(LAST_DAY) });
    await writeFile(ready, "");
  }
  return { store, tokens };
}

function evmTokens(catalog: Catalog): Token[] {
  const { assetBySlug, networkBySlug, tokens } = indexCatalog(catalog);
  return tokens.flatMap((token) => {
    const asset = assetBySlug.get(token.asset);
    return asset !== undefined && networkBySlug.get(token.network)?.chain_id != null
      ? [{ id: token.id, assetId: asset.id }]
      : [];
  });
}

/** Writes figures of tokens, marked dirty from their first day on. */
export async function observe(
  store: MarketStore,
  tokens: readonly Token[],
  { first, days, seed = 0 }: { first: number; days: number; seed?: number },
): Promise<void> {
  const version = await nextRowVersion(store);
  await markAssetsDirty(store, {
    assetIds: [...new Set(tokens.map(({ assetId }) => assetId))],
    from: () => isoDay(first),
    version,
  });
  await store.run(
    `INSERT INTO observations (asset_id, token_id, metric_id, date, is_sample, provider, value, source_id, version)
      SELECT token.1, token.2, metric, toDate32({first:String}) + day AS date, false, 'chain',
        if(metric IN {shares:Array(UInt32)}, 50, 1e6) * (1 + sin(cityHash64(token.2, metric, toInt32(date), {seed:UInt32}) % 1000) / 2), 1, {version:UInt64}
      FROM (SELECT arrayJoin(arrayZip({assets:Array(UInt32)}, {tokens:Array(UInt32)})) AS token) AS tokens
      ARRAY JOIN {metrics:Array(UInt32)} AS metric ARRAY JOIN range({days:UInt32}) AS day`,
    {
      first: isoDay(first),
      days,
      seed,
      version,
      assets: tokens.map(({ assetId }) => assetId),
      tokens: tokens.map(({ id }) => id),
      metrics: METRICS.map(idOf),
      shares: METRICS.filter((name) => /percent|hhi/.test(name)).map(idOf),
    },
  );
}

function idOf(name: string): number {
  const id = metricByName(name)?.id;
  if (id === undefined) throw new Error(`There is no metric ${name}.`);
  return id;
}

/** Milliseconds of processor time of this process and the engine in it. */
export async function processorTime(work: () => Promise<unknown>): Promise<number> {
  const start = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1_000;
}

async function measureMarket(
  { store, tokens }: LedgerMarket,
  { years, say }: { years: number; say: MeasureWorld["say"] },
): Promise<Comparison[]> {
  let last = LAST_DAY;
  const publish = () =>
    processorTime(() => deriveDailyMetrics(store, { assetIds: "dirty", today: isoDay(last) }));
  const assetIds = [...new Set(tokens.map(({ assetId }) => assetId))];
  const half = new Set(assetIds.slice(0, assetIds.length / 2));
  const times: Record<"day" | "asset" | "half", number[]> = { day: [], asset: [], half: [] };
  for (let round = 0; round < ROUNDS; round += 1) {
    last += DAY_MS;
    await observe(store, tokens, { first: last, days: 1 });
    times.day.push(await publish());
    const one = assetIds[round];
    await observe(
      store,
      tokens.filter(({ assetId }) => assetId === one),
      { first: last, days: 1, seed: 1 },
    );
    times.asset.push(await publish());
    await observe(
      store,
      tokens.filter(({ assetId }) => half.has(assetId)),
      { first: last, days: 1, seed: round + 2 },
    );
    times.half.push(await publish());
    say(
      `${years}: ${Object.values(times)
        .map((all) => all.at(-1)?.toFixed(0))
        .join(", ")} ms`,
    );
  }
  const everything = await processorTime(() =>
    deriveDailyMetrics(store, { assetIds: "all", today: isoDay(last) }),
  );
  const [size] = await store.rows<{ observations: string; daily: string }>(
    "SELECT (SELECT count() FROM observations) AS observations, (SELECT count() FROM daily_metrics) AS daily",
  );
  const millions = (count: string | undefined) => `${(Number(count) / 1e6).toFixed(1)} M`;
  const note = `${millions(size?.observations)} observations, ${millions(size?.daily)} daily rows`;
  const memory = process.resourceUsage().maxRSS / 1024;
  const span = years === 1 ? "1 year" : `${years} years`;
  const rows = (what: string, ours: readonly number[], aim: number) => {
    const draft = { measure: "derive", unit: "ms", note };
    return [
      comparisonOf(
        { ...draft, what: `${span}, ${what}, beside everything`, aim: null },
        { ours, theirs: [everything] },
      ),
      comparisonOf(
        { ...draft, what: `${span}, ${what}, beside its limit`, aim: { atMost: 1 } },
        { ours, theirs: [aim] },
      ),
    ];
  };
  return [
    ...rows("a new day of everything", times.day, AIMS.day),
    ...rows("the last day of one asset", times.asset, AIMS.asset),
    ...rows("the last day of half of the assets", times.half, AIMS.half),
    comparisonOf(
      { measure: "derive", what: `${span}, peak memory`, unit: "MB", aim: { atMost: 1 }, note: "" },
      { ours: [memory], theirs: [1_200] },
    ),
  ];
}
