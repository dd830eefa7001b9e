import type { StatementReader } from "#stores";
import type { RefusalKind } from "./refusalKinds";

export interface QuarantinedRow {
  file: string;
  line: number;
  /** Column, or what the row contradicts; empty where the row as a whole is refused. */
  field: string;
  /** The kind of mistake, the same words for all of its kind. */
  kind: string;
  reason: string;
  /** The row as it stands in the file, its first 4,096 characters. */
  row: string;
}

/** The refused rows of one kind in one file. */
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

const isOfFile = "{file:String} = '' OR file_name = {file:String}";

/** A part of the refused rows by file and line, with the number of all of them by file and kind of mistake. */
export async function listQuarantine(store: StatementReader, part: QuarantinePart): Promise<QuarantineList> {
  const parameters = { file: part.file ?? "" };
  const [counted] = await store.rows<{ n: string }>(
    `SELECT count() AS n FROM quarantine FINAL WHERE ${isOfFile}`,
    parameters,
  );
  const kinds = await store.compactRows<[string, string, string, string, string, string]>(
    `SELECT file_name, kind, uniqExact(line) AS rows, min(line) AS first, max(line), argMin(reason, (line, field))
      FROM quarantine FINAL WHERE ${isOfFile} GROUP BY source_id, file_name, kind
      ORDER BY file_name, source_id, rows DESC, first`,
    parameters,
  );
  return {
    rows: await quarantinedRows(store, part),
    total: Number(counted?.n ?? 0),
    kinds: kinds.map(([name, kind, count, firstLine, lastLine, example]) => ({
      file: name,
      kind,
      rows: Number(count),
      firstLine: Number(firstLine),
      lastLine: Number(lastLine),
      example,
    })),
  };
}

/** A part of the refused rows by file and line. */
async function quarantinedRows(
  store: StatementReader,
  { file, limit, offset = 0 }: QuarantinePart,
): Promise<QuarantinedRow[]> {
  const rows = await store.compactRows<StoredRow>(
    `SELECT ${COLUMNS} FROM quarantine FINAL WHERE ${isOfFile}
      ORDER BY file_name, source_id, line, field LIMIT {limit:UInt64} OFFSET {offset:UInt64}`,
    { file: file ?? "", limit, offset },
  );
  return rows.map(quarantinedRow);
}

/**
 * All refused rows by file and line, so many at a time. Each piece goes on after the last row of the one before, along the key
 * of the table: the millionth costs what the first does, and rows that go meanwhile shift none of the others.
 */
export async function* quarantinedPieces(
  store: StatementReader,
  { file, rows: limit }: { file: string | null; rows: number },
): AsyncGenerator<QuarantinedRow[]> {
  const sources = await store.compactRows<[string, number]>(
    `SELECT DISTINCT file_name, source_id FROM quarantine WHERE ${isOfFile} ORDER BY file_name, source_id`,
    { file: file ?? "" },
  );
  for (const [name, sourceId] of sources) {
    let last: QuarantinedRow | null = null;
    do {
      const rows: StoredRow[] = await store.compactRows<StoredRow>(
        `SELECT ${COLUMNS} FROM quarantine FINAL WHERE source_id = {sourceId:UInt32} AND file_name = {name:String}
          ${last === null ? "" : "AND line >= {line:UInt64} AND (line, field) > ({line:UInt64}, {field:String})"}
          ORDER BY source_id, line, field LIMIT {limit:UInt64}`,
        { sourceId, name, limit, line: last?.line ?? 0, field: last?.field ?? "" },
      );
      const piece = rows.map(quarantinedRow);
      if (piece.length > 0) yield piece;
      last = piece.length < limit ? null : (piece.at(-1) ?? null);
    } while (last !== null);
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
  row,
});
