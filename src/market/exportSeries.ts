import { stringify } from "csv-stringify/sync";
import type { Point } from "#domain/api";
import { neutralText, seriesColumns } from "#domain/files";
import { addsUp, isSigned } from "#domain/metrics";
import { invalidAt } from "#domain/query";
import { MAX_XLSX_ROWS } from "#domain/vocabulary";
import { combinedSql } from "#stores";
import {
  contentTypes,
  type FileFormat,
  MAX_FILE_POINTS,
  MAX_XLSX_COLUMNS,
  type RowFile,
} from "./files/rowFile";
import { writeXlsx } from "./files/writeXlsx";
import type { Market } from "./market";
import {
  countSeries,
  type GroupKey,
  readSeriesPage,
  type SeriesPage,
  type SeriesRequest,
} from "./metricSeries";
import { compileSeries } from "./series/compileSeries";
import { requireBoundedSeries } from "./series/requireBoundedSeries";
import { DATE_FIELD } from "./series/seriesFilter";

export interface ExportSeriesRequest extends SeriesRequest {
  format: FileFormat;
  /** For readers of screens: title of the column of metrics. Default: `Measure`. */
  isTitled?: boolean;
}

/**
 * Series as a file: the requested page, or every series. CSV and spreadsheets have the wide layout that is
 * common for chart exports: `Timestamp,Date,Measure,<one column per group>`, empty where a group has no
 * value. On the first page of a single measure that can be summed, a last column `All Others (N items)` sums
 * the groups beyond it. Parquet is long: one row for a measure, group and day. NDJSON has one result of the
 * JSON response on each line.
 * @throws InvalidError as `metricSeries`, and if the file cannot contain all requested series
 */
export async function exportSeries(market: Market, request: ExportSeriesRequest): Promise<RowFile> {
  const { format, query } = request;
  // Counted and read before the first byte is sent, so that oversized requests are rejected.
  if (!query.isPaged) await requireFit(market, request);
  const page = await readSeriesPage(market, request, { all: !query.isPaged });
  const bytes = await bytesOf(market, page, request);
  const rows = page.response.results.reduce((sum, { points }) => sum + points.length, 0);
  const { warnings } = page.response;
  return {
    format,
    contentType: contentTypes[format],
    rows,
    hasSample: page.sampleKeys.size > 0,
    bytes,
    ...(warnings && { warnings }),
  };
}

async function requireFit(market: Market, { format, ...request }: ExportSeriesRequest): Promise<void> {
  const compiled = await compileSeries(market, request);
  await requireBoundedSeries(market, compiled, { filter: request.query.filter, isFile: true });
  const { points } = await countSeries(market, compiled);
  if (points <= MAX_FILE_POINTS) return;
  throw tooLarge(
    `${points.toLocaleString("en")} values; time-series files are limited to ${MAX_FILE_POINTS.toLocaleString("en")}`,
  );
}

const tooLarge = (size: string) =>
  invalidAt("filter", `${size}: narrow the filter, select fewer metrics or use a longer interval`);

async function bytesOf(
  market: Market,
  page: SeriesPage,
  request: ExportSeriesRequest,
): Promise<AsyncIterable<Uint8Array>> {
  switch (request.format) {
    case "csv":
      return csvOf(await wideTable(market, page, request));
    case "xlsx": {
      const table = await wideTable(market, page, request);
      const { names, rows } = table;
      if (names.length > MAX_XLSX_COLUMNS || rows.length > MAX_XLSX_ROWS) {
        throw tooLarge(
          `${rows.length.toLocaleString("en")} rows of ${names.length.toLocaleString("en")} columns; spreadsheets are limited to ${MAX_XLSX_ROWS.toLocaleString("en")} of ${MAX_XLSX_COLUMNS.toLocaleString("en")}`,
        );
      }
      return sheetOf(table);
    }
    case "ndjson":
      return linesOf(page.response.results);
    case "parquet":
      return longTable(market, page, request);
  }
}

/** Rows converted to text at once. */
const BATCH_ROWS = 1_000;

async function* csvOf({ names, rows }: WideTable): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  yield encoder.encode(stringify([names.map(neutralText)]));
  for (let from = 0; from < rows.length; from += BATCH_ROWS) {
    yield encoder.encode(stringify(rows.slice(from, from + BATCH_ROWS).map((row) => row())));
  }
}

async function* sheetOf({ names, rows }: WideTable): AsyncGenerator<Uint8Array> {
  yield await writeXlsx(
    names,
    rows.map((row) => row()),
  );
}

async function* linesOf(results: SeriesPage["response"]["results"]): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  for (const result of results) yield encoder.encode(`${JSON.stringify(result)}\n`);
}

/** Suffix of a metric whose series are all sample data, or else of each sample column. */
const SAMPLE_MARK = " (sample)";

interface WideTable {
  names: string[];
  /** Created lazily: a wide table has many more cells than values. */
  rows: readonly (() => (string | number | null)[])[];
}

