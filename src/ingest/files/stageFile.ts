import { basename } from "node:path";
import type { MarketStore } from "#stores";
import { STAGED_COLUMN_NAMES } from "../staging/applyStaged";
import type { EntityResolver } from "../staging/entityResolver";
import { chooseLayout, mappedColumns } from "../staging/layouts/chooseLayout";
import {
  type Layout,
  LayoutError,
  type RowSink,
  type SkippedColumn,
  withRowConditions,
} from "../staging/layouts/layout";
import type { FileFormat, ImportMapping } from "../staging/mapping";
import { refuse } from "../staging/parsed";
import type { Quarantine } from "../staging/quarantine";
import {
  createRefusalKinds,
  isSampleColumn,
  isSampleMark,
  type RefusalKinds,
  sampleRowRefusal,
} from "../staging/refusalKinds";
import { readBytes } from "./openFile";
import { readLines, type TextEncoding } from "./readLines";
import { type FileRecord, type RequestedKeys, readCsv, readJsonLines, readJsonRows } from "./readRecords";

/** Form of a line: a CSV row, a JSON object, or a JSON array of cells. */
export type TextForm = "csv" | "jsonl" | "json-rows";

export interface StageJob {
  file: { path: string; gzip: boolean; form: TextForm; encoding: TextEncoding | null };
  /** Name for the reader; the file that is read may be a converted copy. */
  fileName: string;
  mapping: ImportMapping | undefined;
  resolver: EntityResolver;
  today: string;
  quarantine: Quarantine;
  /** Table that takes the values. */
  staged: string;
  onProgress: (progress: { bytesRead: number; rows: number }) => void;
}

export interface Staged {
  rowsRead: number;
  rowsRefused: number;
  /** Rows that the mapping does not choose. */
  rowsSkipped: number;
  /** Rejected rows, by kind. */
  kinds: RefusalKinds;
  skippedColumns: readonly SkippedColumn[];
  broken: string | null;
}

const BATCH_ROWS = 200_000;

/**
 * Reads a file into the staging table, rejected rows into quarantine. One batch is inserted while the next
 * one is read, so memory contains two batches regardless of the size of the file.
 * @throws LayoutError if the file as a whole does not fit its mapping
 */
