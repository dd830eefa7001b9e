import { randomUUID } from "node:crypto";
import { createWriteStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import type { ClickHouseClient } from "@clickhouse/client";
import type { SqlParameters, TableConditions } from "./marketStore";
import { tableFilters } from "./publication";
import { killStatementSql } from "./statementLimits";
import { neverCompiled, resultSettings } from "./statementReader";

/** A SELECT whose result is written to a file. */
export interface ResultFile {
  /** Settings of its own are appended after a comma. */
  sql: string;
  parameters?: SqlParameters;
  /** Output format of the engine. */
  format: "CSVWithNames" | "JSONEachRow" | "Parquet";
  /** Absolute path; an existing file is replaced. */
  path: string;
  isGzipped: boolean;
  /** Aborts the statement, which then fails. */
  signal?: AbortSignal;
}

/**
 * Limits of a statement whose result can exceed memory. It uses one thread, so that readers have the others,
 * and sorts and groups on disk above a fraction of its memory.
 */
const settings = {
  ...resultSettings,
  ...neverCompiled,
  max_threads: 1,
  max_memory_usage: "3000000000",
  max_bytes_before_external_group_by: "500000000",
  max_bytes_before_external_sort: "500000000",
  output_format_json_quote_decimals: 1,
  output_format_parquet_compression_method: "snappy",
  format_csv_null_representation: "",
  date_time_output_format: "iso",
  join_use_nulls: 1,
} as const;

/**
 * Writes a file through a connection of its own (`writing`), so that another one can kill its statement.
 * @returns the number of rows written
 */
export async function writeResultFile(
  {
    writing,
    ending,
    embedded,
    published,
  }: { writing: ClickHouseClient; ending: ClickHouseClient; embedded: boolean; published: TableConditions },
  { signal, ...file }: ResultFile,
): Promise<number> {
  signal?.throwIfAborted();
  const mark = randomUUID();
  const end = () => void ending.command({ query: killStatementSql(mark) }).catch(() => undefined);
  signal?.addEventListener("abort", end, { once: true });
  try {
    return await (embedded ? writeByEngine : writeFromServer)(writing, { ...file, mark, published });
  } finally {
    signal?.removeEventListener("abort", end);
  }
}

interface MarkedFile extends ResultFile {
  /** Identifies its statement. */
  mark: string;
  /** Conditions on the rows that it reads. */
  published: TableConditions;
}

const settingsOf = ({ published }: Pick<MarkedFile, "published">) => ({
  ...settings,
  additional_table_filters: tableFilters(published),
});

/** The embedded engine writes the file itself, outside of JavaScript memory. */
async function writeByEngine(client: ClickHouseClient, file: MarkedFile): Promise<number> {
  const compression = file.isGzipped ? "gzip" : "none";
  await client.command({
    query: `INSERT INTO FUNCTION file({file_path:String}, '${file.format}', 'auto', '${compression}') ${file.sql}`,
    query_params: { ...file.parameters, file_path: file.path },
    clickhouse_settings: { ...settingsOf(file), log_comment: file.mark, engine_file_truncate_on_insert: 1 },
  });
  // Rows are counted in the file through a column that does not exist, so that no values are read.
  return countOf(
    client,
    `SELECT count() FROM file({file_path:String}, '${file.format}', 'no_such_column Nullable(String)', '${compression}')`,
    { parameters: { file_path: file.path }, published: {} },
  );
}

/** A server streams the rows, and this process writes them. */
async function writeFromServer(client: ClickHouseClient, file: MarkedFile): Promise<number> {
  const { stream } = await client.exec({
    query: `${file.sql}\nFORMAT ${file.format}`,
    query_params: file.parameters,
    // Progress headers prevent a timeout of the connection before the first bytes.
    clickhouse_settings: {
      ...settingsOf(file),
      log_comment: file.mark,
      send_progress_in_http_headers: 1,
      http_headers_progress_interval_ms: "10000",
    },
  });
  const target = createWriteStream(file.path, { mode: 0o600 });
  await (file.isGzipped ? pipeline(stream, createGzip(), target) : pipeline(stream, target));
  return countOf(client, `SELECT count() FROM (${file.sql})`, file);
}

async function countOf(
  client: ClickHouseClient,
  query: string,
  { parameters, published }: Pick<MarkedFile, "parameters" | "published">,
): Promise<number> {
  const result = await client.query({
    query,
    query_params: parameters,
    format: "JSONCompactEachRow",
    clickhouse_settings: { ...settingsOf({ published }), input_format_skip_unknown_fields: 1 },
  });
  const rows = await result.json<[string]>();
  return Number(rows[0]?.[0] ?? 0);
}
