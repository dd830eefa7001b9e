import type { MarketStore } from "#stores";

export interface QuarantinedRow {
  file: string;
  line: number;
  /** Column, or what the row contradicts; empty where the row as a whole is refused. */
  field: string;
  reason: string;
  /** The row as it stands in the file, its first 4,096 characters. */
  row: string;
}

/** Refused rows by file and line, of one file where it is named (by file name, without folders), and how many there are. */
export async function listQuarantine(
  store: MarketStore,
  { file, limit }: { file: string | null; limit: number },
): Promise<{ rows: QuarantinedRow[]; total: number }> {
  const parameters = { file: file ?? "", limit };
  const condition = "{file:String} = '' OR file_name = {file:String}";
  const [counted] = await store.rows<{ n: string }>(
    `SELECT count() AS n FROM quarantine FINAL WHERE ${condition}`,
    parameters,
  );
  const rows = await store.compactRows<[string, string, string, string, string]>(
    `SELECT file_name, line, field, reason, raw FROM quarantine FINAL WHERE ${condition}
      ORDER BY file_name, source_id, line, field LIMIT {limit:UInt64}`,
    parameters,
  );
  return {
    rows: rows.map(([name, line, field, reason, row]) => ({
      file: name,
      line: Number(line),
      field,
      reason,
      row,
    })),
    total: Number(counted?.n ?? 0),
  };
}
