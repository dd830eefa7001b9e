import { LayoutError } from "../staging/layouts/layout";
import type { FileFormat } from "../staging/mapping";
import type { Reading } from "./openFile";
import { type BlockReader, readLines, type TextEncoding } from "./readLines";
import {
  type CsvState,
  type FileRecord,
  type RequestedKeys,
  readCsv,
  readJsonLines,
  readJsonRows,
} from "./readRecords";

/** Form of a line: a CSV row, a JSON object, or a JSON array of cells. */
export type TextForm = "csv" | "jsonl" | "json-rows";

export interface TextFile {
  path: string;
  gzip: boolean;
  form: TextForm;
  encoding: TextEncoding | null;
}

/** The settings in a mapping that apply before the columns of a file are known. */
export type FileSettings = Pick<FileFormat, "skipLines"> &
  Partial<Pick<FileFormat, "delimiter" | "encoding">>;

/** The rows of a file, header first; of JSON Lines, with columns that its first object need not have. Blocks that `readBlock` reads have none. */
export function recordsOf(
  { file, mapping }: { file: Pick<TextFile, "form" | "encoding">; mapping: FileSettings | undefined },
  reading: Reading,
  wanted: RequestedKeys,
  { readBlock, onState }: { readBlock?: BlockReader; onState?: (state: CsvState) => void } = {},
): AsyncGenerator<FileRecord[]> {
  const batches = readLines(reading.chunks, {
    encoding: file.encoding ?? mapping?.encoding ?? "utf-8",
    isBroken: () => reading.broken() !== null,
    readBlock,
  });
  if (file.form !== "csv" && (mapping?.skipLines ?? 0) > 0) {
    throw new LayoutError('"skipLines" in the mapping applies to CSV files only');
  }
  switch (file.form) {
    case "csv":
      return readCsv(batches, {
        delimiter: mapping?.delimiter,
        skipLines: mapping?.skipLines ?? 0,
        onState,
      });
    case "jsonl":
      return readJsonLines(batches, wanted);
    case "json-rows":
      return readJsonRows(batches);
  }
}
