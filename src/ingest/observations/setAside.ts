/**
 * Sets marked observations aside, and puts them back when their marks are lifted. Marks are written before observations
 * change, and each step can be repeated: a process that is killed in between leaves the rest to the next commit.
 */
import type { MarketStore, SqlParameters } from "#stores";
import { announceDataVersion } from "../dataVersion";
import { nextRowVersion } from "../rowVersion";
import { forgetSampleOf } from "../sample/stored/sampleStatus";
import { EVERY_DAY, markAssetsDirty } from "./dirtyAssets";
import {
  keysSql,
  keyText,
  readMarks,
  readValues,
  type StoredValue,
  type ValueKey,
  type ValueMark,
  writeMarks,
} from "./valueMarks";

export interface AppliedMarks {
  setAside: number;
  putBack: number;
  /** Assets without a real observation now: they show sample data again, if there is any. */
  unobserved: number;
}

/**
 * Makes the observations follow the marks: sets aside every stored value that a mark in force declares wrong, also one that
 * was imported again, and puts back those whose mark was lifted. A different value of the same key is not wrong. Part of a
 * commit, after rows are written.
 */
export async function applyMarks(store: MarketStore): Promise<AppliedMarks> {
  const marks = await readMarks(store, "is_set_aside OR lifted_at IS NULL");
  const lifted = marks.filter((mark) => mark.liftedAt !== null && mark.isSetAside);
  await putBack(store, lifted);
  const inForce = marks.filter((mark) => mark.liftedAt === null);
  const wrong = new Map(inForce.map((mark) => [`${keyText(mark)} ${mark.value}`, mark]));
  const found = (await readValues(store, inForce)).flatMap((stored) => {
    const mark = wrong.get(`${keyText(stored)} ${stored.value}`);
    return mark === undefined ? [] : [{ mark, stored }];
  });
  const unobserved = await setAside(store, found);
  return { setAside: found.length, putBack: lifted.length, unobserved };
}

async function setAside(
  store: MarketStore,
  found: readonly { mark: ValueMark; stored: StoredValue }[],
): Promise<number> {
  if (found.length === 0) return 0;
  const keys = found.map(({ stored }) => stored);
  await writeMarks(
    store,
    found.map(({ mark, stored: { sourceId, version } }) => ({
      ...mark,
      isSetAside: true,
      sourceId,
      observed: version,
    })),
  );
  const assetIds = [...new Set(keys.map(({ assetId }) => assetId))];
  const left = await store.compactRows<[number]>(
    `SELECT DISTINCT asset_id FROM observations
      WHERE asset_id IN {assetIds:Array(UInt32)} AND NOT is_sample AND NOT (${keysSql(keys)})`,
    { assetIds },
  );
  const observed = new Set(left.map(([id]) => id));
  const unobserved = assetIds.filter((id) => !observed.has(id));
  // Sample data comes back on all days.
  await markDirty(store, keys, new Set(unobserved));
  if (unobserved.length > 0) await forgetSampleOf(store, unobserved);
  await store.run(`DELETE FROM observations WHERE ${keysSql(keys)}`);
  return unobserved.length;
}

async function putBack(store: MarketStore, lifted: readonly ValueMark[]): Promise<void> {
  if (lifted.length === 0) return;
  await markDirty(store, lifted, new Set());
  // With its version, so that a value which the provider has reported since stays. The same row can be inserted again.
  await store.run(
    `INSERT INTO observations (asset_id, token_id, metric_id, date, is_sample, provider, value, source_id, version)
      SELECT asset_id, token_id, metric_id, date, false, provider, value, source_id, observed
      FROM superseded_values FINAL WHERE id IN (${lifted.map(({ id }) => id).join(", ")})
      SETTINGS insert_deduplicate = 0`,
  );
  await writeMarks(
    store,
    lifted.map((mark) => ({ ...mark, isSetAside: false })),
  );
}

async function markDirty(
  store: MarketStore,
  keys: readonly ValueKey[],
  whole: ReadonlySet<number>,
): Promise<void> {
  const firstDays = new Map<number, string>();
  for (const { assetId, date } of keys) {
    const first = firstDays.get(assetId);
    if (first === undefined || date < first) firstDays.set(assetId, date);
  }
  await markAssetsDirty(store, {
    assetIds: [...firstDays.keys()],
    from: (id) => (whole.has(id) ? EVERY_DAY : (firstDays.get(id) ?? EVERY_DAY)),
    version: await nextRowVersion(store),
  });
  // Served values can stay the same, but their explanations change.
  await announceDataVersion(store);
}

/**
 * Drops values that are set aside, because their source takes them back. The marks stay in force: the same value that is
 * imported again is set aside again.
 * @param condition on the columns of observations
 */
export async function dropSetAside(
  store: MarketStore,
  condition: string,
  parameters: SqlParameters = {},
): Promise<number> {
  const marks = await readMarks(store, `is_set_aside AND (${condition})`, parameters);
  if (marks.length > 0) await announceDataVersion(store);
  await writeMarks(
    store,
    marks.map((mark) => ({ ...mark, isSetAside: false })),
  );
  return marks.length;
}

/** Moves the marks of values of a source to its new provider. */
export async function moveSetAside(
  store: MarketStore,
  { sourceId, provider }: { sourceId: number; provider: string },
): Promise<void> {
  const marks = await readMarks(
    store,
    "is_set_aside AND source_id = {sourceId:UInt32} AND provider != {provider:String}",
    { sourceId, provider },
  );
  if (marks.length > 0) await announceDataVersion(store);
  await writeMarks(
    store,
    marks.map((mark) => ({ ...mark, provider })),
  );
}
