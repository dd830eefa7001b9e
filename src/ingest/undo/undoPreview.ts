import { addsUp, metricById } from "#domain/metrics";
import { ASSET_LISTING_OFFSET } from "#domain/resources";
import type { MarketStore } from "#stores";
import { type NewestFigure, newestServed, newestWith } from "../derive/deriveAside";
import { nextRowVersion } from "../rowVersion";
import { runExclusively } from "../runExclusively";
import { withScratchTables } from "../scratchTables";
import { type AffectedPages, affectedPages } from "./affectedPages";
import { VALUE_KEY } from "./removeSelected";
import { selectedSql, type UndoSelection } from "./undoSelection";

/** @property isSum - of the tokens of an asset whose figure as a whole is not served */
export type ShownFigure = NewestFigure & { isSum: boolean };

export interface FigureChange {
  assetId: number;
  listingId: number;
  metricId: number;
  /** The latest served value now and afterwards; null: none. */
  before: ShownFigure | null;
  after: ShownFigure | null;
}

export interface UndoPreview {
  /** Observations that would be removed. */
  observations: number;
  assets: number;
  /** Assets and tokens with observations of their own. */
  entities: number;
  metrics: number;
  /** `YYYY-MM-DD`; null without observations. */
  firstDay: string | null;
  lastDay: string | null;
  /** Assets that would have no real observation. */
  unobserved: number;
  /** Latest figures that change, of the assets that lose most observations: the largest change first. */
  figures: FigureChange[];
  /** Number of assets that these figures are of. */
  shownAssets: number;
  /** Pages with figures of any of the assets. */
  pages: AffectedPages[];
}

/** Assets whose figures are computed: bounds the time of a preview. */
const SHOWN_ASSETS = 12;

/**
 * What a removal of the selected observations would change. Stores nothing.
 * @param withFigures whether to compute the latest figures afterwards. Default: yes
 */
export async function previewUndo(
  store: MarketStore,
  selection: UndoSelection,
  { today, withFigures = true }: { today: string; withFigures?: boolean },
): Promise<UndoPreview> {
  const selected = selectedSql(selection);
  const touched = await store.rows<{ asset_id: number; n: string; is_left: boolean }>(
    `SELECT asset_id, countIf(${selected}) AS n, countIf(NOT (${selected})) > 0 AS is_left
      FROM observations FINAL
      WHERE NOT is_sample AND asset_id IN (SELECT asset_id FROM observations WHERE ${selected})
      GROUP BY asset_id HAVING n > 0 ORDER BY n DESC, asset_id`,
  );
  const [extent] = await store.rows<{ entities: string; metrics: string; first: string; last: string }>(
    `SELECT uniqExact(token_id) AS entities, uniqExact(metric_id) AS metrics, toString(min(date)) AS first,
        toString(max(date)) AS last FROM observations FINAL WHERE ${selected}`,
  );
  const isEmpty = touched.length === 0;
  const shown = touched.slice(0, SHOWN_ASSETS).map(({ asset_id }) => asset_id);
  return {
    observations: touched.reduce((sum, { n }) => sum + Number(n), 0),
    assets: touched.length,
    entities: Number(extent?.entities ?? 0),
    metrics: Number(extent?.metrics ?? 0),
    firstDay: isEmpty ? null : (extent?.first ?? null),
    lastDay: isEmpty ? null : (extent?.last ?? null),
    unobserved: touched.filter(({ is_left }) => !is_left).length,
    figures: isEmpty || !withFigures ? [] : await figureChanges(store, { selected, assetIds: shown, today }),
    shownAssets: shown.length,
    pages: withFigures
      ? await affectedPages(
          store,
          touched.map(({ asset_id }) => asset_id),
        )
      : [],
  };
}

interface Removal {
  /** SQL condition on the observations to be removed. */
  selected: string;
  assetIds: readonly number[];
  today: string;
  /** Compares the latest figures up to this day (`YYYY-MM-DD`). Default: all days. */
  upTo?: string;
}

/**
 * The latest figures of assets that differ without the selected observations: those of selected series first, then the
 * largest change.
 */
