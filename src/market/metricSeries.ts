import type { Measure, SeriesResponse, SeriesResult } from "#domain/api";
import { isRankedByMagnitude, type Metric } from "#domain/metrics";
import { invalidAt, type Query, queryLimits, type Sort } from "#domain/query";
import type { SplitResource } from "#domain/resources";
import { quoted } from "#domain/text";
import type { Market } from "./market";
import { pageInfo, pageOf } from "./query/pageOf";
import { type CompiledSeries, compileSeries } from "./series/compileSeries";
import { partialPeriods, seriesKey } from "./series/partialPeriods";
import { requireBoundedSeries } from "./series/requireBoundedSeries";
import { DATE_FIELD, requestedIds } from "./series/seriesFilter";
import type { WrittenJson } from "./written/writtenJson";
import { readPoints, writtenPoints } from "./written/writtenPoints";

export interface SeriesRequest {
  resource: SplitResource;
  query: Query;
}

/**
 * Metrics over time, by group; without `groupBy`, by asset or token. Results are in the order in which the
 * measures are named, each with its groups from the largest latest value to the smallest; of metrics that can
 * be negative, from the largest magnitude over the days of the query. Points are in date order, reversed by
 * `sort: {field: "date", direction: "desc"}`.
 * @throws InvalidError naming the invalid part of the query
 */
export async function metricSeries(
  market: Market,
  { resource, query }: SeriesRequest,
): Promise<SeriesResponse> {
  return market.remember({
    kind: "series",
    key: [resource, query],
    sizeOf: (response) =>
      response.results.reduce((sum, { points }) => sum + 500 + points.length * BYTES_PER_POINT, 500),
    make: async () => (await readSeriesPage(market, { resource, query })).response,
  });
}

const BYTES_PER_POINT = 80;

/** The same response, only for `writeJson`: its points are in the engine's format. It is not cached. */
export async function writtenSeries(market: Market, request: SeriesRequest): Promise<object> {
  const { response, results } = await readWrittenPage(market, request);
  return { results, ...response };
}

interface SeriesRow {
  metricId: number;
  key: GroupKey;
  newest: string;
  length: number;
  points: string;
}

export type GroupKey = number | string;

export interface SeriesPage {
  response: SeriesResponse;
  /** Key of each result's group in statements. */
  keys: GroupKey[];
  /** Keys of all groups with sample figures, on any page, as text. */
  sampleKeys: ReadonlySet<string>;
}

/** A page of series; all of them as one page if `all` is set. */
export async function readSeriesPage(
  market: Market,
  request: SeriesRequest,
  options: { all?: boolean } = {},
): Promise<SeriesPage> {
  const { results, response, keys, sampleKeys } = await readWrittenPage(market, request, options);
  return {
    response: {
      results: results.map(({ points, ...result }) => ({ ...result, points: readPoints(points) })),
      ...response,
    },
    keys,
    sampleKeys,
  };
}

interface WrittenPage {
  results: (Omit<SeriesResult, "points"> & { points: WrittenJson })[];
  /** The other properties of the response. */
  response: Omit<SeriesResponse, "results">;
  keys: GroupKey[];
  sampleKeys: ReadonlySet<string>;
}

async function readWrittenPage(
  market: Market,
  { resource, query }: SeriesRequest,
  { all = false }: { all?: boolean } = {},
): Promise<WrittenPage> {
  const compiled = await compileSeries(market, { resource, query });
  const days = await requireBoundedSeries(market, compiled, { filter: query.filter, isFile: all });
  const page = all
    ? { page: 1, perPage: Math.max(1, (await countSeries(market, compiled)).series), offset: 0, warnings: [] }
    : pageOf(query, {
        paged: { label: "Series", pagedByKey: null },
        maxPerPage: queryLimits.maxPerPage,
        width: Math.ceil(days / daysOfInterval[query.aggregate?.interval ?? "day"]) + 1,
      });
  const sort = seriesSort(query.sort, compiled.metrics);
  const groupLimit = query.aggregate?.groupLimit;
  const [{ rows, total }, sampleKeys] = await Promise.all([
    page.offset === 0
      ? readFirst(market, compiled, { sort, limit: page.perPage, groupLimit })
      : readFurther(market, compiled, { resource, query, sort, page }),
    readSampleKeys(market, compiled),
  ]);
  const byId = new Map(compiled.metrics.map((metric) => [metric.id, metric]));
  const warnings = [...compiled.warnings, ...page.warnings];
  const requested = requestedIds(query.filter);
  // Files do not contain them.
  const partial = all ? null : await partialPeriods(market, { resource, query, series: rows });
  const results = rows.flatMap(({ metricId, key, points, newest, length }) => {
    const metric = byId.get(metricId);
    if (metric === undefined) return [];
    const partialDates = partial?.get(seriesKey({ metricId, key }));
    return [
      {
        measure: { ...measureOf(metric), id: requested.get(metric) ?? metric.id },
        group: compiled.groupOf(metric, key),
        is_sample: sampleKeys.has(String(key)),
        points: writtenPoints(points, { length, newest, isDescending: isDescending(sort) }),
        ...(partialDates && { partial_periods: partialDates }),
      },
    ];
  });
  return {
    results,
    response: {
      filter: query.filter,
      sort,
      pagination: pageInfo(page, total),
      aggregate: { ...query.aggregate, interval: query.aggregate?.interval ?? "day" },
      ...(warnings.length > 0 ? { warnings } : {}),
    },
    keys: rows.map(({ key }) => key),
    sampleKeys,
  };
}

