/**
 * The days of served figures that changed and were not checked yet (setting `checks_due`). They are recorded before the
 * figures are published, and cleared after the results are stored: a process that is killed in between leaves them to the
 * next commit.
 */
import { type MarketStore, readSetting } from "#stores";
import { nextRowVersion } from "../rowVersion";
import { runExclusively } from "../runExclusively";
import { writeSetting } from "../settings";

const SETTING = "checks_due";

export interface DueChecks {
  /** First changed day of each asset, in days since 1970. Empty if only totals changed. */
  days: ReadonlyMap<number, number>;
  /** The stored text; it differs once more days were recorded. */
  text: string;
}

/** Records changed days; days recorded before stay. */
export function markChecksDue(store: MarketStore, changed: ReadonlyMap<number, number>): Promise<void> {
  return runExclusively(store, SETTING, async () => {
    const known = await readDueChecks(store);
    const days = new Map(known?.days);
    for (const [asset, day] of changed) days.set(asset, Math.min(day, days.get(asset) ?? day));
    const version = await nextRowVersion(store);
    // With the version, so that days that are recorded again during a run are not taken for those it checked.
    await writeSetting(store, { name: SETTING, value: JSON.stringify([version, ...days]), version });
  });
}

/** Null if nothing changed since the last run. */
export async function readDueChecks(store: MarketStore): Promise<DueChecks | null> {
  const text = await readSetting(store, SETTING);
  if (text === null || text === "") return null;
  const [, ...days] = JSON.parse(text) as [number, ...[number, number][]];
  return { days: new Map(days), text };
}

/** Clears what was read, unless more was recorded meanwhile. */
export function clearDueChecks(store: MarketStore, { text }: DueChecks): Promise<void> {
  return runExclusively(store, SETTING, async () => {
    if ((await readSetting(store, SETTING)) !== text) return;
    await writeSetting(store, { name: SETTING, value: "", version: await nextRowVersion(store) });
  });
}
