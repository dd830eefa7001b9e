import { CARRY_DAYS } from "#domain/metrics";
import { resourceByName } from "#domain/resources";
import { PEG_CLASS, PEG_DENOMINATION } from "#domain/watches";
import type { MarketStore } from "#stores";
import { assetBatches } from "../assetBatches";
import { tableExists } from "../tableExists";
import type { BatchTables } from "./deriveBatch";
import { type DaysOfAssets, dateOf } from "./observedSeries";
import { type AssetPlan, FIRST_DAY, type ObservedSeries, planSeries, type TokenOfAsset } from "./planSeries";
import { EXPECTED_TOKEN_COLUMNS } from "./servedLevel";

const TOKENS_TABLE = resourceByName("tokens")?.table ?? "dim_tokens";
const ASSETS_TABLE = resourceByName("assets")?.table ?? "dim_assets";

export const PLAN_COLUMNS = `asset_id UInt32, metric_id UInt32, is_sample Bool, from_listing UInt32, to_listing UInt32,
  from_date Date32, serve_from Date32, is_contested Bool`;
export const ASSET_COLUMNS = `asset_id UInt32, is_sample Bool, both_levels Bool, dollar_pegged Bool, from_day Int32,
  native_tokens Array(UInt32), ${EXPECTED_TOKEN_COLUMNS}`;

/** Observed rows per batch; bounds memory. */
const BATCH_ROWS = 300_000;
/** The same for assets of both levels computed in full, whose days are compared and summed in windows. */
const BOTH_LEVELS_ROWS = 40_000;
const INSERT_ROWS = 100_000;

export interface Plans {
  plans: AssetPlan[];
  /** Stablecoins with a unit worth one dollar. */
  dollarPegged: ReadonlySet<number>;
}

/** How the series of each asset are served, by the catalog. */
export async function readPlans(store: MarketStore, series: readonly ObservedSeries[]): Promise<Plans> {
  return {
    plans: planSeries(series, await tokensByAsset(store)),
    dollarPegged: await dollarPeggedAssets(store),
  };
}

/** Null before a catalog is loaded. */
async function tokensByAsset(
  store: MarketStore,
): Promise<((assetId: number) => readonly TokenOfAsset[]) | null> {
  const byAsset = new Map<number, TokenOfAsset[]>();
  if (!(await tableExists(store, TOKENS_TABLE))) return null;
  const rows = await store.compactRows<[number, number, number | null, boolean]>(
    `SELECT asset_id, id, toInt32(deployed_date), is_bridged FROM ${TOKENS_TABLE} WHERE NOT is_asset_level ORDER BY id`,
  );
  for (const [assetId, id, deployedDay, isBridged] of rows) {
    const tokens = byAsset.get(assetId);
    if (tokens) tokens.push({ id, deployedDay, isBridged });
    else byAsset.set(assetId, [{ id, deployedDay, isBridged }]);
  }
  return (assetId) => byAsset.get(assetId) ?? [];
}

async function dollarPeggedAssets(store: MarketStore): Promise<ReadonlySet<number>> {
  if (!(await tableExists(store, ASSETS_TABLE))) return new Set();
  const rows = await store.rows<{ id: number }>(
    `SELECT id FROM ${ASSETS_TABLE} WHERE asset_class_slug = {class:String} AND denomination = {currency:String}`,
    { class: PEG_CLASS, currency: PEG_DENOMINATION },
  );
  return new Set(rows.map(({ id }) => id));
}

/** Writes plans into the scratch tables of a run. `from`: first computed day of each asset. */
export async function insertPlans(
  store: MarketStore,
  { plans, dollarPegged, from, tables }: Plans & { from: DaysOfAssets; tables: BatchTables },
): Promise<void> {
  const firstDay = (assetId: number) => from.get(assetId) ?? FIRST_DAY;
  const served = plans.flatMap((p) => p.served);
  for (let i = 0; i < served.length; i += INSERT_ROWS) {
    await store.insertTabSeparated(
      tables.plan,
      [
        ...["asset_id", "metric_id", "is_sample", "from_listing", "to_listing"],
        ...["from_date", "serve_from", "is_contested"],
      ],
      served
        .slice(i, i + INSERT_ROWS)
        .map((s) => {
          const first = firstDay(s.assetId);
          const read = dateOf(Math.max(s.fromDay, first - CARRY_DAYS));
          return `${s.assetId}\t${s.metricId}\t${s.isSample}\t${s.fromListing}\t${s.toListing}\t${read}\t${dateOf(first)}\t${s.isContested}\n`;
        })
        .join(""),
    );
  }
  await store.insertTabSeparated(
    tables.assets,
    [
      "asset_id",
      "is_sample",
      "both_levels",
      "dollar_pegged",
      "from_day",
      "native_tokens",
      "tokens",
      "token_days",
    ],
    plans
      .map(
        (p) =>
          `${p.assetId}\t${p.isSample}\t${p.bothLevels}\t${dollarPegged.has(p.assetId)}\t${firstDay(p.assetId)}\t[${p.nativeTokens.join(",")}]\t[${p.tokens.map(({ id }) => id).join(",")}]\t[${p.tokens.map(({ fromDay }) => fromDay).join(",")}]\n`,
      )
      .join(""),
  );
}

/** Assets in batches of about `BATCH_ROWS` observed rows. Those computed in full are apart, since they read every day. */
export function* batchesOf(plans: readonly AssetPlan[], from: DaysOfAssets): Generator<number[]> {
  const isWhole = ({ assetId }: AssetPlan) => (from.get(assetId) ?? FIRST_DAY) <= FIRST_DAY;
  const whole = plans.filter(isWhole);
  yield* assetBatches(
    whole.filter(({ bothLevels }) => !bothLevels),
    BATCH_ROWS,
  );
  yield* assetBatches(
    whole.filter(({ bothLevels }) => bothLevels),
    BOTH_LEVELS_ROWS,
  );
  yield* assetBatches(
    plans.filter((plan) => !isWhole(plan)),
    BATCH_ROWS,
  );
}
