import {
  assetsResource,
  type Filter,
  filterLeaves,
  type Group,
  invalidAt,
  isFilterGroup,
  type Measure,
  type Metric,
  type Point,
  type Query,
  type SeriesResponse,
  type Sort,
  tokensResource,
  type Warning,
} from "#domain";
import type { Market } from "./market";
import type { ReferenceNames } from "./names/referenceNames";
import { type CompileOptions, compileFilter } from "./query/compileFilter";
import type { FilterTarget } from "./query/filterTarget";
import { type CompiledGrouping, compileGrouping, groupingOfAll } from "./query/grouping";
import { ListingSource, type TotalledResource } from "./query/listingSource";
import { pageInfo, pageOf } from "./query/pageOf";
import { queryWarnings } from "./query/queryWarnings";
import {
  DATE_FIELD,
  decideMeasure,
  isMeasureLeaf,
  metricOfValue,
  namedMetrics,
  splitFilter,
  subjectOf,
} from "./series/seriesFilter";
import { type MetricPlan, planMetric } from "./series/seriesPlan";
import { seriesSql } from "./series/seriesSql";
import { SqlBinder } from "./sql/sqlBinder";

export interface SeriesRequest {
  resource: TotalledResource;
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
    make: () => makeSeries(market, resource, query),
  });
}

const BYTES_PER_POINT = 80;

type SeriesRow = [metricId: number, key: number | string, points: Point[], newest: string, total: string];

async function makeSeries(market: Market, resource: TotalledResource, query: Query): Promise<SeriesResponse> {
  const names = await market.names();
  const compiled = compileSeries({ resource, query, names });
  const page = pageOf(query, assetsResource.maxPerPage);
  const sort = seriesSort(query.sort);
  const rows = await readSeries(market, compiled, { sort, limit: page.perPage, offset: page.offset });
  const byId = new Map(compiled.metrics.map((metric) => [metric.id, metric]));
  const total = rows[0]?.[4] ?? (page.offset > 0 ? await countGroups(market, compiled) : 0);
  const { warnings } = compiled;
  return {
    results: rows.flatMap(([metricId, key, points, newest]) => {
      const metric = byId.get(metricId);
      if (metric === undefined) return [];
      cap(points, newest);
      if (sort.field === DATE_FIELD && sort.direction === "desc") points.reverse();
      return [{ measure: measureOf(metric), group: compiled.groupOf(metric, key), points }];
    }),
    filter: query.filter,
    sort,
    pagination: pageInfo(page, Number(total)),
    aggregate: { ...query.aggregate, interval: query.aggregate?.interval ?? "day" },
    ...(warnings.length > 0 ? { warnings } : {}),
  };
}

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
      `series are sorted by ${sortFields.join(", ")}, not by ${JSON.stringify(asked.field)}`,
    );
  }
  return { field: asked.field, direction: asked.direction || (asked.field === "value" ? "desc" : "asc") };
}

/** Series as statements: one SELECT of `metric_id, k, day, v, last`, and what its rows mean. */
export interface CompiledSeries {
  /** Null where the filter leaves nothing to ask. */
  sql: string | null;
  binder: SqlBinder;
  metrics: readonly Metric[];
  groupOf: (metric: Metric, key: number | string) => Group;
  warnings: readonly Warning[];
}

export interface CompileSeriesOptions extends SeriesRequest {
  names: ReferenceNames;
  /** Keys of groups to leave out, for the rest beside a page of groups. */
  without?: readonly (number | string)[];
}

export function compileSeries({
  resource,
  query,
  names,
  without = [],
}: CompileSeriesOptions): CompiledSeries {
  const binder = new SqlBinder();
  const source = new ListingSource(resource, false);
  const options: CompileOptions = {
    binder,
    names,
    of: resource === "assets" ? assetsResource.label : tokensResource.label,
    resolve: (name) => (name === DATE_FIELD ? dateTarget : source.resolve(name)),
  };
  const metrics = namedMetrics(query.filter);
  checkFilter(query.filter, options);
  const warnings = [
    ...unknownMeasures(query.filter),
    ...queryWarnings(query.filter, {
      names,
      resolve: (name) => (name in noReference ? null : options.resolve(name)),
    }),
  ];
  const grouping = groupingOf(query.aggregate?.groupBy, source, resource);
  const parts = partsOf({ metrics, query, warnings });
  const sql = parts.map(({ plans, filter }) =>
    partSql({ plans, filter, source, options, grouping, without }),
  );
  return {
    sql: sql.length === 0 ? null : sql.join("\nUNION ALL\n"),
    binder,
    metrics,
    warnings,
    groupOf: (metric, key) =>
      query.aggregate?.groupBy === "measure"
        ? { type: "measure", id: metric.id, slug: metric.slug, name: metric.name, color: null }
        : grouping.groupOf(key, names),
  };
}

