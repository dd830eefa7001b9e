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

type SeriesRow = [metricId: number, key: GroupKey, points: Point[], newest: string, total: string];

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
  const rows = await readSeries(market, compiled, { sort, limit: page.perPage, offset: page.offset });
  const byId = new Map(compiled.metrics.map((metric) => [metric.id, metric]));
  const total = rows[0]?.[4] ?? (page.offset > 0 ? (await countSeries(market, compiled)).series : 0);
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
      pagination: pageInfo(page, Number(total)),
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

async function readSeries(
  market: Market,
  { sql, binder, metrics }: CompiledSeries,
  { sort, limit, offset }: { sort: Sort; limit: number; offset: number },
): Promise<SeriesRow[]> {
  if (sql === null) return [];
  const order =
    sort.field === "id"
      ? `k ${sort.direction}`
      : `latest ${sort.field === "value" ? sort.direction : "desc"}, k`;
  return market.store.compactRows<SeriesRow>(
    `SELECT metric_id, k, points, newest, total FROM (
      SELECT metric_id, k, arraySort(groupArray((day, v))) AS points, argMax(v, day) AS latest,
        max(max(last)) OVER (PARTITION BY metric_id) AS newest, count() OVER () AS total
      FROM (${sql}) GROUP BY metric_id, k)
    ORDER BY indexOf([${metrics.map((m) => m.id).join(", ")}], metric_id), ${order}
    LIMIT ${limit} OFFSET ${offset}`,
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
