import { createHash } from "node:crypto";
import { lookbackDays, metrics } from "#domain/metrics";
import {
  type MarketStore,
  type Publication,
  type ReplacedDays,
  readSetting,
  readSourcePrecedence,
  withReplacedDays,
} from "#stores";
import { moveAnnouncedVersion, publish } from "../dataVersion";
import { keepsFormerRows } from "../dated/publicationLog";
import { clearDirtyMarks, type DirtyMark, readDirtyMarks } from "../observations/dirtyAssets";
import { markChecksDue } from "../observations/dueChecks";
import { nextRowVersion } from "../rowVersion";
import { runExclusively } from "../runExclusively";
import { type Scratch, withScratchTables } from "../scratchTables";
import { writeSetting } from "../settings";
import { createBatchTables, deriveBatch, type MetricDays } from "./deriveBatch";
import { deriveEntityMetrics, haveMembersChanged } from "./deriveEntityMetrics";
import { deleteReplaced, deleteUnpublished, recordWriting, startPublication } from "./editions";
import { batchesOf, insertPlans, readPlans } from "./insertPlans";
import { moveHorizon } from "./moveHorizon";
import { type DaysOfAssets, dayOf, type ObservedState, readObserved } from "./observedSeries";
import { FIRST_DAY } from "./planSeries";
import { insertServed, keepRemoved } from "./servedRows";

export interface DeriveOptions {
  /** `dirty`: changes since the last run. `all`: everything, into fresh tables. */
  assetIds: readonly number[] | "dirty" | "all";
  /** `YYYY-MM-DD`, UTC: later observations are not served, and nothing is carried beyond it. */
  today: string;
  onProgress?: ((progress: DeriveProgress) => void) | undefined;
}

export interface DeriveProgress {
  assetsDone: number;
  assetsTotal: number;
}

export interface DeriveReport {
  /** Assets that were recomputed. */
  assets: number;
  /** Those whose served values changed. */
  assetsChanged: number;
  /** Served rows of the recomputed assets. */
  rows: number;
  /** Data version after the run; it moves only if something changed. */
  dataVersion: number;
}

/** Increment when the SQL computes different values: every asset is then derived again. */
const REVISION = 13;
/** If more than this share of all assets changed in full, a fresh table is cheaper than replacing rows. */
const FRESH_TABLE_SHARE = 0.3;

const SETTING_FORMULAS = "derive_formulas";

const formulas = createHash("sha256")
  .update(
    JSON.stringify([
      REVISION,
      lookbackDays,
      metrics.map(({ id, slug, kind, across, appliesToTokens, most, derive }) => [
        id,
        slug,
        kind,
        across,
        appliesToTokens,
        most,
        derive,
      ]),
    ]),
  )
  .digest("hex");

/**
 * Computes the served tables (`daily_metrics`, `entity_metrics`) from the observations, from the first changed day of
 * each asset on, and publishes the rows with the data version. After an interruption, the next run with `dirty`
 * completes it: marks are cleared last.
 */
export function deriveDailyMetrics(store: MarketStore, options: DeriveOptions): Promise<DeriveReport> {
  // Concurrent runs would replace each other's tables.
  return runExclusively(store, "derive", () => derive(store, options));
}

async function derive(
  store: MarketStore,
  { assetIds, today, onProgress }: DeriveOptions,
): Promise<DeriveReport> {
  const horizon = await moveHorizon(store, today);
  const formulasChanged = (await readSetting(store, SETTING_FORMULAS)) !== formulas;
  const marks = await readDirtyMarks(store);
  const changed = changedDays(assetIds, marks);
  const isFresh = assetIds === "all" || formulasChanged;
  if (changed.size === 0 && !isFresh && !(await haveMembersChanged(store))) {
    return { assets: 0, assetsChanged: 0, rows: 0, dataVersion: await moveAnnouncedVersion(store) };
  }
  const version = await nextRowVersion(store);
  const scope = await observedScope(store, { changed: isFresh ? null : changed, today });
  const { report, publication, served, saveMembers } = await withScratchTables(
    store,
    { purpose: "derive", run: version, areSmall: !scope.isFresh },
    (scratch) => writeRows(store, { ...scope, scratch, version, horizon, today, onProgress }),
  );
  const dataVersion = await publish(store, publication);
  await scope.observed.save(version);
  await saveMembers();
  if (formulasChanged) await writeSetting(store, { name: SETTING_FORMULAS, value: formulas, version });
  await clearDirtyMarks(
    store,
    marks.filter((mark) => scope.isFresh || changed.has(mark.assetId)),
  );
  await (publication === null ? deleteUnpublished(store, served) : deleteReplaced(store, publication));
  return { ...report, dataVersion };
}

/** The first day to compute of each requested asset, in days since 1970. */
function changedDays(assetIds: DeriveOptions["assetIds"], marks: readonly DirtyMark[]): Map<number, number> {
  const days = new Map<number, number>();
  if (typeof assetIds !== "string") for (const id of assetIds) days.set(id, FIRST_DAY);
  else {
    for (const { assetId, from } of marks) {
      days.set(assetId, Math.min(dayOf(from), days.get(assetId) ?? Number.POSITIVE_INFINITY));
    }
  }
  return days;
}

interface ObservedScope {
  observed: ObservedState;
  /** Whether every asset is computed in full, into fresh tables. */
  isFresh: boolean;
}

