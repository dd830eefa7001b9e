import type { Group, Warning } from "#domain/api";
import { type Metric, ownCombination, weightOf } from "#domain/metrics";
import { type Filter, type Interval, isFilterGroup, type Query } from "#domain/query";
import { assetsResource, isLent, type SplitResource, tokensResource } from "#domain/resources";
import type { Market } from "../market";
import { type CompileOptions, compileFilter } from "../query/compileFilter";
import { type CompiledGrouping, compileGrouping, groupingOfAll } from "../query/grouping";
import { ListingSource, type TotalledResource } from "../query/listingSource";
import { refuseSearch } from "../query/queryWarnings";
import { requireOneUnit } from "../query/requireOneUnit";
import { sampleAssets } from "../sampleAssets";
import { SqlBinder } from "../sql/sqlBinder";
import { sinceOf } from "../visible/sinceOf";
import { requireReadable } from "../visible/visibleResource";
import { compileLoanSeries } from "./compileLoanSeries";
import { newestDays } from "./newestDays";
import { dateTarget, readSeriesFilter } from "./readSeriesFilter";
import { dayNumber, requestedDays } from "./requestedDays";
import { DATE_FIELD, decideMeasure, splitFilter, subjectOf } from "./seriesFilter";
import { type MetricPlan, planMetric } from "./seriesPlan";
import { seriesSql } from "./seriesSql";

/** Whether a day, `YYYY-MM-DD`, is the first of a period. Weeks are from Monday. */
const isFirstOf: Readonly<Record<Interval, (day: string) => boolean>> = {
  day: () => true,
  week: (day) => new Date(day).getUTCDay() === 1,
  month: (day) => day.endsWith("-01"),
  year: (day) => day.endsWith("-01-01"),
};

interface CutOptions {
  /** Metrics with the latest day of each. */
  parts: readonly { plans: readonly MetricPlan[]; newest: string }[];
  /** The first readable day under policies; null for all days. */
  since: string | null;
  filter: Filter | null;
}

/**
 * Warnings about flows whose first period is summed from the first readable day, if the filter requests
 * earlier days.
 */
function cutPeriods({ parts, since, filter }: CutOptions): Warning[] {
  if (since === null) return [];
  const requested = requestedDays(filter);
  if (requested.first >= dayNumber(since) || requested.last < dayNumber(since)) return [];
  const cut = parts
    .filter(({ newest }) => newest >= since)
    .flatMap(({ plans }) => plans)
    .find(({ interval, overTime }) => overTime === "sum" && !isFirstOf[interval](since));
  if (cut === undefined) return [];
  const { interval } = cut;
  const message = `the first ${interval} is summed from ${since}, the earliest date that the policies of this key allow, so it is incomplete`;
  return [{ path: "aggregate.interval", message }];
}

/** Series as statements: one SELECT of `metric_id, k, day, v, last`, and the meaning of its rows. */
export interface CompiledSeries {
  /** Null where the filter leaves nothing to ask. */
  sql: string | null;
  binder: SqlBinder;
  /** Parts of the statement, by which its size is estimated before it runs. */
  parts: readonly SeriesPart[];
  /** SELECT of the keys `k` of groups with sample figures; null where there are none. */
  sampled: string | null;
  metrics: readonly Metric[];
  groupOf: (metric: Metric, key: number | string) => Group;
  warnings: readonly Warning[];
}

/** Metrics that are read in one go. */
export interface SeriesPart {
  measures: number;
  /** SELECT of the listings that count, with their groups as `k`. */
  listings: string;
}

export interface CompileSeriesOptions {
  resource: SplitResource;
  query: Query;
  /** Only the groups with these keys, or all but those. */
  groups?: { keys: readonly (number | string)[]; isExcluded: boolean };
}

