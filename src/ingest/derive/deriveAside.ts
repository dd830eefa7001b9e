import { type MarketStore, publishedRows, readPublication, readSourcePrecedence } from "#stores";
import type { Scratch } from "../scratchTables";
import { createBatchTables, deriveBatch } from "./deriveBatch";
import { batchesOf, insertPlans, readPlans } from "./insertPlans";
import { readObserved } from "./observedSeries";
import { FIRST_DAY } from "./planSeries";

/** The latest value of a metric of a listing. */
export interface NewestFigure {
  assetId: number;
  listingId: number;
  metricId: number;
  /** `YYYY-MM-DD`. */
  day: string;
  value: number;
  isSample: boolean;
}

/** The latest served values of some assets, up to a day if there is one (`YYYY-MM-DD`). */
export const newestServed = (
  store: MarketStore,
  { assetIds, upTo }: { assetIds: readonly number[]; upTo?: string | undefined },
): Promise<NewestFigure[]> => newestOf(store, { rows: "daily_metrics", assetIds, upTo });

/**
 * The latest values that some assets would have with part of their observations only. Nothing is published.
 * @param observations condition on rows of `observations`, of columns, numbers and scratch tables
 */
export async function newestWith(
  store: MarketStore,
  {
    assetIds,
    observations,
    scratch,
    today,
    upTo,
  }: {
    assetIds: readonly number[];
    observations: string;
    scratch: Scratch;
    today: string;
    upTo?: string | undefined;
  },
): Promise<NewestFigure[]> {
  const partial = store.seeing({ ...publishedRows(await readPublication(store)), observations });
  const [latest] = await partial.rows<{ day: string | null }>(
    "SELECT maxOrNull(date) AS day FROM observations WHERE date <= {today:Date32}",
    { today },
  );
  const changed = new Map(assetIds.map((id) => [id, FIRST_DAY]));
  const observed = await readObserved(partial, { changed, today });
  const { plans, dollarPegged } = await readPlans(partial, observed.series);
  const tables = await createBatchTables(scratch);
  if (plans.length === 0) return [];
  await insertPlans(partial, { plans, dollarPegged, from: observed.from, tables });
  const precedence = await readSourcePrecedence(store);
  const found: NewestFigure[] = [];
  for (const assets of batchesOf(plans, observed.from)) {
    const { served } = await deriveBatch(partial, {
      assets,
      from: observed.from,
      tables,
      horizon: latest?.day ?? today,
      precedence,
      today,
    });
    found.push(...(await newestOf(partial, { rows: served, assetIds: assets, upTo })));
  }
  return found;
}

async function newestOf(
  store: MarketStore,
  { rows, assetIds, upTo }: { rows: string; assetIds: readonly number[]; upTo?: string | undefined },
): Promise<NewestFigure[]> {
  const found = await store.compactRows<[number, number, number, string, number, boolean]>(
    `SELECT asset_id, token_id, metric_id, toString(max(date)), argMax(value, date), argMax(is_sample, date)
      FROM ${rows} WHERE asset_id IN {assetIds:Array(UInt32)}
        ${upTo === undefined ? "" : "AND date <= {upTo:Date32}"} GROUP BY asset_id, token_id, metric_id`,
    { assetIds, ...(upTo !== undefined && { upTo }) },
  );
  return found.map(([assetId, listingId, metricId, day, value, isSample]) => {
    return { assetId, listingId, metricId, day, value, isSample };
  });
}
