import { quarantinedPieces } from "#ingest";
import { contentTypes, type RowFile } from "#market";
import type { StatementReader } from "#stores";
import { csvLines } from "./recordFile";

/** Rows per batch. */
const BATCH = 5_000;

const columns = ["file", "line", "field", "kind", "reason", "row"] as const;

/** The rows that imports rejected, as CSV, optionally of one file, each with its original text. */
export const quarantineFile = async (
  store: StatementReader,
  file: string | null,
): Promise<Omit<RowFile, "rows">> => ({
  format: "csv",
  contentType: contentTypes.csv,
  bytes: piecesOf(store, file),
});

async function* piecesOf(store: StatementReader, file: string | null): AsyncGenerator<Uint8Array> {
  yield csvLines([columns]);
  for await (const rows of quarantinedPieces(store, { file, rows: BATCH })) {
    yield csvLines(rows.map((row) => columns.map((column) => row[column])));
  }
}
