import { cutText } from "#domain/text";
import type { MarketStore, Row, StatementReader } from "#stores";
import type { Refusal } from "./parsed";

export interface RefusedRow extends Refusal {
  line: number;
  field: string;
  raw: string;
}

const BATCH_ROWS = 5_000;
/** Stored length of a rejected row. */
const RAW_LENGTH = 4096;

/** Entries that are kept of a file or scheduled source. Further ones are counted. */
export const QUARANTINE_LIMIT = 100_000;
/** Kind of the entry that counts rows beyond the limit; its text is `<rows> <last line>`. */
export const OVER_LIMIT = "beyond the limit, not kept";

export interface Quarantine {
  add(row: RefusedRow): void;
  /** Whether enough has come together to be written. */
  readonly isFull: boolean;
  /** Rows beyond the limit. */
  readonly dropped: number;
  flush(): Promise<void>;
  /** Deletes entries of an earlier reading of the same rows: all of them, or those after a line. */
  clear(after?: number): Promise<void>;
}

/** Stores rejected rows with constant memory. `clear` must be called before the first row is added. */
export function createQuarantine(
  store: MarketStore,
  {
    sourceId,
    fileName,
    limit = QUARANTINE_LIMIT,
  }: { sourceId: number; fileName: string; limit?: number | undefined },
): Quarantine {
  let rows: Row[] = [];
  let kept = 0;
  /** Rows beyond the limit, with their first and last line. */
  let dropped = { rows: 0, first: 0, last: 0 };
  const at = new Date().toISOString().replace("T", " ").replace("Z", "");
  const push = ({ line, field, kind, reason, raw }: RefusedRow) => {
    rows.push({ source_id: sourceId, file_name: fileName, line, field, kind, reason, raw, at });
  };
  const flush = async () => {
    if (dropped.rows > 0) {
      const { rows: count, first, last } = dropped;
      const reason = `${count.toLocaleString("en-US")} more rejected, up to line ${last.toLocaleString("en-US")}: the quarantine keeps ${limit.toLocaleString("en-US")} entries per file`;
      // A field that no file has: the entry must not replace one of the same line.
      push({ line: first, field: "(limit)", kind: OVER_LIMIT, reason, raw: `${count} ${last}` });
    }
    const batch = rows;
    rows = [];
    await store.insert("quarantine", batch);
  };
  return {
    add(row: RefusedRow): void {
      if (kept < limit) {
        kept += 1;
        push({ ...row, raw: cutText(row.raw, RAW_LENGTH) });
        return;
      }
      if (dropped.rows === 0) dropped.first = row.line;
      if (dropped.rows === 0 || row.line !== dropped.last) dropped.rows += 1;
      dropped.last = row.line;
    },
    get isFull() {
      return rows.length >= BATCH_ROWS;
    },
    get dropped() {
      return dropped.rows;
    },
    flush,
    clear: async (after = 0) => {
      await removeQuarantined(store, { sourceIds: [sourceId], after });
      rows = [];
      dropped = { rows: 0, first: 0, last: 0 };
      kept = after === 0 ? 0 : await countQuarantined(store, [sourceId]);
    },
  };
}

const ofSources = "quarantine WHERE source_id IN {sourceIds:Array(UInt32)} AND line > {after:UInt64}";

async function countQuarantined(store: StatementReader, sourceIds: readonly number[]): Promise<number> {
  const [counted] = await store.rows<{ n: string }>(`SELECT count() AS n FROM ${ofSources}`, {
    sourceIds: [...sourceIds],
    after: 0,
  });
  return Number(counted?.n ?? 0);
}

/** Removes the entries of sources: all of them, or those after a line. */
export async function removeQuarantined(
  store: MarketStore,
  { sourceIds, after = 0 }: { sourceIds: readonly number[]; after?: number },
): Promise<void> {
  if (sourceIds.length === 0) return;
  const parameters = { sourceIds: [...sourceIds], after };
  const [found] = await store.rows(`SELECT 1 FROM ${ofSources} LIMIT 1`, parameters);
  if (found !== undefined) await store.run(`DELETE FROM ${ofSources}`, parameters);
}

/**
 * Removes the entries of a file, or of all files and scheduled sources. Stored figures stay as they are.
 * @param file name without folders; null for all
 * @returns how many entries were removed
 */
export async function purgeQuarantine(store: MarketStore, file: string | null): Promise<number> {
  const sources = await quarantinedSources(store, file);
  const count = sources.reduce((sum, { entries }) => sum + entries, 0);
  if (file === null) await store.run("TRUNCATE TABLE quarantine");
  else await removeQuarantined(store, { sourceIds: sources.map(({ id }) => id) });
  return count;
}

/**
 * Removes the entries of the former versions of a file: other content that was imported from the same path, and readings
 * of the same content with another mapping that accepted nothing.
 * @param path absolute; null if the content has no file of its own, such as standard input
 * @returns how many entries were removed
 */
export async function removeReplacedEntries(
  store: MarketStore,
  { sourceId, sha256, path }: { sourceId: number; sha256: string; path: string | null },
): Promise<number> {
  const rows = await store.compactRows<[number]>(
    `SELECT id FROM sources FINAL WHERE kind = 'file' AND id != {sourceId:UInt32} AND (
      (sha256 != {sha256:String} AND {path:String} != '' AND JSONExtractString(detail, 'path') = {path:String})
      OR (sha256 = {sha256:String} AND JSONExtractUInt(detail, 'valuesAccepted') = 0
        AND JSONExtractUInt(detail, 'investments') = 0))`,
    { sourceId, sha256, path: path ?? "" },
  );
  const sourceIds = rows.map(([id]) => Number(id));
  if (sourceIds.length === 0) return 0;
  const count = await countQuarantined(store, sourceIds);
  await removeQuarantined(store, { sourceIds });
  return count;
}

export interface QuarantinedSource {
  id: number;
  file: string;
  entries: number;
}

/** The sources with entries by file name, counted by the key of the table. */
export async function quarantinedSources(
  store: StatementReader,
  file: string | null,
): Promise<QuarantinedSource[]> {
  const rows = await store.compactRows<[number, string, string]>(
    `SELECT source_id, any(file_name) AS name, count() FROM quarantine FINAL GROUP BY source_id ORDER BY name, source_id`,
  );
  return rows
    .map(([id, name, entries]) => ({ id: Number(id), file: name, entries: Number(entries) }))
    .filter((source) => file === null || source.file === file);
}
