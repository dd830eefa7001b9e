import type { StatementReader } from "#stores";
import { OVER_LIMIT, type QuarantinedSource, quarantinedSources } from "./quarantine";
import type { RefusalKind } from "./refusalKinds";

export interface QuarantinedRow {
  file: string;
  line: number;
  /** Column, or the contradicted value; empty if the row as a whole is rejected. */
  field: string;
  /** The kind of mistake, the same words for all of its kind. */
  kind: string;
  reason: string;
  /** The row as it stands in the file, its first 4,096 characters. */
  row: string;
}

/** The rejected rows of one kind in one file. */
export interface QuarantinedKind extends RefusalKind {
  file: string;
}

export interface QuarantineList {
  rows: QuarantinedRow[];
  /** How many there are beyond the limit too. */
  total: number;
  /** All of them by file and kind, most frequent first within a file. */
  kinds: QuarantinedKind[];
}

export interface QuarantinePart {
  /** File name, without folders; null for all files. */
  file: string | null;
  limit: number;
  offset?: number;
}

/**
 * A page of the rejected rows by file and line, with the number of all of them by file and kind of mistake.
 * It reads along the key of the table, so that its time does not depend on the length of the rows.
 */
export async function listQuarantine(store: StatementReader, part: QuarantinePart): Promise<QuarantineList> {
  const sources = await quarantinedSources(store, part.file);
  return {
    rows: await quarantinedRows(store, sources, part),
    total: sources.reduce((sum, { entries }) => sum + entries, 0),
    kinds: await quarantinedKinds(store, sources),
  };
}

/** A page of the rejected rows by file and line. */
async function quarantinedKinds(
  store: StatementReader,
  sources: readonly QuarantinedSource[],
): Promise<QuarantinedKind[]> {
  if (sources.length === 0) return [];
  const sourceIds = sources.map(({ id }) => id);
  const [counted, limits] = await Promise.all([
    store.compactRows<[number, string, string, string, string]>(
      `SELECT source_id, kind, groupBitmap(line) AS rows, min(line) AS first, max(line)
        FROM quarantine FINAL WHERE source_id IN {sourceIds:Array(UInt32)} GROUP BY source_id, kind
        ORDER BY source_id, rows DESC, first`,
      { sourceIds },
    ),
    store.compactRows<[number, string]>(
      `SELECT source_id, raw FROM quarantine FINAL
        WHERE source_id IN {sourceIds:Array(UInt32)} AND field = '(limit)' AND kind = {kind:String}`,
      { sourceIds, kind: OVER_LIMIT },
    ),
  ]);
  const firstKeys = counted.map(([id, , , first]) => `(${Number(id)},${Number(first)})`);
  const firstRows = await store.compactRows<[number, string, string]>(
    `SELECT source_id, kind, argMin(reason, (line, field)) FROM quarantine FINAL
      WHERE (source_id, line) IN (${firstKeys.join(",")}) GROUP BY source_id, kind`,
  );
  const reasons = new Map(firstRows.map(([id, kind, reason]) => [`${id} ${kind}`, reason]));
  const kinds = sources.map(({ id: sourceId, file }) => {
    const own = counted.filter(([id]) => Number(id) === sourceId);
    return own.map(([id, kind, rows, first, last]): QuarantinedKind => {
      const example = reasons.get(`${id} ${kind}`) ?? "";
      const known = { file, kind, firstLine: Number(first), example };
      if (kind !== OVER_LIMIT) return { ...known, rows: Number(rows), lastLine: Number(last) };
      const beyond = limits
        .filter(([limited]) => limited === id)
        .map(([, raw]) => raw.split(" ").map(Number));
      return {
        ...known,
        rows: beyond.reduce((sum, [count = 0]) => sum + count, 0),
        lastLine: Math.max(...beyond.map(([, line = 0]) => line)),
      };
    });
  });
  return kinds.flat();
}

/** A part of the refused rows by file and line. */
async function quarantinedRows(
  store: StatementReader,
  sources: readonly QuarantinedSource[],
  { limit, offset = 0 }: QuarantinePart,
): Promise<QuarantinedRow[]> {
  const rows: QuarantinedRow[] = [];
  let skip = offset;
  for (const { id, entries } of sources) {
    if (rows.length >= limit) break;
    if (skip >= entries) {
      skip -= entries;
      continue;
    }
    // Only the keys of the rows before the part are read.
    const [start] = await store.compactRows<[string, string]>(
      `SELECT line, field FROM quarantine FINAL WHERE source_id = {id:UInt32}
        ORDER BY source_id, line, field LIMIT 1 OFFSET {skip:UInt64}`,
      { id, skip },
    );
    if (start !== undefined) {
      const from = { line: Number(start[0]), field: start[1] };
      rows.push(...(await rowsFrom(store, { id, from, isAfter: false, limit: limit - rows.length })));
    }
    skip = 0;
  }
  return rows;
}

/** Rejected rows of a source from a key on, or after it. */
async function rowsFrom(
  store: StatementReader,
  {
    id,
    from,
    isAfter,
    limit,
  }: { id: number; from: { line: number; field: string }; isAfter: boolean; limit: number },
): Promise<QuarantinedRow[]> {
  const rows = await store.compactRows<StoredRow>(
    `SELECT ${COLUMNS} FROM quarantine FINAL WHERE source_id = {id:UInt32}
      AND line >= {line:UInt64} AND (line, field) ${isAfter ? ">" : ">="} ({line:UInt64}, {field:String})
      ORDER BY source_id, line, field LIMIT {limit:UInt64}`,
    { id, limit, ...from },
  );
  return rows.map(quarantinedRow);
}

/**
 * All rejected rows by file and line, in batches. Each batch continues after the last row of the previous
 * one, along the key of the table: the cost does not depend on the position, and rows removed meanwhile do
 * not shift others.
 */
export async function* quarantinedPieces(
  store: StatementReader,
  { file, rows: limit }: { file: string | null; rows: number },
): AsyncGenerator<QuarantinedRow[]> {
  for (const { id } of await quarantinedSources(store, file)) {
    let from = { line: 0, field: "" };
    for (let isAfter = false; ; isAfter = true) {
      const piece = await rowsFrom(store, { id, from, isAfter, limit });
      if (piece.length > 0) yield piece;
      const last = piece.at(-1);
      if (last === undefined || piece.length < limit) break;
      from = { line: last.line, field: last.field };
    }
  }
}

const COLUMNS = "file_name, line, field, kind, reason, raw";
type StoredRow = [string, string, string, string, string, string];

const quarantinedRow = ([file, line, field, kind, reason, row]: StoredRow): QuarantinedRow => ({
  file,
  line: Number(line),
  field,
  kind,
  reason,
  row: kind === OVER_LIMIT ? "" : row,
});