async function wideTable(
  market: Market,
  page: SeriesPage,
  { isTitled = false, ...request }: ExportSeriesRequest,
): Promise<WideTable> {
  const { results } = page.response;
  const columns = [...new Set(page.keys)];
  const isSample = results.length > 0 && results.every(({ is_sample }) => is_sample === true);
  const others = await othersOf(market, page, request);
  const measures = [...new Map(results.map(({ measure }) => [measure.id, measure])).values()];
  const { sort } = page.response;
  const isDescending = sort?.field === DATE_FIELD && sort.direction === "desc";
  const rows = measures.flatMap((measure) => {
    const byKey = new Map<GroupKey, ReadonlyMap<string, number>>();
    for (const [i, { measure: of, points }] of results.entries()) {
      const key = page.keys[i];
      if (of.id === measure.id && key !== undefined) byKey.set(key, new Map(points));
    }
    const rest = new Map(others?.points ?? []);
    const dates = new Set([...byKey.values(), rest].flatMap((points) => [...points.keys()]));
    const ordered = [...dates].sort();
    if (isDescending) ordered.reverse();
    return ordered.map((date) => () => [
      Date.parse(`${date}T00:00:00Z`),
      date,
      isSample ? `${measure.name}${SAMPLE_MARK}` : measure.name,
      ...columns.map((key) => byKey.get(key)?.get(date) ?? null),
      ...(others === null ? [] : [rest.get(date) ?? null]),
    ]);
  });
  const marked = (name: string, isMarked: boolean) =>
    isMarked && !isSample ? `${name}${SAMPLE_MARK}` : name;
  const hasSample = (key: GroupKey) => page.sampleKeys.has(String(key));
  const shown = new Set(columns.map(String));
  const last =
    others === null
      ? []
      : [
          marked(
            `All Others (${others.count} items)`,
            [...page.sampleKeys].some((key) => !shown.has(key)),
          ),
        ];
  const names = columnNames(page, columns).map((name, i) => {
    const key = columns[i];
    return marked(name, key !== undefined && hasSample(key));
  });
  return {
    names: ["Timestamp", "Date", isTitled ? "Metric" : "Measure", ...names, ...last],
    rows,
  };
}

/** For series by measure, each row has its measure, and the column covers all groups. */
function columnNames({ response, keys }: SeriesPage, columns: readonly GroupKey[]): string[] {
  return seriesColumns(
    columns.map((key) => {
      const group = response.results[keys.indexOf(key)]?.group;
      const name = group?.type === "measure" ? "All" : (group?.name ?? String(key));
      return { id: key, slug: group?.slug ?? null, name };
    }),
  );
}

/** The groups beyond the first page combined; null if the query excludes some. */
async function othersOf(
  market: Market,
  { response, keys }: SeriesPage,
  request: SeriesRequest,
): Promise<{ count: number; points: Point[] } | null> {
  const { results, pagination, aggregate } = response;
  const count = pagination.resultCount - results.length;
  if (count <= 0 || pagination.page !== 1 || (aggregate.aggregateFunction ?? "sum") !== "sum") return null;
  if (aggregate.groupLimit !== undefined) return null;
  const compiled = await compileSeries(market, {
    ...request,
    groups: { keys, isExcluded: true },
  });
  const [metric, second] = compiled.metrics;
  if (compiled.sql === null || metric === undefined || !addsUp(metric) || second !== undefined) return null;
  // A running period is dated by its last day with data, as in the groups of the page.
  const points = await market.store.compactRows<[day: string, value: number]>(
    `SELECT least(day, max(max(last)) OVER ()) AS date, ${combinedSql("sum", { value: "v", weight: "NULL", areSigned: isSigned(metric) })} FROM (${compiled.sql}) GROUP BY day ORDER BY day`,
    compiled.binder.parameters,
  );
  return { count, points };
}

/** The series of a page, one row for each value. */
async function* longTable(
  market: Market,
  { response, keys }: SeriesPage,
  request: SeriesRequest,
): AsyncGenerator<Uint8Array> {
  const { sql, binder, metrics, sampled } = await compileSeries(market, request);
  const labels = (of: string, from: readonly (string | number)[], to: readonly string[]) =>
    `transform(toString(${of}), ${binder.bind("Array(String)", ["", ...from.map(String)])}, ${binder.bind("Array(String)", ["", ...to])}, '')`;
  const { results } = response;
  // Series by measure have a single group in the store and are distinguished by measure.
  const isByMeasure = request.query.aggregate?.groupBy === "measure";
  const groupKey = isByMeasure ? "s.metric_id" : "s.k";
  const groups = [
    ...new Map(
      results.map(({ measure, group }, i) => [isByMeasure ? measure.id : (keys[i] ?? ""), group]),
    ).entries(),
  ];
  const groupKeys = groups.map(([key]) => key);
  const isWhole =
    results.length === response.pagination.resultCount && response.aggregate.groupLimit === undefined;
  const onPage = isWhole
    ? "1"
    : `has(${binder.bind(
        "Array(String)",
        results.map(({ measure }, i) => `${measure.id} ${keys[i]}`),
      )}, concat(toString(s.metric_id), ' ', toString(s.k)))`;
  const columns = [
    "s.date AS date",
    `${labels(
      "s.metric_id",
      metrics.map((m) => m.id),
      metrics.map((m) => m.slug),
    )} AS measure`,
    `toString(${groupKey}) AS group_id`,
    `${labels(
      groupKey,
      groupKeys,
      groups.map(([, group]) => group?.slug ?? ""),
    )} AS group_slug`,
    `${labels(
      groupKey,
      groupKeys,
      groups.map(([, group]) => group?.name ?? ""),
    )} AS group_name`,
    "s.v AS value",
    `${sampled === null ? "false" : `CAST(s.k IN (${sampled}), 'Bool')`} AS is_sample`,
  ];
  // A running period is dated by its last day with data, as in the other formats.
  const rows =
    sql === null
      ? "SELECT 0 AS metric_id, 0 AS k, toDate32(0) AS date, 0. AS v WHERE 0"
      : `SELECT metric_id, k, v, least(day, max(last) OVER (PARTITION BY metric_id)) AS date FROM (${sql})`;
  yield await market.store.bytes(
    `SELECT ${columns.join(", ")} FROM (${rows}) AS s WHERE ${onPage} ORDER BY measure, group_name, group_id, date
     SETTINGS output_format_parquet_compression_method = 'snappy'`,
    "Parquet",
    binder.parameters,
  );
}