/** Fields that name no catalog entity. */
const noReference = {
  [DATE_FIELD]: true,
  measure_id: true,
  measure_slug: true,
  metric_id: true,
  metric_slug: true,
};

const dateTarget: FilterTarget = {
  sql: "d.date",
  type: "date",
  values: null,
  nullable: false,
  sortable: true,
  reference: null,
};

/** Compiles every leaf once where it stands, so that errors name its path. */
function checkFilter(filter: Filter | null, options: CompileOptions): void {
  const trial = { ...options, binder: new SqlBinder() };
  for (const { leaf, path } of filterLeaves(filter)) {
    if (!isMeasureLeaf(leaf)) compileFilter(leaf, trial, path);
  }
}

const unknownMeasures = (filter: Filter | null): Warning[] =>
  [...filterLeaves(filter)].flatMap(({ leaf, path }) =>
    isMeasureLeaf(leaf)
      ? [leaf.value].flat().flatMap((value, i) =>
          metricOfValue(leaf, value) === undefined
            ? [
                {
                  path: Array.isArray(leaf.value) ? `${path}.value[${i}]` : `${path}.value`,
                  message: `no measure has the ${leaf.field.split("_")[1]} ${JSON.stringify(value)}`,
                },
              ]
            : [],
        )
      : [],
  );

function groupingOf(
  groupBy: string | undefined,
  source: ListingSource,
  resource: TotalledResource,
): CompiledGrouping {
  if (groupBy === undefined) return compileGrouping(resource === "assets" ? "asset" : "token", source);
  if (groupBy === "measure") return groupingOfAll();
  if (groupBy === "date")
    return groupingOfAll({ type: "date", id: null, slug: null, name: "All", color: null });
  return compileGrouping(groupBy, source);
}

interface Part {
  plans: [MetricPlan, ...MetricPlan[]];
  filter: Filter | true;
}

/** Metrics that can be read in one go: same filter, same way of combining. */
function partsOf({
  metrics,
  query,
  warnings,
}: {
  metrics: readonly Metric[];
  query: Query;
  warnings: Warning[];
}): Part[] {
  const parts = new Map<string, Part>();
  for (const metric of metrics) {
    const planned = planMetric(metric, query.aggregate);
    warnings.push(...planned.warnings);
    const filter = decideMeasure(query.filter, metric);
    if (filter === false) continue;
    const { overTime, acrossTokens } = planned.plan;
    const way = typeof acrossTokens === "string" ? [overTime, acrossTokens] : metric.id;
    const key = JSON.stringify([way, filter]);
    const part = parts.get(key);
    if (part === undefined) parts.set(key, { plans: [planned.plan], filter });
    else part.plans.push(planned.plan);
  }
  return [...parts.values()];
}

interface PartOptions extends Part {
  source: ListingSource;
  options: CompileOptions;
  grouping: CompiledGrouping;
  without: readonly (number | string)[];
}

function partSql({ plans, filter, source, options, grouping, without }: PartOptions): string {
  const split = splitFilter(filter);
  const compileAll = (filters: readonly Filter[]) => filters.map((part) => compileFilter(part, options));
  const onListings = compileAll(split.listings);
  const columns: string[] = [];
  const onBoth = split.both.map((part) => compileBoth(part, options, columns));
  if (without.length > 0) {
    const isText = typeof without[0] === "string";
    onListings.push(`k NOT IN ${options.binder.bind(isText ? "Array(String)" : "Array(UInt32)", without)}`);
  }
  const listings = `SELECT t.id AS id, t.asset_id AS asset_id, ${[`${grouping.keySql} AS k`, ...columns].join(", ")}
    FROM ${source.from()}${onListings.length > 0 ? ` WHERE ${onListings.join(" AND ")}` : ""}`;
  return seriesSql(plans, {
    listings,
    conditions: [...compileAll(split.days), ...onBoth],
    isPartial: onListings.length > 0,
    withinAsset: grouping.withinAsset,
  });
}

/** A condition on days and listings: what it says of a listing becomes a column of the listings. */
function compileBoth(filter: Filter, options: CompileOptions, columns: string[]): string {
  const subject = subjectOf(filter);
  if (subject === "days") return compileFilter(filter, options);
  if (subject === "listings") {
    const name = `c${columns.length}`;
    columns.push(`${compileFilter(filter, options)} AS ${name}`);
    return `l.${name}`;
  }
  if (!isFilterGroup(filter)) return compileFilter(filter, options);
  const parts = filter.filters.map((inner) => compileBoth(inner, options, columns));
  return `(${parts.join(filter.operator === "and" ? " AND " : " OR ")})`;
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

async function countGroups(market: Market, { sql, binder }: CompiledSeries): Promise<string> {
  if (sql === null) return "0";
  const rows = await market.store.compactRows<[string]>(
    `SELECT uniqExact(metric_id, k) FROM (${sql})`,
    binder.parameters,
  );
  return rows[0]?.[0] ?? "0";
}