export async function figureChanges(
  store: MarketStore,
  { selected, assetIds, today, upTo }: Removal,
): Promise<FigureChange[]> {
  const reported = await store.compactRows<[number, number]>(
    `SELECT DISTINCT token_id, metric_id FROM observations WHERE ${selected} AND asset_id IN {assetIds:Array(UInt32)}`,
    { assetIds },
  );
  const before = await newestServed(store, { assetIds, upTo });
  const after = await figuresWithout(store, { selected, assetIds, today, upTo });
  const keyOf = ({ listingId, metricId }: { listingId: number; metricId: number }) =>
    `${listingId} ${metricId}`;
  const own = new Set(reported.map(([listingId, metricId]) => keyOf({ listingId, metricId })));
  const later = new Map(withSums(after).map((figure) => [keyOf(figure), figure]));
  const earlier = new Map(withSums(before).map((figure) => [keyOf(figure), figure]));
  const changes = [...new Map([...earlier, ...later])].flatMap(([key, one]): FigureChange[] => {
    const [was, is] = [earlier.get(key) ?? null, later.get(key) ?? null];
    const isSame =
      was?.value === is?.value &&
      was?.day === is?.day &&
      (was?.isSample ?? false) === (is?.isSample ?? false);
    const { assetId, listingId, metricId } = one;
    return isSame ? [] : [{ assetId, listingId, metricId, before: was, after: is }];
  });
  const place = (change: FigureChange) => assetIds.indexOf(change.assetId);
  const rank = (change: FigureChange) => (own.has(keyOf(change)) ? 0 : 1);
  return changes.sort(
    (a, b) =>
      rank(a) - rank(b) ||
      compareSizes(changeOf(a), changeOf(b)) ||
      place(a) - place(b) ||
      a.listingId - b.listingId ||
      a.metricId - b.metricId,
  );
}

/** Change of a figure as a share of its present value; infinite for one that appears or ends. */
export function changeOf({ before, after }: Pick<FigureChange, "before" | "after">): number {
  if (before === null || after === null) return Number.POSITIVE_INFINITY;
  if (before.value === after.value) return 0;
  return before.value === 0
    ? Number.POSITIVE_INFINITY
    : (after.value - before.value) / Math.abs(before.value);
}

const compareSizes = (a: number, b: number) => {
  const [one, other] = [Math.abs(a), Math.abs(b)];
  return one === other ? 0 : other - one;
};

/** Figures, and sums of those of tokens on their latest day for assets that have none as a whole. */
function withSums(figures: readonly NewestFigure[]): ShownFigure[] {
  const sums = new Map<string, ShownFigure>();
  for (const figure of figures) {
    const { assetId, listingId, metricId, day, value, isSample } = figure;
    const metric = metricById(metricId);
    if (listingId >= ASSET_LISTING_OFFSET || metric === undefined || !addsUp(metric)) continue;
    const key = `${assetId} ${metricId}`;
    const sum = sums.get(key);
    if (sum === undefined || sum.day < day) {
      sums.set(key, { ...figure, listingId: ASSET_LISTING_OFFSET + assetId, isSum: true });
    } else if (sum.day === day) {
      sums.set(key, { ...sum, value: sum.value + value, isSample: sum.isSample || isSample });
    }
  }
  for (const { assetId, listingId, metricId } of figures) {
    if (listingId >= ASSET_LISTING_OFFSET) sums.delete(`${assetId} ${metricId}`);
  }
  return [...figures.map((figure) => ({ ...figure, isSum: false })), ...sums.values()];
}

/** The latest figures of assets without the selected observations, and without what these had replaced. */
const figuresWithout = (
  store: MarketStore,
  { selected, assetIds, today, upTo }: Removal,
): Promise<NewestFigure[]> =>
  // Concurrent runs would drop each other's tables.
  runExclusively(store, "undo preview", async () =>
    withScratchTables(store, { purpose: "undo", run: await nextRowVersion(store) }, async (scratch) => {
      const removed = await scratch.table(
        "removed",
        "asset_id UInt32, token_id UInt32, metric_id UInt32, is_sample Bool, date Date32, provider String",
        `(${VALUE_KEY})`,
      );
      await store.run(
        `INSERT INTO ${removed} SELECT ${VALUE_KEY} FROM observations FINAL
          WHERE ${selected} AND asset_id IN {assetIds:Array(UInt32)}`,
        { assetIds },
      );
      return newestWith(store, {
        assetIds,
        observations: `(${VALUE_KEY}) NOT IN (SELECT ${VALUE_KEY} FROM ${removed})`,
        scratch,
        today,
        upTo,
      });
    }),
  );