/** Keys of all groups with sample figures, on any page, as text. */
async function readSampleKeys(
  market: Market,
  { sampled, binder }: CompiledSeries,
): Promise<ReadonlySet<string>> {
  if (sampled === null) return new Set();
  const rows = await market.store.compactRows<[string]>(
    `SELECT DISTINCT toString(k) FROM (${sampled})`,
    binder.parameters,
  );
  return new Set(rows.map(([key]) => key));
}

/** Minimum number of days per point of a series. */
const daysOfInterval = { day: 1, week: 7, month: 28, year: 365 } as const;

export const measureOf = ({ id, slug, name, label, unit, kind }: Metric): Measure => ({
  id,
  slug,
  name,
  label,
  unit,
  kind,
});

const sortFields = [DATE_FIELD, "value", "magnitude", "id"] as const;

function seriesSort(requested: Sort | null, metrics: readonly Metric[]): Sort {
  if (requested === null) {
    return { field: metrics.some(isRankedByMagnitude) ? "magnitude" : "value", direction: "desc" };
  }
  if (!sortFields.some((field) => field === requested.field)) {
    throw invalidAt(
      "sort.field",
      `series can be sorted by ${sortFields.join(", ")}, not by ${quoted(requested.field)}`,
    );
  }
  return {
    field: requested.field,
    direction:
      requested.direction ||
      (requested.field === "value" || requested.field === "magnitude" ? "desc" : "asc"),
  };
}

/** Whether points are in descending order of days. */
const isDescending = ({ field, direction }: Sort) => field === DATE_FIELD && direction === "desc";

/**
 * The size of a series over its rows: the magnitude of metrics that can be negative (`magnitudeOf`), else the
 * latest value.
 */
function sizeSql({ metrics }: CompiledSeries, { field }: Sort): string {
  const latest = "argMax(v, day)";
  const idsOf = (kind: Metric["kind"]) =>
    metrics.flatMap((metric) => (isRankedByMagnitude(metric) && metric.kind === kind ? [metric.id] : []));
  const cases = [
    { ids: idsOf("stock"), sql: "max(abs(v))" },
    { ids: idsOf("flow"), sql: "sum(abs(v))" },
  ].flatMap(({ ids, sql }) => (ids.length === 0 ? [] : [`metric_id IN (${ids.join(", ")}), ${sql}`]));
  return field === "value" || field === "id" || cases.length === 0
    ? latest
    : `multiIf(${cases.join(", ")}, ${latest})`;
}

/** The order of series `k` of `metric_id` by their `size`, metrics in the order of the request. */
function orderSql({ metrics }: CompiledSeries, { field, direction }: Sort): string {
  const bySize = field === "value" || field === "magnitude" ? direction : "desc";
  const order = field === "id" ? `k ${direction}` : `size ${bySize}, k`;
  return `indexOf([${metrics.map((m) => m.id).join(", ")}], metric_id), ${order}`;
}

interface SeriesRows {
  rows: SeriesRow[];
  /** Series of all pages. */
  total: number;
}

