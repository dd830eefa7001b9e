import { stringify } from "csv-stringify/sync";
import type { ReadScope } from "#domain/people";
import { invalidAt, type Query } from "#domain/query";
import { metricsOfKind } from "#domain/resources";
import { maxRowsOf } from "#domain/vocabulary";
import { visibleResourceNamed } from "./access/visibleResourceNamed";
import { uniqueTitles } from "./files/columnTitles";
import { filedMetricsSql } from "./files/filedMetrics";
import { type FlatColumns, flatColumns } from "./files/flatColumns";
import { contentTypes, type FileFormat, type RowFile } from "./files/rowFile";
import { type ReadingColumns, readingColumns, sampleRowSql } from "./files/sampleColumn";
import { writeXlsx } from "./files/writeXlsx";
import { compileList, countRows, type ListStatement } from "./listResource";
import type { Market } from "./market";
import { pageOf } from "./query/pageOf";
import { selectColumns } from "./query/selectColumns";
import { rowSettings, rowsOfIds } from "./rows/rowsOfIds";
import { fieldsRead, shapeRow } from "./rows/shapeRow";
import type { VisibleResource } from "./visible/visibleResource";

export interface ExportRequest {
  resource: string;
  query: Query;
  format: FileFormat;
  /**
   * For readers of screens: columns of CSV and of spreadsheets have their titles, and each row states the day
   * of its figures. Default: names, as in the data API.
   */
  isTitled?: boolean;
}

/** Rows per batch. */
const BATCH_ROWS = 20_000;
/** Rows of NDJSON per batch. They become objects, and those with metrics have hundreds of values each. */
const NDJSON_BATCH_ROWS = { plain: 10_000, withMetrics: 1_000 };
/** Rows of a batch that are written at once. */
const NDJSON_PART_ROWS = 1_000;

/**
 * The rows of a list as a file: the requested page, or every row. CSV, Parquet and spreadsheets are flat (see
 * `flatColumns`); NDJSON has the rows of the JSON list, one on each line.
 * @throws NotFoundError for an unknown resource, InvalidError for an invalid query or too many rows
 */
export async function exportRows(
  market: Market,
  { resource: name, query, format, isTitled = false }: ExportRequest,
): Promise<RowFile> {
  const resource = visibleResourceNamed(market, name);
  const { fields } = selectColumns(resource, query.fields);
  const statement = await compileList(market, resource, query, { columns: fields });
  const columns = flatColumns(resource, query.fields, format);
  // Rows of NDJSON always have their ids and names.
  if (columns.columns.length === 0 && format !== "ndjson") throw invalidAt("fields", "names no column");
  const range = await rangeOf(market, { resource, query, statement, format });
  const isForScreens = isTitled && isTable(format);
  const { scope } = market;
  const reading = readingColumns({ resource, flat: columns, scope, isTitled: isForScreens });
  const job = { resource, query, statement, columns, reading, range, isTitled: isForScreens };
  return {
    format,
    contentType: contentTypes[format],
    rows: range.rows,
    hasSample: await hasSampleRow(market, job),
    bytes: makers[format](market, job),
  };
}

/** Whether any row of the list, on any page, is sample data or has sample figures. */
async function hasSampleRow(market: Market, { resource, query, statement }: Job): Promise<boolean> {
  const { metrics, isWhole } = selectColumns(resource, query.fields);
  const ids = new Set((isWhole ? metricsOfKind(resource.metricsOf) : metrics).map(({ id }) => id));
  const condition = sampleRowSql(resource, ids, market.scope);
  if (condition === null) return false;
  const { from, where, binder } = statement;
  const found = await market.store.compactRows(
    `SELECT 1 FROM ${from} WHERE (${where}) AND ${condition} LIMIT 1 SETTINGS join_use_nulls = 1`,
    binder.parameters,
  );
  return found.length > 0;
}

const isTable = (format: FileFormat) => format === "csv" || format === "xlsx";

interface Job {
  resource: VisibleResource;
  query: Query;
  statement: ListStatement;
  columns: FlatColumns;
  reading: ReadingColumns;
  range: { offset: number; rows: number };
  isTitled: boolean;
}

async function rangeOf(
  market: Market,
  {
    resource,
    query,
    statement,
    format,
  }: Pick<Job, "resource" | "query" | "statement"> & { format: FileFormat },
): Promise<Job["range"]> {
  const total = await countRows(market, statement);
  const limit = maxRowsOf(format);
  if (query.isPaged) {
    const { offset, perPage } = pageOf(query, { paged: resource, maxPerPage: limit, width: 1 });
    if (statement.beside !== null) return rangeBeside(market, statement, { perPage, total });
    return { offset, rows: Math.max(0, Math.min(perPage, total - offset)) };
  }
  if (total > limit) {
    throw invalidAt(
      "filter",
      `${total.toLocaleString("en")} rows exceed the ${format} limit of ${limit.toLocaleString("en")}: narrow the filter`,
    );
  }
  return { offset: 0, rows: total };
}