async function observedScope(
  store: MarketStore,
  { changed, today }: { changed: DaysOfAssets | null; today: string },
): Promise<ObservedScope> {
  if (changed !== null) {
    const observed = await readObserved(store, { changed, today });
    const [known] = await store.rows<{ n: string }>(
      "SELECT uniqExact(asset_id) AS n FROM observed_series FINAL WHERE NOT gone",
    );
    if (observed.whole.size <= Number(known?.n) * FRESH_TABLE_SHARE) return { observed, isFresh: false };
  }
  return { observed: await readObserved(store, { changed: null, today }), isFresh: true };
}

interface WrittenRows extends ObservedScope {
  scratch: Scratch;
  version: number;
  horizon: string;
  today: string;
  onProgress: DeriveOptions["onProgress"];
}

interface Written {
  report: Omit<DeriveReport, "dataVersion">;
  /** What is published next; null if nothing served is different. */
  publication: Publication | null;
  /** What is published. */
  served: Publication;
  /** Records the groups of the published entities. */
  saveMembers: () => Promise<void>;
}

/** Writes the rows that changed beside those that are served. */
async function writeRows(
  store: MarketStore,
  { observed, isFresh, scratch, version, horizon, today, onProgress }: WrittenRows,
): Promise<Written> {
  const before = await startPublication(store, version);
  const { plans, dollarPegged } = await readPlans(store, observed.series);
  const tables = await createBatchTables(scratch);
  await insertPlans(store, { plans, dollarPegged, from: observed.from, tables });
  const startWriting = onlyOnce(() => recordWriting(store, version));
  const edition = before.daily.edition + (isFresh ? 1 : 0);
  const precedence = await readSourcePrecedence(store);
  const keepsFormer = await keepsFormerRows(store);
  let rows = 0;
  let assetsDone = 0;
  const changed = new Map<number, number>();
  const replaced: ReplacedDays[] = [];
  const metricDays: (MetricDays | null)[] = [];
  for (const assets of batchesOf(plans, observed.from)) {
    const batch = await deriveBatch(store, {
      assets,
      from: observed.from,
      tables,
      horizon,
      precedence,
      today,
    });
    rows += batch.rows;
    metricDays.push(batch.days);
    for (const [id, { from, isReplacing }] of batch.changed) {
      changed.set(id, from);
      if (isReplacing) replaced.push({ assetId: id, from, before: version });
    }
    if (isFresh || batch.changed.size > 0) {
      await startWriting();
      const { served, changed: changes } = batch;
      await insertServed(store, {
        ...{ served, assets, changes, version, edition, keepsFormer },
        isWhole: isFresh,
      });
    }
    assetsDone += assets.length;
    onProgress?.({ assetsDone, assetsTotal: plans.length });
  }
  const planned = new Set(plans.map((plan) => plan.assetId));
  const removed = await servedWithout(store, planned, isFresh ? null : observed.from);
  for (const id of removed) {
    changed.set(id, FIRST_DAY);
    replaced.push({ assetId: id, from: FIRST_DAY, before: version });
  }
  if (keepsFormer && removed.length > 0) {
    await startWriting();
    await keepRemoved(store, { assets: removed, version });
  }
  const isChanged = changed.size > 0;
  if (isFresh && isChanged) await mergeEdition(store, edition);
  const next: Publication = {
    ...before,
    upTo: version,
    daily: !isChanged
      ? before.daily
      : isFresh
        ? { edition, replaced: [] }
        : { edition, replaced: withReplacedDays(before.daily.replaced, replaced) },
  };
  const { entities, saveMembers } = await deriveEntityMetrics(store, {
    scratch,
    startWriting,
    version,
    before,
    daily: next.daily,
    changed: isFresh ? null : changed,
    // The days of an asset that is served no more are not among those compared.
    metricDays: removed.length > 0 ? [null] : metricDays,
    assetOf: observed.assetOf,
    horizon,
  });
  if (isChanged || entities !== null) await markChecksDue(store, changed);
  return {
    report: { assets: plans.length, assetsChanged: changed.size, rows },
    publication: isChanged || entities !== null ? { ...next, entities: entities ?? before.entities } : null,
    served: before,
    saveMembers,
  };
}

/** The same work, done by the first call only. */
function onlyOnce(work: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | undefined;
  return () => {
    done ??= work();
    return done;
  };
}

/** Merges the parts of an edition: every read merges them otherwise, which would cost more over a day of reads. */
async function mergeEdition(store: MarketStore, edition: number): Promise<void> {
  const partitions = await store.rows<{ id: string }>(
    `SELECT DISTINCT partition_id AS id FROM system.parts
      WHERE active AND database = currentDatabase() AND table = 'daily_metrics' AND startsWith(partition, {prefix:String})`,
    { prefix: `(${edition},` },
  );
  for (const { id } of partitions) await store.run(`OPTIMIZE TABLE daily_metrics PARTITION ID '${id}' FINAL`);
}

/** Served assets that have nothing to serve. @param among null: all */
async function servedWithout(
  store: MarketStore,
  planned: ReadonlySet<number>,
  among: DaysOfAssets | null,
): Promise<number[]> {
  const suspects = among === null ? null : [...among.keys()].filter((id) => !planned.has(id));
  if (suspects?.length === 0) return [];
  const rows = await store.rows<{ asset_id: number }>(
    `SELECT DISTINCT asset_id FROM daily_metrics ${suspects === null ? "" : "WHERE asset_id IN {suspects:Array(UInt32)}"}`,
    { suspects: suspects ?? [] },
  );
  return rows.map((row) => row.asset_id).filter((id) => !planned.has(id));
}