export async function compileSeries(
  market: Market,
  { resource, query, groups }: CompileSeriesOptions,
): Promise<CompiledSeries> {
  refuseSearch(query);
  if (isLent(resource)) {
    return compileLoanSeries(market, { resource, query, groups });
  }
  const [names, newest, sampleIds] = await Promise.all([
    market.names(),
    newestDays(market),
    sampleAssets(market),
  ]);
  const binder = new SqlBinder();
  requireReadable(market, resource === "assets" ? assetsResource : tokensResource);
  const source = new ListingSource(resource, false, market.scope);
  const options: CompileOptions = {
    binder,
    names,
    of: resource === "assets" ? assetsResource.label : tokensResource.label,
    resolve: (name) => (name === DATE_FIELD ? dateTarget : source.resolve(name)),
  };
  const { metrics, warnings } = readSeriesFilter(query.filter, options, source.hiddenMetrics);
  const grouping = groupingOf(query.aggregate?.groupBy, source, resource);
  // Without a grouping, each series is of one asset or token.
  if (query.aggregate?.groupBy !== undefined) {
    requireOneUnit(metrics, { groupBy: query.aggregate.groupBy, filter: query.filter, source });
  }
  const parts = partsOf({ metrics, query, members: resource, newest, warnings });
  const since = sinceOf(market.scope, [
    assetsResource.slug,
    tokensResource.slug,
    ...(grouping.resource === null ? [] : [grouping.resource]),
  ]);
  warnings.push(...cutPeriods({ parts, since, filter: query.filter }));
  const compiled = parts.map((part) => compilePart({ ...part, source, options, grouping, groups }));
  return {
    sql: compiled.length === 0 ? null : compiled.map(({ sql }) => sql).join("\nUNION ALL\n"),
    parts: compiled,
    sampled: sampledSql(compiled, sampleIds, binder),
    binder,
    metrics,
    warnings,
    groupOf: (metric, key) =>
      query.aggregate?.groupBy === "measure"
        ? { type: "measure", id: metric.id, slug: metric.slug, name: metric.name, color: null }
        : grouping.groupOf(key, names),
  };
}

/** The groups of parts of a statement that have a listing of one of the assets. */
function sampledSql(
  parts: readonly SeriesPart[],
  assetIds: readonly number[],
  binder: SqlBinder,
): string | null {
  if (parts.length === 0 || assetIds.length === 0) return null;
  const ids = binder.bind("Array(UInt32)", assetIds);
  return parts
    .map(({ listings }) => `SELECT k FROM (${listings}) WHERE asset_id IN ${ids}`)
    .join("\nUNION ALL\n");
}

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
  /** Newest day of its metrics. */
  newest: string;
}

/** Before there is any data. */
const NO_DAY = "1970-01-01";

/** Metrics that can be read in one go: same filter, same way of combining, same newest day. */
function partsOf({
  metrics,
  query,
  members,
  newest: newestOf,
  warnings,
}: {
  metrics: readonly Metric[];
  query: Query;
  members: TotalledResource;
  newest: ReadonlyMap<number, string>;
  warnings: Warning[];
}): Part[] {
  const parts = new Map<string, Part>();
  for (const metric of metrics) {
    const planned = planMetric(metric, { aggregate: query.aggregate, members });
    warnings.push(...planned.warnings);
    const filter = decideMeasure(query.filter, metric);
    if (filter === false) continue;
    const { overTime, across } = planned.plan;
    const newest = newestOf.get(metric.id) ?? NO_DAY;
    const way =
      weightOf(metric) === undefined ? [overTime, across.by, ownCombination(metric).by, newest] : metric.id;
    const key = JSON.stringify([way, filter]);
    const part = parts.get(key);
    if (part === undefined) parts.set(key, { plans: [planned.plan], filter, newest });
    else part.plans.push(planned.plan);
  }
  return [...parts.values()];
}

interface PartOptions extends Part {
  source: ListingSource;
  options: CompileOptions;
  grouping: CompiledGrouping;
  groups: CompileSeriesOptions["groups"];
}

function compilePart({
  plans,
  filter,
  newest,
  source,
  options,
  grouping,
  groups,
}: PartOptions): SeriesPart & { sql: string } {
  const split = splitFilter(filter);
  const compileAll = (filters: readonly Filter[]) => filters.map((part) => compileFilter(part, options));
  const onListings = compileAll(split.listings);
  if (grouping.remains !== "1") onListings.push(grouping.remains);
  const columns: string[] = [];
  const onBoth = split.both.map((part) => compileBoth(part, options, columns));
  if (groups !== undefined && groups.keys.length > 0) {
    const type = typeof groups.keys[0] === "string" ? "Array(String)" : "Array(UInt32)";
    onListings.push(`k ${groups.isExcluded ? "NOT IN" : "IN"} ${options.binder.bind(type, groups.keys)}`);
  }
  const days = compileAll(split.days);
  const since = grouping.resource === null ? null : sinceOf(source.scope, [grouping.resource]);
  const listings = `SELECT t.id AS id, t.asset_id AS asset_id, ${[`${grouping.keySql} AS k`, ...columns].join(", ")}
    FROM ${source.from()}${onListings.length > 0 ? ` WHERE ${onListings.join(" AND ")}` : ""}`;
  const sql = seriesSql(plans, {
    listings,
    days: since === null ? days : [...days, `d.date >= ${options.binder.bind("Date32", since)}`],
    both: onBoth,
    newest: options.binder.bind("Date32", newest),
    isPartial: onListings.length > 0,
    withinAsset: grouping.withinAsset,
  });
  return { sql, listings, measures: plans.length };
}

/** A condition on days and listings: the part on listings becomes a column of the listings. */
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
