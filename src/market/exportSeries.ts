import { stringify } from "csv-stringify/sync";
import type { Point } from "#domain";
import { neutralText } from "./files/neutralText";
import { contentTypes, type FileFormat, type RowFile } from "./files/rowFile";
import { writeXlsx } from "./files/writeXlsx";
import type { Market } from "./market";
import { type GroupKey, readSeriesPage, type SeriesRequest } from "./metricSeries";
import { compileSeries } from "./series/compileSeries";

export interface ExportSeriesRequest extends SeriesRequest {
  format: FileFormat;
}

/**
 * A page of series as a file. CSV and spreadsheets have the wide layout that chart exports of this field have:
 * `Timestamp,Date,Measure,<one column per group>,…,All Others (N items)`, empty where a group has no value.
 * The last column adds up the groups beyond the first page, where a single measure that adds up is asked for.
 * Parquet is long: one row for a measure, group and day. NDJSON has one result of the JSON answer on a line.
 * @throws InvalidError as `metricSeries`.
 */
export async function exportSeries(market: Market, request: ExportSeriesRequest): Promise<RowFile> {
  // Read before the first byte is sent, so that a query that does not fit is refused.
  const page = await readSeriesPage(market, request);
  const { format } = request;
  return { format, contentType: contentTypes[format], bytes: bytesOf(market, page, request) };
}

type Page = Awaited<ReturnType<typeof readSeriesPage>>;

async function* bytesOf(
  market: Market,
  page: Page,
  request: ExportSeriesRequest,
): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  switch (request.format) {
    case "csv":
      yield encoder.encode(stringify(neutralRows(await wideTable(market, page, request))));
      return;
    case "xlsx": {
      const { names, rows } = await wideTable(market, page, request);
      yield await writeXlsx(names, rows);
      return;
    }
    case "ndjson":
      for (const result of page.response.results) yield encoder.encode(`${JSON.stringify(result)}\n`);
      return;
    case "parquet":
      yield await longTable(market, page, request);
  }
}

interface WideTable {
  names: string[];
  rows: (string | number | null)[][];
}

const neutralRows = ({ names, rows }: WideTable) => [
  names.map(neutralText),
  ...rows.map((row) => row.map((cell) => (typeof cell === "string" ? neutralText(cell) : cell))),
];

async function wideTable(market: Market, page: Page, request: SeriesRequest): Promise<WideTable> {
  const { results } = page.response;
  const columns = [...new Set(page.keys)];
  const others = await othersOf(market, page, request);
  const measures = [...new Map(results.map(({ measure }) => [measure.id, measure])).values()];
  const rows = measures.flatMap((measure) => {
    const byKey = new Map<GroupKey, ReadonlyMap<string, number>>();
    for (const [i, { measure: of, points }] of results.entries()) {
      const key = page.keys[i];
      if (of.id === measure.id && key !== undefined) byKey.set(key, new Map(points));
    }
    const rest = new Map(others?.points ?? []);
    const dates = new Set([...byKey.values(), rest].flatMap((points) => [...points.keys()]));
    return [...dates]
      .sort()
      .map((date) => [
        Date.parse(`${date}T00:00:00Z`),
        date,
        measure.name,
        ...columns.map((key) => byKey.get(key)?.get(date) ?? null),
        ...(others === null ? [] : [rest.get(date) ?? null]),
      ]);
  });
  const last = others === null ? [] : [`All Others (${others.count} items)`];
  return { names: ["Timestamp", "Date", "Measure", ...columnNames(page, columns), ...last], rows };
}

/** Names of groups; of two with the same name, the second with its slug. */
function columnNames({ response, keys }: Page, columns: readonly GroupKey[]): string[] {
  const seen = new Set<string>();
  return columns.map((key) => {
    const group = response.results[keys.indexOf(key)]?.group;
    const name = group?.name ?? String(key);
    const column = seen.has(name) ? `${name} (${group?.slug ?? key})` : name;
    seen.add(name);
    return column;
  });
}

/** The groups beyond the first page as one. */
async function othersOf(
  market: Market,
  { response, keys }: Page,
  request: SeriesRequest,
): Promise<{ count: number; points: Point[] } | null> {
  const { results, pagination, aggregate } = response;
  const count = pagination.resultCount - results.length;
  if (count <= 0 || pagination.page !== 1 || (aggregate.aggregateFunction ?? "sum") !== "sum") return null;
  const compiled = compileSeries({
    ...request,
    names: await market.names(),
    groups: { keys, isExcluded: true },
  });
  const [metric, second] = compiled.metrics;
  if (compiled.sql === null || metric?.across.rule !== "sum" || second !== undefined) return null;
  const rows = await market.store.compactRows<[day: string, value: number]>(
    `SELECT day, sumKahan(v) FROM (${compiled.sql}) GROUP BY day ORDER BY day`,
    compiled.binder.parameters,
  );
  // A running period is dated by its last day with data, as in the groups of the page.
  const newest = results
    .flatMap(({ points }) => points.map(([date]) => date))
    .sort()
    .at(-1);
  return { count, points: rows.map(([day, v]) => [newest !== undefined && day > newest ? newest : day, v]) };
}

async function longTable(
  market: Market,
  { response, keys }: Page,
  request: SeriesRequest,
): Promise<Uint8Array> {
  const compiled = compileSeries({
    ...request,
    names: await market.names(),
    groups: { keys, isExcluded: false },
  });
  const { binder, metrics } = compiled;
  const labels = (of: string, from: readonly (string | number)[], to: readonly string[]) =>
    `transform(toString(${of}), ${binder.bind("Array(String)", ["", ...from.map(String)])}, ${binder.bind("Array(String)", ["", ...to])}, '')`;
  const groups = response.results.map(({ group }) => group);
  const columns = [
    "s.day AS date",
    `${labels(
      "s.metric_id",
      metrics.map((m) => m.id),
      metrics.map((m) => m.slug),
    )} AS measure`,
    "toString(s.k) AS group_id",
    `${labels(
      "s.k",
      keys,
      groups.map((group) => group.slug ?? ""),
    )} AS group_slug`,
    `${labels(
      "s.k",
      keys,
      groups.map((group) => group.name),
    )} AS group_name`,
    "s.v AS value",
  ];
  const rows = compiled.sql ?? "SELECT 0 AS metric_id, 0 AS k, toDate(0) AS day, 0. AS v WHERE 0";
  return market.store.bytes(
    `SELECT ${columns.join(", ")} FROM (${rows}) AS s ORDER BY measure, group_name, group_id, date
     SETTINGS output_format_parquet_compression_method = 'snappy'`,
    "Parquet",
    binder.parameters,
  );
}
