/**
 * Takes back observations of a source. What is to be removed is recorded first, and the record is deleted last: a process
 * that is killed in between leaves the rest to the next commit, and so to the next start.
 */
import { z } from "zod";
import { type MarketStore, readSetting } from "#stores";
import { announceDataVersion } from "../dataVersion";
import { EVERY_DAY, markAssetsDirty } from "../observations/dirtyAssets";
import { dropSetAside } from "../observations/setAside";
import { nextRowVersion } from "../rowVersion";
import { forgetSampleOf } from "../sample/stored/sampleStatus";
import { writeSetting } from "../settings";
import { readSource, type UndoneMark, writeSource } from "../sources";
import { selectedSql, selectionSchema, type UndoSelection } from "./undoSelection";

const SETTING = "undo_pending";

const pendingSchema = z.object({ selection: selectionSchema, day: z.string() });

/** Columns that identify a value of a provider. */
export const VALUE_KEY = "asset_id, token_id, metric_id, is_sample, date, provider";

export interface RemovedValues {
  /** Removed observations. */
  observations: number;
  /** Assets that have lost observations. */
  assets: number;
  /** Those of them without a real observation now: they show sample data again, if there is any. */
  unobserved: number;
}

/**
 * Removes the selected observations. Values of the same keys that they had replaced are not restored, whether the engine
 * has merged them away or not. Part of a commit.
 * @param day `YYYY-MM-DD`, kept with the sources
 */
export async function removeSelected(
  store: MarketStore,
  { selection, day }: { selection: UndoSelection; day: string },
): Promise<RemovedValues> {
  await writePending(store, JSON.stringify({ selection, day }));
  return remove(store, { selection, day });
}

/** Completes a removal that was interrupted. */
export async function completeRemoval(store: MarketStore): Promise<void> {
  const text = await readSetting(store, SETTING);
  if (text !== null && text !== "") await remove(store, pendingSchema.parse(JSON.parse(text)));
}

async function writePending(store: MarketStore, value: string): Promise<void> {
  await writeSetting(store, { name: SETTING, value, version: await nextRowVersion(store) });
}

async function remove(
  store: MarketStore,
  { selection, day }: z.output<typeof pendingSchema>,
): Promise<RemovedValues> {
  const selected = selectedSql(selection);
  const touched = await store.rows<{ asset_id: number; n: string; first: string; is_left: boolean }>(
    `SELECT asset_id, countIf(${selected}) AS n, toString(minIf(date, ${selected})) AS first,
        countIf(NOT (${selected})) > 0 AS is_left
      FROM observations FINAL
      WHERE NOT is_sample AND asset_id IN (SELECT asset_id FROM observations WHERE ${selected})
      GROUP BY asset_id HAVING n > 0`,
  );
  const unobserved = touched.filter(({ is_left }) => !is_left).map(({ asset_id }) => asset_id);
  const hidden = new Set(unobserved);
  const firstDays = new Map(touched.map((row) => [row.asset_id, row.first]));
  await markAssetsDirty(store, {
    assetIds: [...firstDays.keys()],
    // Sample data comes back on all days.
    from: (id) => (hidden.has(id) ? EVERY_DAY : (firstDays.get(id) ?? EVERY_DAY)),
    version: await nextRowVersion(store),
  });
  // Served values can stay the same, but their explanations change.
  await announceDataVersion(store);
  if (unobserved.length > 0) await forgetSampleOf(store, unobserved);
  // Two deletions, each with a condition that its own progress does not change: what was replaced goes before what
  // replaced it.
  const replaced = `NOT (${selected}) AND (${VALUE_KEY}) IN (SELECT ${VALUE_KEY} FROM observations FINAL WHERE ${selected})`;
  const [found] = await store.rows(`SELECT 1 FROM observations WHERE ${replaced} LIMIT 1`);
  if (found !== undefined) await store.run(`DELETE FROM observations WHERE ${replaced}`);
  await store.run(`DELETE FROM observations WHERE ${selected}`);
  await dropSetAside(store, selected);
  for (const id of selection.sourceIds) await markUndone(store, { id, day });
  await writePending(store, "");
  return {
    observations: touched.reduce((sum, { n }) => sum + Number(n), 0),
    assets: touched.length,
    unobserved: unobserved.length,
  };
}

/** Records with a source that values of it were taken back, so that reports can say why it has none. */
async function markUndone(store: MarketStore, { id, day }: { id: number; day: string }): Promise<void> {
  const source = await readSource(store, id);
  if (source === null) return;
  const [left] = await store.rows(
    "SELECT 1 FROM observations FINAL WHERE NOT is_sample AND source_id = {id:UInt32} LIMIT 1",
    { id },
  );
  const undone: UndoneMark = { day, isWhole: left === undefined };
  await writeSource(store, { ...source, detail: { ...source.detail, undone } });
}
