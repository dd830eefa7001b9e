import { calendar } from "#domain/days";
import { CARRY_DAYS, metrics } from "#domain/metrics";
import { type MarketStore, readSetting } from "#stores";
import { EVERY_DAY, markAssetsDirty } from "../observations/dirtyAssets";
import { nextRowVersion } from "../rowVersion";
import { writeSetting } from "../settings";

const SETTING = "derive_horizon";

const stockIds = metrics.filter((metric) => metric.kind === "stock").map(({ id }) => id);

/**
 * The last day to which stocks are carried: the latest observed day, at most `today`. When it moves, series that end
 * shortly before it get another tail, or lose theirs, so their assets are marked dirty from the first day of the tail.
 */
export async function moveHorizon(store: MarketStore, today: string): Promise<string> {
  const last = await readSetting(store, SETTING);
  const horizon = (await latestDay(store, { from: last ?? EVERY_DAY, today })) ?? today;
  if (last === horizon) return horizon;
  const version = await nextRowVersion(store);
  if (last !== null) {
    const [low, high] = last < horizon ? [last, horizon] : [horizon, last];
    const tails = await store.rows<{ asset_id: number; first_day: string }>(
      `SELECT asset_id, toString(min(least(tail, later))) AS first_day FROM (
        SELECT asset_id,
          maxOrNullIf(date, date <= {today:Date32}) AS latest,
          if(metric_id IN (${stockIds.join(", ")}) AND latest < {high:Date32}, assumeNotNull(latest) + 1, {never:Date32}) AS tail,
          ifNull(minOrNullIf(date, date > {low:Date32}), {never:Date32}) AS later
        FROM observations WHERE date <= {high:Date32} AND date >= {low:Date32} - ${CARRY_DAYS}
        GROUP BY asset_id, token_id, metric_id, is_sample
      ) GROUP BY asset_id HAVING first_day < {never:String}`,
      { today, low, high, never: NEVER },
    );
    const from = new Map(tails.map((row) => [row.asset_id, row.first_day]));
    await markAssetsDirty(store, {
      assetIds: [...from.keys()],
      from: (id) => from.get(id) ?? EVERY_DAY,
      version,
    });
  }
  await writeSetting(store, { name: SETTING, value: horizon, version });
  return horizon;
}

const NEVER = calendar.last;

/** Most often there is a later day than the last latest one, which is found without reading earlier days. */
async function latestDay(
  store: MarketStore,
  { from, today }: { from: string; today: string },
): Promise<string | undefined> {
  for (const first of new Set([from, EVERY_DAY])) {
    const [found] = await store.rows<{ day: string | null }>(
      "SELECT maxOrNull(date) AS day FROM observations WHERE date >= {first:Date32} AND date <= {today:Date32}",
      { first, today },
    );
    if (found?.day) return found.day;
  }
  return undefined;
}
