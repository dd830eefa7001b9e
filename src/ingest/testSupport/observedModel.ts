/** Observations as plain rows, and the daily figures that they lead to by the second implementation of the rules. */
import { DAY_MS, isoDay } from "#domain/days";
import { metricById, metricByName } from "#domain/metrics";
import { ASSET_LISTING_OFFSET } from "#domain/resources";
import { type Observed, reference } from "./derivedReference";

export interface ModelRow {
  asset_id: number;
  token_id: number;
  metric_id: number;
  is_sample: boolean;
  /** `YYYY-MM-DD`. */
  date: string;
  provider: string;
  value: number;
  source_id: number;
}

/** What the catalog says of an asset. */
export interface ModelAsset {
  id: number;
  /** Its tokens, each with its first day, as days from `start`; null where it is not stated. */
  tokens: readonly { id: number; deployed: number | null; isBridged: boolean }[];
  isDollarCoin: boolean;
}

/** An order of providers for one metric or all, and one asset, those of a class, or all; at most one rule for each. */
export interface ModelRule {
  metricId: number | null;
  of: "asset" | "class" | "all";
  assetIds: readonly number[];
  providers: readonly string[];
}

export interface ModelWorld {
  /** Time of the first day. */
  start: number;
  /** Days from `start`: later observations are left out. */
  today: number;
  precedence: readonly ModelRule[];
  assets: readonly ModelAsset[];
}

interface KeptRow extends ModelRow {
  /** Number of the write that it is of. */
  written: number;
}

export function createObservedModel() {
  const kept = new Map<string, KeptRow>();
  let writes = 0;
  const keyOf = (row: ModelRow) =>
    [row.asset_id, row.token_id, row.metric_id, row.is_sample, row.date, row.provider].join(" ");
  return {
    write(rows: readonly ModelRow[]): void {
      writes += 1;
      for (const row of rows) kept.set(keyOf(row), { ...row, written: writes });
    },
    remove(isRemoved: (row: ModelRow) => boolean): void {
      for (const [key, row] of kept) if (isRemoved(row)) kept.delete(key);
    },
    /** Values by `metric asset listing date carried derived is_sample`. */
    daily: (world: ModelWorld): Map<string, number> => dailyRows([...kept.values()], world),
  };
}

function dailyRows(
  all: readonly KeptRow[],
  { start, today, precedence, assets }: ModelWorld,
): Map<string, number> {
  const dayOf = (date: string) => Math.round((Date.parse(date) - start) / DAY_MS);
  const seen = all.filter(({ date }) => dayOf(date) <= today);
  const horizon = seen.reduce((last, { date }) => Math.max(last, dayOf(date)), Number.NEGATIVE_INFINITY);
  const found = new Map<string, number>();
  for (const asset of assets) {
    const ofAsset = seen.filter((row) => row.asset_id === asset.id);
    const isSample = ofAsset.every((row) => row.is_sample);
    // Listings are added up in the order of their ids.
    const tokens = asset.tokens.toSorted((a, b) => a.id - b.id);
    const whole = ASSET_LISTING_OFFSET + asset.id;
    const listed = new Set([whole, ...tokens.map(({ id }) => id)]);
    const rows = ofAsset.filter((row) => row.is_sample === isSample && listed.has(row.token_id));
    const table = reference({
      observed: observedOf(rows, { dayOf, precedence }),
      whole,
      tokens: tokens.map(({ id }) => id),
      deployed: tokens.map(({ deployed }) => deployed),
      isDollarCoin: asset.isDollarCoin,
      native: asset.tokens.some((one) => one.isBridged)
        ? asset.tokens.filter((one) => !one.isBridged).map(({ id }) => id)
        : [],
      days: horizon + 1,
    });
    for (const [slug, byListing] of table) {
      for (const [listing, cells] of byListing) {
        for (const [day, cell] of cells.entries()) {
          if (cell === undefined) continue;
          const { carried, derived, value } = cell;
          const date = isoDay(start + day * DAY_MS);
          const key = [metricByName(slug)?.id, asset.id, listing, date, carried, derived, isSample];
          found.set(key.join(" "), value);
        }
      }
    }
  }
  return found;
}

/** The order for the asset goes before that for its class, and this before the general one; each for the metric first. */
function orderFor(row: ModelRow, precedence: readonly ModelRule[]): readonly string[] {
  for (const of of ["asset", "class", "all"]) {
    const rules = precedence.filter(
      (rule) => rule.of === of && (of === "all" || rule.assetIds.includes(row.asset_id)),
    );
    const rule =
      rules.find(({ metricId }) => metricId === row.metric_id) ??
      rules.find(({ metricId }) => metricId === null);
    if (rule !== undefined) return rule.providers;
  }
  return [];
}

/** The served report of each figure: that of the preferred provider, or else the last one written. */
function observedOf(
  rows: readonly KeptRow[],
  { dayOf, precedence }: { dayOf: (date: string) => number; precedence: readonly ModelRule[] },
): Observed {
  const standing = (row: KeptRow) => {
    const order = orderFor(row, precedence);
    const place = order.indexOf(row.provider);
    return [place < 0 ? 0 : order.length - place, row.written] as const;
  };
  const ordered = [...rows].sort((a, b) => {
    const [ours, theirs] = [standing(a), standing(b)];
    return ours[0] - theirs[0] || ours[1] - theirs[1];
  });
  const observed: Observed = new Map();
  for (const row of ordered) {
    const slug = metricById(row.metric_id)?.slug ?? "";
    const byListing = observed.get(slug) ?? new Map<number, Map<number, number>>();
    const days = byListing.get(row.token_id) ?? new Map<number, number>();
    days.set(dayOf(row.date), row.value);
    observed.set(slug, byListing.set(row.token_id, days));
  }
  return observed;
}
