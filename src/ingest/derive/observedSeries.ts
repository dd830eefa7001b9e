/**
 * The observed series of assets and their first days (table `observed_series`), kept current from the days that
 * changed: reading them from the observations would take longer with every day of history.
 */

import { DAY_MS, isoDay } from "#domain/days";
import { CARRY_DAYS, metricById } from "#domain/metrics";
import type { MarketStore } from "#stores";
import { FIRST_DAY, type ObservedSeries } from "./planSeries";

/** Days since 1970 by asset id. */
export type DaysOfAssets = ReadonlyMap<number, number>;

export interface ObservedState {
  /** All series of the assets. `rows` counts those to be read. */
  series: ObservedSeries[];
  /** The first day of each asset whose served values can differ, in days since 1970. */
  from: DaysOfAssets;
  /** Assets whose days changed from their first one on. */
  whole: ReadonlySet<number>;
  /** Asset of each listing with observations, now or before. */
  assetOf: ReadonlyMap<number, number>;
  /** Stores the series. Call it once served values have been published, and before marks are cleared. */
  save: (version: number) => Promise<void>;
}

type Series = Omit<ObservedSeries, "rows">;

/** A series as read from the days that changed and the week before. */
interface Slice extends Series {
  /** Days since 1970: the first day from the first changed one on, and the last one before; null without any. */
  first: number | null;
  before: number | null;
  rows: number;
}

const INSERT_ROWS = 100_000;

const keyOf = ({ assetId, listingId, metricId, isSample }: Omit<Series, "firstDay">) =>
  `${assetId} ${listingId} ${metricId} ${isSample}`;

/** `YYYY-MM-DD` of days since 1970, at least the first day that the store can hold. */
export const dateOf = (day: number): string => isoDay(Math.max(day, FIRST_DAY) * DAY_MS);

export const dayOf = (date: string): number => Math.round(Date.parse(date) / DAY_MS);

/**
 * @param changed first day with changed observations of each asset; null: all days of every asset
 * @param today `YYYY-MM-DD`: later observations are left out
 */
export async function readObserved(
  store: MarketStore,
  { changed, today }: { changed: DaysOfAssets | null; today: string },
): Promise<ObservedState> {
  const stored = await readStored(store, changed === null ? null : [...changed.keys()]);
  const slices = await readSlices(store, { changed, today });
  const days = new Map(changed);
  if (changed === null)
    for (const id of new Set([...stored, ...slices].map((of) => of.assetId))) days.set(id, FIRST_DAY);
  const byAsset = groupByAsset(stored, slices, days);
  const incomplete = [...byAsset.values()].filter((asset) => asset.changed > FIRST_DAY && mustReadAll(asset));
  if (incomplete.length > 0) {
    const again = new Map(incomplete.map(({ assetId }) => [assetId, FIRST_DAY]));
    const all = await readSlices(store, { changed: again, today });
    const known = stored.filter(({ assetId }) => again.has(assetId));
    for (const [id, asset] of groupByAsset(known, all, again)) byAsset.set(id, asset);
  }
  const series = [...byAsset.values()].flatMap(seriesOf);
  return {
    series,
    from: new Map([...byAsset.values()].map((asset) => [asset.assetId, firstAffected(asset)])),
    whole: new Set([...byAsset.values()].filter(isWhole).map(({ assetId }) => assetId)),
    assetOf: new Map([...stored, ...series].map(({ listingId, assetId }) => [listingId, assetId])),
    save: (version) => saveSeries(store, { stored, series, version }),
  };
}

interface ChangedAsset {
  assetId: number;
  changed: number;
  stored: Series[];
  slices: Slice[];
}

function groupByAsset(
  stored: readonly Series[],
  slices: readonly Slice[],
  days: DaysOfAssets,
): Map<number, ChangedAsset> {
  const assets = [...days].map(([assetId, changed]): [number, ChangedAsset] => [
    assetId,
    { assetId, changed, stored: [], slices: [] },
  ]);
  const byAsset = new Map(assets);
  for (const one of stored) byAsset.get(one.assetId)?.stored.push(one);
  for (const one of slices) byAsset.get(one.assetId)?.slices.push(one);
  return byAsset;
}

/** The series after the change: those that began before the changed days have not changed. */
function seriesOf({ stored, slices, changed }: ChangedAsset): ObservedSeries[] {
  const kept = new Map(
    stored.filter(({ firstDay }) => firstDay < changed).map((one) => [keyOf(one), { ...one, rows: 0 }]),
  );
  for (const { first, before: _, ...slice } of slices) {
    const known = kept.get(keyOf(slice));
    if (known !== undefined) kept.set(keyOf(slice), { ...known, rows: slice.rows });
    else if (first !== null) kept.set(keyOf(slice), { ...slice, firstDay: first });
  }
  return [...kept.values()];
}

