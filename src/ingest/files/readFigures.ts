import { basename } from "node:path";
import type { EntityResolver } from "../staging/entityResolver";
import { chooseLayout, mappedColumns } from "../staging/layouts/chooseLayout";
import {
  type Layout,
  LayoutError,
  type RowSink,
  remember,
  type SkippedColumn,
  withRowConditions,
} from "../staging/layouts/layout";
import type { ImportMapping } from "../staging/mapping";
import { refuse } from "../staging/parsed";
import { PlainRows } from "../staging/plainRows";
import type { Quarantine } from "../staging/quarantine";
import {
  createRefusalKinds,
  isSampleColumn,
  isSampleMark,
  type RefusalKinds,
  sampleRowRefusal,
} from "../staging/refusalKinds";
import { dayNumber, type StagedColumns } from "../staging/stagedColumns";
import type { Reading } from "./openFile";
import { type FileRecord, jsonRecord, plainRecord } from "./readRecords";
import { recordsOf, type TextFile } from "./recordsOf";

export interface FiguresJob {
  file: Pick<TextFile, "form" | "encoding">;
  /** Name for the reader; the file that is read may be a converted copy. */
  fileName: string;
  mapping: ImportMapping | undefined;
  resolver: EntityResolver;
  today: string;
  quarantine: Quarantine;
}

export interface FiguresRead {
  rowsRead: number;
  rowsRefused: number;
  /** Rows that the mapping does not choose. */
  rowsSkipped: number;
  /** Rejected rows, by kind. */
  kinds: RefusalKinds;
  skippedColumns: readonly SkippedColumn[];
  broken: string | null;
}

interface FiguresOutput {
  /** Takes the values, in the order of lines. */
  staged: StagedColumns;
  /** Called after each block of rows. */
  onBlock: (rowsRead: number) => Promise<void>;
  /** Whether every line is read as text, which gives the same. Default: only those that are not plain (`PlainRows`). */
  isLineByLine?: boolean;
}

/**
 * Reads the rows of a file of figures: values into columns, rejected rows into the quarantine.
 * @throws LayoutError if the file as a whole does not fit its mapping
 */
export async function readFigures(
  reading: Reading,
  job: FiguresJob,
  { staged, onBlock, isLineByLine = false }: FiguresOutput,
): Promise<FiguresRead> {
  const { file, mapping, quarantine } = job;
  const result: FiguresRead = {
    rowsRead: 0,
    rowsRefused: 0,
    rowsSkipped: 0,
    kinds: createRefusalKinds(),
    skippedColumns: [],
    broken: null,
  };
  let layout: Layout | null = null;
  let sampleColumns: readonly number[] = [];
  let missingKeys: readonly string[] = [];
  let record: FileRecord = { line: 0, fields: null, refusal: null, raw: "" };
  let refusedHere = false;
  /** Undefined until the first block after the header. */
  let plain: PlainRows | null | undefined;
  let csv = { delimiter: "", isOpen: false };
  const dayOf = remember(dayNumber);

  const sink: RowSink = {
    value: ({ entity, metric, date, value }) => {
      staged.push(record.line, entity, metric.id, dayOf(date), value);
      plain?.learn({ entity, metric, date });
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
  const readHeader = (fields: readonly string[]) => {
    const header = fields.map((name) => name.trim());
    if (header.some((name) => name.includes("\0"))) {
      throw new LayoutError(
        'The header has NUL characters: if the file is UTF-16, declare it in the mapping ("encoding": "utf-16le")',
      );
    }
    sampleColumns = [...header.keys()].filter((at) => isSampleColumn(header[at] ?? ""));
    const chosen = chooseLayout(mapping, { ...job, header, fileName: basename(job.fileName) });
    layout = mapping === undefined ? chosen : withRowConditions(chosen, { mapping, header, onSkip });
    result.skippedColumns = layout.skippedColumns;
  };
  const readRecord = (next: FileRecord) => {
    record = next;
    if (layout === null && record.fields !== null) return readHeader(record.fields);
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
  };

  const onOther = (line: number, text: string) => {
    if (file.form === "json-rows") readRecord(jsonRecord({ line, text }));
    else if (text.trim() !== "") readRecord(plainRecord({ line, text }, csv.delimiter));
  };
  const plainRows = ({ columns, parts }: Layout): PlainRows | null =>
    isLineByLine || file.form === "jsonl" || parts === null || sampleColumns.length > 0
      ? null
      : PlainRows.of({
          ...{ parts, columns, staged, onOther },
          form: file.form === "csv" ? { delimiter: csv.delimiter } : "json-rows",
        });
  const readBlock = (block: Buffer, at: { first: number; lineEnd: number }) => {
    if (layout === null || csv.isOpen) return null;
    plain ??= plainRows(layout);
    const read = plain?.read(block, at) ?? null;
    result.rowsRead += read?.rows ?? 0;
    return read?.lines ?? null;
  };

  const records = recordsOf(
    job,
    reading,
    {
      names: mapping === undefined ? ["network"] : mappedColumns(mapping),
      onMissing: (missing) => {
        missingKeys = missing;
      },
    },
    {
      readBlock,
      onState: (state) => {
        csv = state;
      },
    },
  );
  for await (const batch of records) {
    for (const next of batch) {
      readRecord(next);
      if (quarantine.isFull) await quarantine.flush();
    }
    if (quarantine.isFull) await quarantine.flush();
    await onBlock(result.rowsRead);
  }
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
