/**
 * Figures as of an earlier publication, in a market of five years with ten restated months: the size
 * of what is kept, and processor time of reading series and lists as of a publication beside the present ones.
 */
import path from "node:path";
import { DAY_MS, isoDay } from "#domain/days";
import { parseQuery, type QueryInput } from "#domain/query";
import { createDatedEntities, deriveDailyMetrics, readDataVersion } from "#ingest";
import { createMarket, listResource, type Market, metricSeries, readDatedPoint } from "#market";
import { HISTORY_EDITION, type MarketStore } from "#stores";
import { type Comparison, comparisonOf, type Measure, type MeasureWorld } from "./comparison";
import { LAST_DAY, observe, openLedgerMarket, processorTime } from "./derive";
import { readShippedCatalog } from "./sampleMarket";

export const dated: Measure = {
  name: "dated",
  doc: "processor time of series and lists as of an earlier publication, against the present ones, over five years",
  needsBuild: false,
  run: runDated,
};

const YEARS = 5;
/** Of the tokens of the catalog: one in four. */
const ONE_IN = 4;
const RESTATED_MONTHS = 10;
const ROUNDS = 9;

async function runDated({ folder, say }: MeasureWorld): Promise<Comparison[]> {
  const catalog = await readShippedCatalog();
  const home = path.join(folder, "dated");
  const { store, tokens } = await openLedgerMarket(home, { catalog, years: YEARS, oneIn: ONE_IN, say });
  try {
    const versions = [await readDataVersion(store)];
    for (let month = 0; month < RESTATED_MONTHS; month += 1) {
      const first = LAST_DAY - (month + 0.5) * ((YEARS * 365) / RESTATED_MONTHS) * DAY_MS;
      await observe(store, tokens, { first: first - (first % DAY_MS), days: 30, seed: month + 1 });
      const cost = await processorTime(async () => {
        const report = await deriveDailyMetrics(store, { assetIds: "dirty", today: isoDay(LAST_DAY) });
        versions.push(report.dataVersion);
      });
      say(`month ${month + 1} restated in ${cost.toFixed(0)} ms`);
    }
    say(await sizesOf(store));
    const asset = tokens[0]?.assetId ?? 0;
    return await measureReads(store, { asset, versions, say });
  } finally {
    await store.close();
  }
}

/** Bytes per million rows: of former rows, of served rows, and of what served rows have for former ones. */
async function sizesOf(store: MarketStore): Promise<string> {
  const parts = await store.rows<{ former: boolean; n: string; bytes: string }>(
    `SELECT position(partition, '${HISTORY_EDITION}') > 0 AS former, sum(rows) AS n, sum(data_compressed_bytes) AS bytes
      FROM system.parts WHERE active AND database = currentDatabase() AND table = 'daily_metrics' GROUP BY former`,
  );
  const [since] = await store.rows<{ n: string; bytes: string }>(
    `SELECT sum(rows) AS n, sum(column_data_compressed_bytes) AS bytes FROM system.parts_columns
      WHERE active AND database = currentDatabase() AND table = 'daily_metrics' AND column = 'since'`,
  );
  const perMillion = (row: { n: string; bytes: string } | undefined) =>
    row === undefined ? "none" : `${(Number(row.bytes) / Number(row.n)).toFixed(2)} MB per million`;
  const sized = parts.map(
    (row) =>
      `${(Number(row.n) / 1e6).toFixed(1)} M ${row.former ? "former" : "served"} rows, ${perMillion(row)}`,
  );
  return `${sized.join("; ")}; column since ${perMillion(since)}`;
}

interface ReadOptions {
  asset: number;
  /** Data versions before and after each restatement. */
  versions: readonly number[];
  say: MeasureWorld["say"];
}

async function measureReads(
  store: MarketStore,
  { asset, versions, say }: ReadOptions,
): Promise<Comparison[]> {
  const version = String(await readDataVersion(store));
  const present = createMarket({
    store,
    cacheBytes: 0,
    dataVersion: () => version,
    entitiesAt: createDatedEntities(store, () => version),
  });
  const series = (query: QueryInput) => (market: Market) =>
    metricSeries(market, { resource: "tokens", query: parseQuery(query) });
  const supply = { operator: "equals", field: "measure_slug", value: "total_supply_token" } as const;
  const value = { operator: "equals", field: "measure_slug", value: "bridged_token_value_dollar" } as const;
  const reads = {
    "five years of an asset by day": series({
      filter: { operator: "and", filters: [supply, { operator: "equals", field: "asset_id", value: asset }] },
      aggregate: { groupBy: "asset", interval: "day" },
    }),
    "five years of everything by week and network": series({
      filter: value,
      aggregate: { groupBy: "network", interval: "week" },
    }),
    "a list of assets": (market: Market) =>
      listResource(market, { resource: "assets", query: parseQuery({}) }),
  };
  const points = await Promise.all(
    [0, RESTATED_MONTHS / 2].map((at) => readDatedPoint(present, String(versions[at]))),
  );
  const comparisons: Comparison[] = [];
  for (const [what, read] of Object.entries(reads)) {
    for (const [index, point] of points.entries()) {
      const then = present.at(point);
      const first = await processorTime(() => read(then));
      const ours: number[] = [];
      const theirs: number[] = [];
      for (let round = 0; round < ROUNDS; round += 1) {
        ours.push(await processorTime(() => read(then)));
        theirs.push(await processorTime(() => read(present)));
      }
      const restated = `${RESTATED_MONTHS - (index * RESTATED_MONTHS) / 2} months restated since`;
      say(`${what}, ${restated}: first read ${first.toFixed(0)} ms`);
      comparisons.push(
        comparisonOf(
          {
            measure: "dated",
            what: `${what}, ${restated}`,
            unit: "ms",
            aim: null,
            note: `first read ${first.toFixed(0)} ms`,
          },
          { ours, theirs },
        ),
      );
    }
  }
  return comparisons;
}
