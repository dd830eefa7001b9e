import type { Catalog } from "#domain/catalog";
import { indexCatalog } from "#domain/resources";
import type { MarketStore } from "#stores";
import { type Refusal, refuse } from "../../staging/parsed";
import {
  createRefusalKinds,
  isSampleColumn,
  isSampleMark,
  type RefusalKinds,
  sampleRowRefusal,
} from "../../staging/refusalKinds";
import { readBytes } from "../openFile";
import type { FileRecord } from "../readRecords";
import { recordsOf } from "../recordsOf";
import type { StageJob } from "../stageFile";
import {
  type InvestmentRows,
  investmentRows,
  isInvestmentHeader,
  optionalInvestmentColumns,
  type ReadInvestment,
} from "./investmentColumns";
import { storeInvestments } from "./storeInvestments";

type ReadInvestmentsJob = Pick<StageJob, "file" | "mapping" | "today" | "quarantine" | "onProgress"> & {
  catalog: Catalog;
};

export interface ReadInvestments {
  investments: readonly ReadInvestment[];
  rowsRead: number;
  rowsRefused: number;
  kinds: RefusalKinds;
  skippedColumns: InvestmentRows["skippedColumns"];
  broken: string | null;
}

export interface ImportedInvestments extends Omit<ReadInvestments, "investments"> {
  accepted: number;
  unchanged: number;
}

/** Whether a file lists investments rather than daily figures, as its header says. A mapping describes figures. */
export async function listsInvestments(job: Pick<StageJob, "file" | "mapping">): Promise<boolean> {
  if (job.mapping !== undefined) return false;
  for await (const [first] of recordsOf(job, readBytes(job.file), { names: [] })) {
    if (first !== undefined) return first.fields !== null && isInvestmentHeader(first.fields);
  }
  return false;
}

/**
 * Reads a file of investments and writes what fits at once.
 * @throws LayoutError when the header does not fit.
 */
export async function importInvestments(
  store: MarketStore,
  { sourceId, version, ...job }: ReadInvestmentsJob & { sourceId: number; version: number },
): Promise<ImportedInvestments> {
  const { investments, ...read } = await readInvestments(job);
  const stored = await storeInvestments(store, { investments, sourceId, version });
  return { ...read, accepted: investments.length, ...stored };
}

/**
 * Reads a file of investments; what does not fit is quarantined with its reason. Of several rows of one slug, the first counts.
 * @throws LayoutError when the header does not fit.
 */
export async function readInvestments(job: ReadInvestmentsJob): Promise<ReadInvestments> {
  const { file, today, quarantine, onProgress } = job;
  const catalog = indexCatalog(job.catalog);
  const kinds = createRefusalKinds();
  const found = new Map<string, { line: number; investment: ReadInvestment }>();
  let bytesRead = 0;
  const reading = readBytes(file, (bytes) => {
    bytesRead = bytes;
  });
  let header: { rows: InvestmentRows; columns: number; sampleColumns: readonly number[] } | null = null;
  let rowsRead = 0;
  let rowsRefused = 0;

  /** A row is quarantined once for each of its fields that does not fit. */
  const readRow = (
    { line, fields, refusal, raw, isSample }: FileRecord,
    { rows, columns, sampleColumns }: NonNullable<typeof header>,
  ) => {
    let isRefused = false;
    const refuseField = (field: string, { kind, reason }: Refusal) => {
      isRefused = true;
      quarantine.add({ line, field, kind, reason, raw });
      kinds.count({ line, kind, reason });
    };
    if (fields === null) {
      if (refusal !== null) refuseField("", refusal);
    } else if (fields.length !== columns) {
      const reason = `the row has ${fields.length} fields, the header ${columns}`;
      refuseField("", refuse("wrong number of fields", reason));
    } else if (isSample === true || sampleColumns.some((at) => isSampleMark(fields[at]))) {
      refuseField("", sampleRowRefusal);
    } else {
      const investment = rows.read(fields, refuseField);
      const other = investment && found.get(investment.slug);
      if (investment !== null && other == null) found.set(investment.slug, { line, investment });
      else if (investment !== null && other != null && !isSame(investment, other.investment)) {
        const reason = `${investment.slug} is described differently on line ${other.line}: the first is used`;
        refuseField("slug", refuse("contradicts an earlier row", reason));
      }
    }
    if (isRefused) rowsRefused += 1;
  };

  for await (const batch of recordsOf(job, reading, { names: optionalInvestmentColumns })) {
    for (const record of batch) {
      if (header !== null) {
        rowsRead += 1;
        readRow(record, header);
      } else if (record.fields !== null) {
        const { fields } = record;
        const sampleColumns = [...fields.keys()].filter((at) => isSampleColumn(fields[at] ?? ""));
        const rows = investmentRows(fields, { catalog, today });
        header = { rows, columns: fields.length, sampleColumns };
      }
      if (quarantine.isFull) await quarantine.flush();
    }
    onProgress({ bytesRead, rows: rowsRead });
  }
  await quarantine.flush();
  return {
    investments: [...found.values()].map(({ investment }) => investment),
    rowsRead,
    rowsRefused,
    kinds,
    skippedColumns: header?.rows.skippedColumns ?? [],
    broken: reading.broken(),
  };
}

const isSame = (one: ReadInvestment, other: ReadInvestment): boolean =>
  JSON.stringify(one) === JSON.stringify(other);