export async function stageFile(store: MarketStore, job: StageJob): Promise<Staged> {
  const { file, fileName, mapping, quarantine, staged, onProgress } = job;
  const result: Staged = {
    rowsRead: 0,
    rowsRefused: 0,
    rowsSkipped: 0,
    kinds: createRefusalKinds(),
    skippedColumns: [],
    broken: null,
  };
  let bytesRead = 0;
  const reading = readBytes(file, (bytes) => {
    bytesRead = bytes;
  });
  let layout: Layout | null = null;
  let sampleColumns: readonly number[] = [];
  let lines: string[] = [];
  /** Finished text of earlier chunks: long-lived as few big strings rather than many small ones. */
  let blocks: string[] = [];
  let blockRows = 0;
  let inserting: Promise<void> = Promise.resolve();
  let record: FileRecord = { line: 0, fields: null, refusal: null, raw: "" };
  let refusedHere = false;

  let missingKeys: readonly string[] = [];

  const insert = async () => {
    const text = blocks.join("");
    blocks = [];
    blockRows = 0;
    await inserting;
    inserting = store.insertTabSeparated(staged, STAGED_COLUMN_NAMES, text);
    // A failure is thrown by the next await; it must not count as unhandled until then.
    inserting.catch(() => undefined);
  };
  const sink: RowSink = {
    value: ({ entity, metric, date, value }) => {
      lines.push(`${record.line}\t${entity.assetId}\t${entity.listingId}\t${metric.id}\t${date}\t${value}\n`);
    },
    refuse: (field, { kind, reason }) => {
      refusedHere = true;
      quarantine.add({ line: record.line, field, kind, reason, raw: record.raw });
      result.kinds.count({ line: record.line, kind, reason });
    },
  };

  const onSkip = () => {
    result.rowsSkipped += 1;
  };
  const readAll = async () => {
    const records = recordsOf(job, reading, {
      names: mapping === undefined ? ["network"] : mappedColumns(mapping),
      onMissing: (missing) => {
        missingKeys = missing;
      },
    });
    for await (const batch of records) {
      for (record of batch) {
        if (layout === null && record.fields !== null) {
          const header = record.fields.map((name) => name.trim());
          if (header.some((name) => name.includes("\0"))) {
            throw new LayoutError(
              'The header has NUL characters: if the file is UTF-16, declare it in the mapping ("encoding": "utf-16le")',
            );
          }
          sampleColumns = [...header.keys()].filter((at) => isSampleColumn(header[at] ?? ""));
          const chosen = chooseLayout(mapping, { ...job, header, fileName: basename(fileName) });
          layout = mapping === undefined ? chosen : withRowConditions(chosen, { mapping, header, onSkip });
          result.skippedColumns = layout.skippedColumns;
          continue;
        }
        if (layout === null && record.refusal !== null) {
          throw new LayoutError(`Cannot read the first line: ${record.refusal.reason}`);
        }
        result.rowsRead += 1;
        refusedHere = false;
        if (record.fields === null) {
          if (record.refusal !== null) sink.refuse("", record.refusal);
        } else if (record.fields.length !== layout?.columns) {
          const reason = `the row has ${record.fields.length} fields, the header ${layout?.columns}`;
          sink.refuse("", refuse("wrong number of fields", reason));
        } else if (isMarked(record, sampleColumns)) {
          sink.refuse("", sampleRowRefusal);
        } else layout.read(record.fields, sink);
        if (refusedHere) result.rowsRefused += 1;
        if (quarantine.isFull) await quarantine.flush();
      }
      blocks.push(lines.join(""));
      blockRows += lines.length;
      lines = [];
      if (blockRows >= BATCH_ROWS) await insert();
      onProgress({ bytesRead, rows: result.rowsRead });
    }
    if (blockRows > 0) await insert();
  };
  try {
    await readAll();
  } catch (cause) {
    // Awaits the insert in flight before its table is dropped.
    await inserting.catch(() => undefined);
    throw cause;
  }
  await inserting;
  await quarantine.flush();
  result.broken = reading.broken();
  if (layout === null) {
    throw new LayoutError(
      result.broken === null
        ? "The file is empty: it has no header"
        : `The file could not be read: ${result.broken}`,
    );
  }
  if (mapping !== undefined && result.broken === null) requireUsed(mapping, { layout, missingKeys });
  return result;
}

const isMarked = ({ fields, isSample }: FileRecord, sampleColumns: readonly number[]): boolean =>
  isSample === true || sampleColumns.some((at) => isSampleMark(fields?.[at]));

/**
 * @throws LayoutError naming what the mapping expects and no row has: a spelling mistake would lose it
 * unnoticed
 */
function requireUsed(
  mapping: ImportMapping,
  { layout, missingKeys }: { layout: Layout; missingKeys: readonly string[] },
): void {
  if (mapping.allowMissing) return;
  const keys = missingKeys.map((name) => `the key "${name}"`);
  const unused = [...keys, ...(layout.unused?.() ?? [])];
  if (unused.length === 0) return;
  throw new LayoutError(
    `The mapping names what no row has: ${unused.slice(0, 20).join(", ")}${unused.length > 20 ? " …" : ""}; correct it, or set "allowMissing"`,
  );
}

/** The settings in a mapping that apply before the columns of a file are known. */
export type FileSettings = Pick<FileFormat, "skipLines"> &
  Partial<Pick<FileFormat, "delimiter" | "encoding">>;

/** The rows of a file, header first; of JSON Lines, with columns that its first object need not have. */
export function recordsOf(
  { file, mapping }: Pick<StageJob, "file"> & { mapping: FileSettings | undefined },
  reading: ReturnType<typeof readBytes>,
  wanted: RequestedKeys,
): AsyncGenerator<FileRecord[]> {
  const batches = readLines(reading.chunks, {
    encoding: file.encoding ?? mapping?.encoding ?? "utf-8",
    isBroken: () => reading.broken() !== null,
  });
  if (file.form !== "csv" && (mapping?.skipLines ?? 0) > 0) {
    throw new LayoutError('"skipLines" in the mapping applies to CSV files only');
  }
  switch (file.form) {
    case "csv":
      return readCsv(batches, { delimiter: mapping?.delimiter, skipLines: mapping?.skipLines ?? 0 });
    case "jsonl":
      return readJsonLines(batches, wanted);
    case "json-rows":
      return readJsonRows(batches);
  }
}
