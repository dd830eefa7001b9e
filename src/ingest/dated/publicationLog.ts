/**
 * The log of publications, and for how long the figures of earlier ones are kept. Each logged publication can be read as
 * it was: rows that later runs replaced or removed are in an edition of their own (`HISTORY_EDITION`).
 */
import { DAY_MS } from "#domain/days";
import { DEFAULT_DATED_DAYS } from "#domain/vocabulary";
import {
  HISTORY_EDITION,
  type MarketStore,
  readPublication,
  readSetting,
  type StatementReader,
} from "#stores";
import { nextRowVersion } from "../rowVersion";
import { writeSetting } from "../settings";

const SETTING_DAYS = "dated_days";
const SETTING_HORIZON = "derive_horizon";

/** Days for which former figures are kept; 0 keeps none. */
async function readDatedDays(store: StatementReader): Promise<number> {
  return Number((await readSetting(store, SETTING_DAYS)) ?? DEFAULT_DATED_DAYS);
}

/** Whether former figures are kept. */
export const keepsFormerRows = async (store: StatementReader): Promise<boolean> =>
  (await readDatedDays(store)) > 0;

/** Logs a publication. Call it before the publication is visible: until then, its entry is not visible either. */
export async function logPublication(
  store: MarketStore,
  { version, dataVersion }: { version: number; dataVersion: number },
): Promise<void> {
  if (!(await keepsFormerRows(store))) return;
  await store.insert("publications", [
    {
      version,
      data_version: dataVersion,
      published_at: new Date().toISOString().replace("T", " ").replace("Z", ""),
      horizon: (await readSetting(store, SETTING_HORIZON)) ?? "1970-01-01",
    },
  ]);
}

/**
 * Declares for how many days former figures are kept, deletes older ones, and starts the log of a store with figures that
 * has none. Part of a commit, or of the daily deletion.
 * @param days 0 keeps none
 */
export async function keepDatedFigures(
  store: MarketStore,
  { days, now = Date.now() }: { days: number; now?: number },
): Promise<{ /** Former rows that were deleted. */ deleted: number }> {
  if (days !== (await readDatedDays(store))) {
    await writeSetting(store, {
      name: SETTING_DAYS,
      value: String(days),
      version: await nextRowVersion(store),
    });
  }
  if (days > 0) await startLog(store);
  const first = days === 0 ? Number.MAX_SAFE_INTEGER : await firstKept(store, now - days * DAY_MS);
  return first === null ? { deleted: 0 } : { deleted: await deleteBefore(store, first) };
}

/** The latest publication that was shown at a time, from which on the log is kept; null if there is none so early. */
async function firstKept(store: MarketStore, time: number): Promise<number | null> {
  const [found] = await store.rows<{ version: string | null }>(
    `SELECT maxOrNull(version) AS version FROM publications WHERE toUnixTimestamp64Milli(published_at) <= {time:Int64}`,
    { time: Math.floor(time) },
  );
  return found?.version ? Number(found.version) : null;
}

/** Deletes publications before a version, and then the rows that only they show. */
async function deleteBefore(store: MarketStore, version: number): Promise<number> {
  const [earlier] = await store.rows("SELECT 1 FROM publications WHERE version < {version:UInt64} LIMIT 1", {
    version,
  });
  if (earlier !== undefined) await store.run(`DELETE FROM publications WHERE version < ${version}`);
  const former = `edition = ${HISTORY_EDITION} AND version <= ${version}`;
  const [counted] = await store
    .seeing({})
    .rows<{ n: string }>(`SELECT count() AS n FROM daily_metrics WHERE ${former}`);
  const deleted = Number(counted?.n ?? 0);
  if (deleted > 0) await store.run(`DELETE FROM daily_metrics WHERE ${former}`);
  return deleted;
}

/** Logs what is published where nothing is logged: figures can be read as of now from now on. */
async function startLog(store: MarketStore): Promise<void> {
  const [logged] = await store.rows("SELECT 1 FROM publications LIMIT 1");
  const published = logged === undefined ? await readPublication(store) : null;
  if (published === null) return;
  const dataVersion = Number((await readSetting(store, "data_version")) ?? 0);
  await logPublication(store, { version: published.upTo, dataVersion });
}