async function readFirst(
  market: Market,
  compiled: CompiledSeries,
  { sort, limit, groupLimit }: { sort: Sort; limit: number; groupLimit: number | undefined },
): Promise<SeriesRows> {
  const { sql, binder } = compiled;
  if (sql === null) return { rows: [], total: 0 };
  type Head = [metricId: number, key: GroupKey, newest: string, length: string, total: string];
  const series = `SELECT metric_id, k, ${pointsSql(sort)}, ${sizeSql(compiled, sort)} AS size,
      max(max(last)) OVER (PARTITION BY metric_id) AS newest, count() OVER () AS total
    FROM (${sql}) GROUP BY metric_id, k`;
  // The count over all series does not apply once groups beyond the limit are left out.
  const [limited, total] =
    groupLimit === undefined
      ? [series, "total"]
      : [
          `SELECT * FROM (${series}) ORDER BY ${orderSql(compiled, sort)}${limitBySql(groupLimit)}`,
          "count() OVER ()",
        ];
  const rows = await market.store.writtenRows<Head>(
    `SELECT metric_id, k, newest, length(points), ${total}, points FROM (${limited})
    ORDER BY ${orderSql(compiled, sort)} LIMIT ${limit}`,
    binder.parameters,
  );
  return {
    rows: rows.map(({ values: [metricId, key, newest, length], written: points }) => {
      return { metricId, key, newest, length: Number(length), points };
    }),
    total: Number(rows[0]?.values[4] ?? 0),
  };
}

/** Limits the groups of each metric to the first ones. */
const limitBySql = (groupLimit: number | undefined) =>
  groupLimit === undefined ? "" : ` LIMIT ${groupLimit} BY metric_id`;

const pointsSql = (sort: Sort) =>
  `${isDescending(sort) ? "arrayReverseSort" : "arraySort"}(groupArray((day, v))) AS points`;

type OrderedSeries = [metricId: number, key: GroupKey, newest: string];

/**
 * A page after the first: the order of all series is computed once for all pages, and points are read only
 * for the groups of the page.
 */
async function readFurther(
  market: Market,
  compiled: CompiledSeries,
  { resource, query, sort, page }: SeriesRequest & { sort: Sort; page: { perPage: number; offset: number } },
): Promise<SeriesRows> {
  const { aggregate } = query;
  const order = await market.remember({
    kind: "order of series",
    key: [compiled.binder.identify(compiled.sql ?? ""), aggregate?.groupLimit, sort],
    sizeOf: (series) => 500 + series.length * 150,
    make: () => readOrder(market, compiled, { sort, groupLimit: aggregate?.groupLimit }),
  });
  const wanted = order.slice(page.offset, page.offset + page.perPage);
  if (wanted.length === 0) return { rows: [], total: order.length };
  const keys = [...new Set(wanted.map(([, key]) => key))];
  const { sql, binder } = await compileSeries(market, {
    resource,
    query,
    groups: { keys, isExcluded: false },
  });
  const found = await market.store.writtenRows<[metricId: number, key: GroupKey, length: string]>(
    `SELECT metric_id, k, count(), ${pointsSql(sort)} FROM (${sql}) GROUP BY metric_id, k`,
    binder.parameters,
  );
  const own = new Map(found.map((row) => [`${row.values[0]} ${row.values[1]}`, row]));
  const rows = wanted.flatMap(([metricId, key, newest]): SeriesRow[] => {
    const row = own.get(`${metricId} ${key}`);
    if (row === undefined) return [];
    return [{ metricId, key, newest, length: Number(row.values[2]), points: row.written }];
  });
  return { rows, total: order.length };
}

async function readOrder(
  market: Market,
  compiled: CompiledSeries,
  { sort, groupLimit }: { sort: Sort; groupLimit: number | undefined },
): Promise<readonly OrderedSeries[]> {
  const { sql, binder } = compiled;
  if (sql === null) return [];
  return market.store.compactRows<OrderedSeries>(
    `SELECT metric_id, k, newest FROM (
      SELECT metric_id, k, ${sizeSql(compiled, sort)} AS size, max(max(last)) OVER (PARTITION BY metric_id) AS newest
      FROM (${sql}) GROUP BY metric_id, k)
    ORDER BY ${orderSql(compiled, sort)}${limitBySql(groupLimit)}`,
    binder.parameters,
  );
}

/** Number of series, with their number of values. */
export async function countSeries(
  market: Market,
  { sql, binder }: CompiledSeries,
): Promise<{ series: number; points: number }> {
  if (sql === null) return { series: 0, points: 0 };
  const [counted] = await market.store.compactRows<[series: string, points: string]>(
    `SELECT uniqExact(metric_id, k), count() FROM (${sql})`,
    binder.parameters,
  );
  return { series: Number(counted?.[0] ?? 0), points: Number(counted?.[1] ?? 0) };
}
