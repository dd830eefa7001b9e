import {
  assetsResource,
  invalidAt,
  type Measure,
  type Metric,
  type Point,
  type Query,
  quoted,
  type SeriesResponse,
  type Sort,
} from "#domain";
import type { Market } from "./market";
import { pageInfo, pageOf } from "./query/pageOf";
import { type CompiledSeries, compileSeries, type SeriesResource } from "./series/compileSeries";
import { requireBoundedSeries } from "./series/requireBoundedSeries";
import { DATE_FIELD, idsAsked } from "./series/seriesFilter";

export interface SeriesRequest {
  resource: SeriesResource;
  query: Query;
}

/**
 * Metrics over time, by group; without `groupBy`, by asset or token. Results come in the order in which the
 * measures are named, each with its groups from the largest latest value to the smallest. Points are in date
 * order (`sort: {field: "date", direction: "desc"}` turns it round).
 * @throws InvalidError naming the part of the query that does not fit.
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

type SeriesRow = [metricId: number, key: GroupKey, points: Point[], newest: string];

export type GroupKey = number | string;

export interface SeriesPage {
  response: SeriesResponse;
  /** Key of each result's group in statements. */
  keys: GroupKey[];
}

/** A page of series; every series of them as one page where `all` says so. */
export async function readSeriesPage(
  market: Market,
  { resource, query }: SeriesRequest,
  { all = false }: { all?: boolean } = {},
): Promise<SeriesPage> {
  const compiled = await compileSeries(market, { resource, query });
  const days = await requireBoundedSeries(market, compiled, { filter: query.filter, isFile: all });
  const page = all
    ? { page: 1, perPage: Math.max(1, (await countSeries(market, compiled)).series), offset: 0, warnings: [] }
    : pageOf(query, {
        maxPerPage: assetsResource.maxPerPage,
        width: Math.ceil(days / daysOfInterval[query.aggregate?.interval ?? "day"]) + 1,
      });
  const sort = seriesSort(query.sort);
  const { rows, total } =
    page.offset === 0
      ? await readFirst(market, compiled, { sort, limit: page.perPage })
      : await readFurther(market, compiled, { resource, query, sort, page });
  const byId = new Map(compiled.metrics.map((metric) => [metric.id, metric]));
  const warnings = [...compiled.warnings, ...page.warnings];
  const asked = idsAsked(query.filter);
  const results = rows.flatMap(([metricId, key, points, newest]) => {
    const metric = byId.get(metricId);
    if (metric === undefined) return [];
    cap(points, newest);
    if (sort.field === DATE_FIELD && sort.direction === "desc") points.reverse();
    return [
      {
        measure: { ...measureOf(metric), id: asked.get(metric) ?? metric.id },
        group: compiled.groupOf(metric, key),
        points,
      },
    ];
  });
  return {
    response: {
      results,
      filter: query.filter,
      sort,
      pagination: pageInfo(page, total),
      aggregate: { ...query.aggregate, interval: query.aggregate?.interval ?? "day" },
      ...(warnings.length > 0 ? { warnings } : {}),
    },
    keys: rows.map(([, key]) => key),
  };
}

/** Days of which a series has one point, at least. */
const daysOfInterval = { day: 1, week: 7, month: 28, year: 365 } as const;

export const measureOf = ({ id, slug, name, label, unit, kind }: Metric): Measure => ({
  id,
  slug,
  name,
  label,
  unit,
  kind,
});

/** A period that is still running ends, so far, on the last day that has data. */
function cap(points: Point[], newest: string): void {
  const last = points.at(-1);
  if (last !== undefined && last[0] > newest) points[points.length - 1] = [newest, last[1]];
}

const sortFields = [DATE_FIELD, "value", "id"] as const;

function seriesSort(asked: Sort | null): Sort {
  if (asked === null) return { field: "value", direction: "desc" };
  if (!sortFields.some((field) => field === asked.field)) {
    throw invalidAt(
      "sort.field",
      `series can be sorted by ${sortFields.join(", ")}, not by ${quoted(asked.field)}`,
    );
  }
  return { field: asked.field, direction: asked.direction || (asked.field === "value" ? "desc" : "asc") };
}

/** The order of series `k` of `metric_id` by their `latest` value, metrics in the order in which they are asked for. */
function orderSql({ metrics }: CompiledSeries, { field, direction }: Sort): string {
  const order = field === "id" ? `k ${direction}` : `latest ${field === "value" ? direction : "desc"}, k`;
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
  { sort, limit }: { sort: Sort; limit: number },
): Promise<SeriesRows> {
  const { sql, binder } = compiled;
  if (sql === null) return { rows: [], total: 0 };
  const rows = await market.store.compactRows<[...SeriesRow, total: string]>(
    `SELECT metric_id, k, points, newest, total FROM (
      SELECT metric_id, k, ${pointsSql}, argMax(v, day) AS latest,
        max(max(last)) OVER (PARTITION BY metric_id) AS newest, count() OVER () AS total
      FROM (${sql}) GROUP BY metric_id, k)
    ORDER BY ${orderSql(compiled, sort)} LIMIT ${limit}`,
    binder.parameters,
  );
  return {
    rows: rows.map(([metricId, key, points, newest]) => [metricId, key, points, newest]),
    total: Number(rows[0]?.[4] ?? 0),
  };
}

const pointsSql = "arraySort(groupArray((day, v))) AS points";

type OrderedSeries = [metricId: number, key: GroupKey, newest: string];

/**
 * A page after the first: the order of all series is found out once for all pages, and of the groups of the page
 * alone the points are read.
 */
async function readFurther(
  market: Market,
  compiled: CompiledSeries,
  { resource, query, sort, page }: SeriesRequest & { sort: Sort; page: { perPage: number; offset: number } },
): Promise<SeriesRows> {
  const { filter, aggregate } = query;
  const order = await market.remember({
    kind: "order of series",
    key: [resource, filter, aggregate, sort],
    sizeOf: (series) => 500 + series.length * 150,
    make: () => readOrder(market, compiled, sort),
  });
  const wanted = order.slice(page.offset, page.offset + page.perPage);
  if (wanted.length === 0) return { rows: [], total: order.length };
  const keys = [...new Set(wanted.map(([, key]) => key))];
  const { sql, binder } = await compileSeries(market, {
    resource,
    query,
    groups: { keys, isExcluded: false },
  });
  const found = await market.store.compactRows<[metricId: number, key: GroupKey, points: Point[]]>(
    `SELECT metric_id, k, ${pointsSql} FROM (${sql}) GROUP BY metric_id, k`,
    binder.parameters,
  );
  const points = new Map(found.map(([metricId, key, own]) => [`${metricId} ${key}`, own]));
  const rows = wanted.flatMap(([metricId, key, newest]): SeriesRow[] => {
    const own = points.get(`${metricId} ${key}`);
    return own === undefined ? [] : [[metricId, key, own, newest]];
  });
  return { rows, total: order.length };
}

async function readOrder(
  market: Market,
  compiled: CompiledSeries,
  sort: Sort,
): Promise<readonly OrderedSeries[]> {
  const { sql, binder } = compiled;
  if (sql === null) return [];
  return market.store.compactRows<OrderedSeries>(
    `SELECT metric_id, k, newest FROM (
      SELECT metric_id, k, argMax(v, day) AS latest, max(max(last)) OVER (PARTITION BY metric_id) AS newest
      FROM (${sql}) GROUP BY metric_id, k)
    ORDER BY ${orderSql(compiled, sort)}`,
    binder.parameters,
  );
}

/** How many series there are, with how many values. */
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