const isSampleOnly = (series: readonly Series[]) => series.every(({ isSample }) => isSample);

/** Whether earlier days are affected too: real figures replace sample ones everywhere, or the stored series are incomplete. */
function mustReadAll(asset: ChangedAsset): boolean {
  const { stored, slices, changed } = asset;
  const present = seriesOf(asset);
  if (stored.length > 0 && present.length > 0 && isSampleOnly(stored) !== isSampleOnly(present)) return true;
  const earlier = new Set(stored.filter(({ firstDay }) => firstDay < changed).map(keyOf));
  return slices.some((slice) => slice.before !== null && !earlier.has(keyOf(slice)));
}

const isWhole = ({ stored, changed }: ChangedAsset) => stored.every(({ firstDay }) => changed <= firstDay);

/** A changed observation can close or open a gap, whose days are carried or unknown from its first one on. */
function firstAffected({ changed, slices }: ChangedAsset): number {
  const gaps = slices.flatMap(({ metricId, before }) =>
    before !== null && metricById(metricId)?.kind === "stock" ? [before + 1] : [],
  );
  return gaps.reduce((first, day) => Math.min(first, day), changed);
}

async function readStored(store: MarketStore, assetIds: readonly number[] | null): Promise<Series[]> {
  const rows = await store.compactRows<[number, number, number, boolean, number]>(
    `SELECT asset_id, token_id, metric_id, is_sample, toInt32(first_day) FROM observed_series FINAL
      WHERE NOT gone ${assetIds === null ? "" : "AND asset_id IN {assetIds:Array(UInt32)}"}`,
    { assetIds: assetIds ?? [] },
  );
  return rows.map(([assetId, listingId, metricId, isSample, firstDay]) => {
    return { assetId, listingId, metricId, isSample, firstDay };
  });
}

/** Of the days from the first changed one of each asset on, and the week before, in which a gap can end. */
async function readSlices(
  store: MarketStore,
  { changed, today }: { changed: DaysOfAssets | null; today: string },
): Promise<Slice[]> {
  if (changed?.size === 0) return [];
  const days = changed === null ? [FIRST_DAY] : [...changed.values()];
  const earliest = days.reduce((least, day) => Math.min(least, day)) - CARRY_DAYS - 1;
  const firstChanged =
    changed === null
      ? `toInt32(${FIRST_DAY})`
      : "transform(asset_id, {assets:Array(UInt32)}, {days:Array(Int32)}, toInt32(0))";
  const rows = await store.compactRows<
    [number, number, number, boolean, number | null, number | null, string]
  >(
    `SELECT asset_id, token_id, metric_id, is_sample, minOrNullIf(day, day >= changed), maxOrNullIf(day, day < changed), count()
      FROM (
        SELECT asset_id, token_id, metric_id, is_sample, toInt32(date) AS day, ${firstChanged} AS changed
        FROM observations
        WHERE date >= {earliest:Date32} AND date <= {today:Date32}
          ${changed === null ? "" : "AND asset_id IN {assets:Array(UInt32)}"}
      ) WHERE day >= changed - ${CARRY_DAYS + 1}
      GROUP BY asset_id, token_id, metric_id, is_sample ORDER BY asset_id, token_id, metric_id`,
    { assets: [...(changed?.keys() ?? [])], days, earliest: dateOf(earliest), today },
  );
  return rows.map(([assetId, listingId, metricId, isSample, first, before, count]) => {
    return {
      assetId,
      listingId,
      metricId,
      isSample,
      firstDay: first ?? 0,
      first,
      before,
      rows: Number(count),
    };
  });
}

async function saveSeries(
  store: MarketStore,
  { stored, series, version }: { stored: readonly Series[]; series: readonly Series[]; version: number },
): Promise<void> {
  const before = new Map(stored.map((one) => [keyOf(one), one.firstDay]));
  const after = new Set(series.map(keyOf));
  const changes = [
    ...series
      .filter((one) => before.get(keyOf(one)) !== one.firstDay)
      .map((one) => ({ ...one, gone: false })),
    ...stored.filter((one) => !after.has(keyOf(one))).map((one) => ({ ...one, gone: true })),
  ];
  for (let i = 0; i < changes.length; i += INSERT_ROWS) {
    await store.insertTabSeparated(
      "observed_series",
      ["asset_id", "token_id", "metric_id", "is_sample", "first_day", "gone", "version"],
      changes
        .slice(i, i + INSERT_ROWS)
        .map(
          ({ assetId, listingId, metricId, isSample, firstDay, gone }) =>
            `${assetId}\t${listingId}\t${metricId}\t${isSample}\t${dateOf(firstDay)}\t${gone}\t${version}\n`,
        )
        .join(""),
    );
  }
}