/** The range of rows next to a cursor, by the number of rows on that side of it. */
async function rangeBeside(
  market: Market,
  { from, where, beside, binder }: ListStatement,
  { perPage, total }: { perPage: number; total: number },
): Promise<Job["range"]> {
  const [counted] = await market.store.compactRows<[string]>(
    `SELECT count() FROM ${from} WHERE ${beside?.where ?? "1"} AND (${where})`,
    binder.parameters,
  );
  const left = Number(counted?.[0] ?? 0);
  const rows = Math.min(perPage, left);
  return { offset: beside?.side === "before" ? left - rows : total - left, rows };
}

type Maker = (market: Market, job: Job) => AsyncGenerator<Uint8Array>;

const makers: Readonly<Record<FileFormat, Maker>> = {
  csv: async function* (market, job) {
    if (job.isTitled) yield new TextEncoder().encode(stringify([titlesOf(job)], { quoted: true }));
    // The first batch contains the names of the columns, even without rows.
    for (const { offset, rows, isFirst } of batches(job.range, BATCH_ROWS)) {
      yield await market.store.bytes(
        `${flatSql(job, market.scope, { offset, rows })}, format_csv_null_representation = ''`,
        isFirst && !job.isTitled ? "CSVWithNames" : "CSV",
        job.statement.binder.parameters,
      );
    }
  },
  parquet: async function* (market, job) {
    // Complete, since the format ends with its index. Snappy is the compression that every reader supports.
    yield await market.store.bytes(
      `${flatSql(job, market.scope, job.range)}, output_format_parquet_compression_method = 'snappy'`,
      "Parquet",
      job.statement.binder.parameters,
    );
  },
  xlsx: async function* (market, job) {
    const rows = await market.store.compactRows(
      flatSql(job, market.scope, job.range),
      job.statement.binder.parameters,
    );
    const names = [...job.columns.columns, ...job.reading.columns].map((column) => column.name);
    yield await writeXlsx(job.isTitled ? titlesOf(job) : names, rows);
  },
  ndjson: async function* (market, job) {
    const encoder = new TextEncoder();
    // Each batch sorts all rows again, so that few large ones are much cheaper than many small ones.
    const size = NDJSON_BATCH_ROWS[job.resource.metricsOf === null ? "plain" : "withMetrics"];
    for (const batch of batches(job.range, size)) {
      const rows = await wholeRows(market, job, batch);
      for (let from = 0; from < rows.length; from += NDJSON_PART_ROWS) {
        const part = rows.slice(from, from + NDJSON_PART_ROWS);
        yield encoder.encode(`${part.map((row) => JSON.stringify(row)).join("\n")}\n`);
      }
    }
  },
};

interface Batch {
  offset: number;
  rows: number;
}

function* batches({ offset, rows }: Batch, size: number): Generator<Batch & { isFirst: boolean }> {
  for (let done = 0; done === 0 || done < rows; done += size) {
    yield { offset: offset + done, rows: Math.min(size, rows - done), isFirst: done === 0 };
  }
}

const titlesOf = ({ columns, reading }: Job): string[] =>
  uniqueTitles([...columns.columns, ...reading.columns]);

function flatSql(job: Job, scope: ReadScope | null, { offset, rows }: Batch): string {
  const { resource, statement, columns, reading } = job;
  const joined =
    columns.metricIds.size === 0
      ? ""
      : ` LEFT JOIN (${filedMetricsSql(resource.metricsOf ?? "", columns.metricIds, scope)}) AS x ON x.entity_id = t.${resource.idField}`;
  const list = [...columns.columns, ...reading.columns].map(({ name, sql }) => `${sql} AS \`${name}\``);
  return `SELECT ${list.join(", ")} FROM ${statement.from}${joined}${reading.join} WHERE ${statement.where}
    ORDER BY ${statement.orderBy} LIMIT ${rows} OFFSET ${offset} ${rowSettings}, join_use_nulls = 1`;
}

async function wholeRows(market: Market, { resource, query, statement }: Job, { offset, rows }: Batch) {
  const { from, where, orderBy, binder } = statement;
  const selection = selectColumns(resource, query.fields);
  const tail = `FROM ${from} WHERE ${where} ORDER BY ${orderBy} LIMIT ${rows} OFFSET ${offset}`;
  if (resource.metricsOf === null) {
    const columns = fieldsRead(resource, selection).map((f) => `t.${f.name} AS ${f.name}`);
    const read = await market.store.rows<Record<string, unknown>>(
      `SELECT ${columns.join(", ")} ${tail} ${rowSettings}`,
      binder.parameters,
    );
    return read.map((values) => shapeRow(selection, values));
  }
  const ids = await market.store.compactRows<[number]>(
    `SELECT t.${resource.idField} ${tail} SETTINGS join_use_nulls = 1`,
    binder.parameters,
  );
  return rowsOfIds(market, { resource, ids: ids.map(([id]) => id), selection });
}
