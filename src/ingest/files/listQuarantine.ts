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
export async function quarantinedRows(
  store: StatementReader,
  { file, limit, offset = 0 }: QuarantinePart,
): Promise<QuarantinedRow[]> {
  const rows = await store.compactRows<[string, string, string, string, string, string]>(
    `SELECT file_name, line, field, kind, reason, raw FROM quarantine FINAL WHERE ${isOfFile}
      ORDER BY file_name, source_id, line, field LIMIT {limit:UInt64} OFFSET {offset:UInt64}`,
    { file: file ?? "", limit, offset },
  );
  return rows.map(([name, line, field, kind, reason, row]) => ({
    file: name,
    line: Number(line),
    field,
    kind,
    reason,
    row,
  }));
}
