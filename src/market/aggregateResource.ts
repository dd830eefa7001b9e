import type { AggregateRow, AggregatesResponse } from "#domain/api";
import { type Metric, metricByName, metricOfSlug, metricParts, metrics } from "#domain/metrics";
import { invalidAt, type Query, type Sort } from "#domain/query";
import { assetsResource, tokensResource, totalMetrics } from "#domain/resources";
import type { Market } from "./market";
import { compileFilter } from "./query/compileFilter";
import { type CompiledGrouping, compileGrouping, groupingOfAll } from "./query/grouping";
import { ListingSource, type TotalledResource } from "./query/listingSource";
import { pageInfo, pageOf } from "./query/pageOf";
import { queryWarnings, refuseSearch } from "./query/queryWarnings";
import { isOfOneUnit, requireOneUnit } from "./query/requireOneUnit";
import { addMetrics, metricsOfTuples } from "./rows/metricCells";
import { sampleAssets } from "./sampleAssets";
import { type MetricTuple, metricPartSql, metricTupleSql, splitMetricPath } from "./sql/metricParts";
import { hasFiguresSql, SqlBinder } from "./sql/sqlBinder";
import { totalsSql } from "./sql/totalsSql";
import { metricsSql } from "./visible/metricsSql";
import { requireReadable } from "./visible/visibleResource";

export interface AggregateRequest {
  resource: TotalledResource;
  query: Query;
}

/**
 * Latest values of every metric, totalled over the assets or tokens that the filter selects (as in their
 * list), by group; without `groupBy`, over all of them. Groups are ordered by value unless the query sorts:
 * by a metric or a part of it, `asset_count`, `token_count`, `asset_level_count`, or `id` of the group.
 * @throws InvalidError naming the invalid part of the query
 */
export async function aggregateResource(
  market: Market,
  { resource, query }: AggregateRequest,
): Promise<AggregatesResponse> {
  return market.remember({
    kind: "aggregates",
    key: [resource, query],
    sizeOf: (response) => 500 + response.results.length * 8_000,
    make: () => makeAggregates(market, resource, query),
  });
}

/** Every group as one page, for files. @throws InvalidError as `aggregateResource`, or for too many groups */
export const aggregateWhole = (market: Market, { resource, query }: AggregateRequest) =>
  makeAggregates(market, resource, query, MAX_GROUPS);

/** Maximum number of groups in a file: each has ten columns for every metric. */
const MAX_GROUPS = 20_000;

type GroupRow = [
  key: number | string,
  assets: string,
  tokens: string,
  metrics: MetricTuple[],
  total: string,
  wholes: string,
  isSample: number | boolean,
];

async function makeAggregates(
  market: Market,
  resource: TotalledResource,
  query: Query,
  allUpTo: number | null = null,
): Promise<AggregatesResponse> {
  refuseSeriesOptions(query);
  refuseSearch(query);
  requireReadable(market, resource === "assets" ? assetsResource : tokensResource);
  const [names, sampled] = await Promise.all([market.names(), sampleAssets(market)]);
  const binder = new SqlBinder();
  const source = new ListingSource(resource, true, market.scope);
  const described = resource === "assets" ? assetsResource : tokensResource;
  const where = compileFilter(query.filter, {
    binder,
    resolve: source.resolve,
    names,
    of: described.label,
  });
  const groupBy = query.aggregate?.groupBy;
  const grouping = groupBy === undefined ? groupingOfAll() : compileGrouping(groupBy, source);
  const order = groupOrder(query.sort, source.hiddenMetrics);
  const unit = { groupBy, filter: query.filter, source };
  if (order.metricId !== null) {
    requireOneUnit(
      metrics.filter(({ id }) => id === order.metricId),
      unit,
    );
  }
  // Without `fields`, totals over several assets leave out figures of one unit; if `fields` names one, they
  // are rejected.
  const wanted = wantedMetrics(
    query.fields,
    source.hiddenMetrics,
    isOfOneUnit(unit) ? metrics : totalMetrics,
  );
  if (query.fields !== null) requireOneUnit(wanted ?? [], unit);
  const width = (wanted ?? metrics).length * metricParts.length;
  const page =
    allUpTo === null
      ? pageOf(query, {
          paged: { label: "Totals", pagedByKey: null },
          maxPerPage: described.maxPerPage,
          width,
        })
      : { page: 1, perPage: allUpTo, offset: 0, warnings: [] };
  const groupLimit = query.aggregate?.groupLimit ?? Number.POSITIVE_INFINITY;
  const wantedRows = Math.min(page.perPage, Math.max(0, groupLimit - page.offset));
  const rows = await market.store.compactRows<GroupRow>(
    `${groupsSql({
      members: membersSql({ source, where, grouping }),
      order,
      wanted,
      withinAsset: grouping.withinAsset,
      stored: metricsSql(market.scope, "token", grouping.resource),
      isSample: sampled.length === 0 ? "false" : `asset_id IN ${binder.bind("Array(UInt32)", sampled)}`,
    })} LIMIT ${wantedRows} OFFSET ${page.offset} SETTINGS join_use_nulls = 1`,
    binder.parameters,
  );
  const total = Math.min(Number(rows[0]?.[4] ?? 0), groupLimit);
  if (allUpTo !== null && total > allUpTo) {
    throw invalidAt(
      "filter",
      `${total.toLocaleString("en")} groups exceed the file limit of ${allUpTo.toLocaleString("en")}: narrow the filter`,
    );
  }
  const warnings = [...queryWarnings(query.filter, { resolve: source.resolve, names }), ...page.warnings];
  return {
    results: rows.map(([key, assets, tokens, tuples, , wholes, isSample]): AggregateRow => {
      const row: AggregateRow = {
        group: grouping.groupOf(key, names),
        asset_count: Number(assets),
        token_count: Number(tokens),
        asset_level_count: Number(wholes),
        is_sample: Boolean(isSample),
      };
      addMetrics(row, metricsOfTuples(tuples ?? []), {
        metrics: wanted ?? metrics,
        aliases: query.fields?.map(metricNamed) ?? [],
      });
      return row;
    }),
    filter: query.filter,
    sort: order.sort,
    pagination: pageInfo(page, total),
    aggregate: { groupBy, ...(Number.isFinite(groupLimit) && { groupLimit }) },
    ...(warnings.length > 0 ? { warnings } : {}),
  };
}

function refuseSeriesOptions({ aggregate }: Query): void {
  for (const option of ["interval", "mode"] as const) {
    if (aggregate?.[option] !== undefined) {
      throw invalidAt(
        `aggregate.${option}`,
        `${option} applies to time series only; aggregates are as of the latest date`,
      );
    }
  }
  if (aggregate?.aggregateFunction !== undefined && aggregate.aggregateFunction !== "sum") {
    throw invalidAt(
      "aggregate.aggregateFunction",
      "aggregates use the aggregation rule of each metric (see /measures); only time series accept another function",
    );
  }
}

/** The name of the metric in a path. */
const metricNamed = (path: string) => splitMetricPath(path)?.name ?? path;

function wantedMetrics(
  fields: readonly string[] | null,
  hidden: ReadonlySet<number>,
  offered: readonly Metric[],
): readonly Metric[] | undefined {
  if (fields === null)
    return hidden.size === 0 && offered === metrics ? undefined : offered.filter(({ id }) => !hidden.has(id));
  return fields.map((field, i) => {
    const metric = metricByName(metricNamed(field));
    if (metric === undefined || hidden.has(metric.id)) {
      throw invalidAt(`fields[${i}]`, `unknown metric ${JSON.stringify(field)}`);
    }
    return metric;
  });
}

/**
 * The selected listings with their groups as `k`. A listing without a network counts if a value of it is
 * known, and for its asset if that has no tokens. Otherwise a filter that excludes the tokens would leave
 * empty groups.
 */
export function membersSql({
  source,
  where,
  grouping,
}: {
  source: ListingSource;
  where: string;
  grouping: CompiledGrouping;
}): string {
  const known = hasFiguresSql("t.id", "token");
  const isAlone = `t.asset_id NOT IN (SELECT asset_id FROM ${tokensResource.table} WHERE NOT is_asset_level)`;
  const alone = grouping.isOfAsset ? ` OR ${isAlone}` : "";
  // Without a filter, the tokens of an asset are in the same groups as the asset.
  const counts = grouping.isOfAsset && where === "1" ? "1" : `(NOT t.is_asset_level OR ${known}${alone})`;
  return `SELECT t.id AS id, t.asset_id AS asset_id, t.is_asset_level AS is_asset_level,
      t.is_asset_level AND ${known} AS is_known_whole, ${grouping.keySql} AS k
    FROM ${source.from()} WHERE ${[where, counts, grouping.remains].filter((part) => part !== "1").join(" AND ") || "1"}`;
}

interface GroupOrder {
  sort: Sort;
  sql: string;
  /** The metric for the order; null for other orders. */
  metricId: number | null;
  part: string;
}

const DEFAULT_SORT = "bridged_token_value_dollar";

/** Sort columns of groups other than metrics. A map, since a query can name properties of every object. */
const orderColumns: ReadonlyMap<string, string> = new Map([
  ["asset_count", "c.assets"],
  ["token_count", "c.tokens"],
  ["asset_level_count", "c.wholes"],
  ["id", "c.k"],
  ["group.id", "c.k"],
]);

function groupOrder(requested: Sort | null, hidden: ReadonlySet<number>): GroupOrder {
  const isSeen = ({ id }: Metric) => !hidden.has(id);
  const field = requested?.field ?? [metricOfSlug(DEFAULT_SORT)].find(isSeen)?.slug ?? "asset_count";
  const column = orderColumns.get(field);
  const direction = requested?.direction || (column === "c.k" ? "asc" : "desc");
  const sort: Sort = { field, direction };
  if (column !== undefined) {
    return { sort, sql: `${column} ${direction} NULLS LAST, c.k ASC`, metricId: null, part: "NULL" };
  }
  const split = splitMetricPath(field);
  const metric = split === null ? undefined : metricByName(split.name);
  if (split === null || metric === undefined || !isSeen(metric)) {
    throw invalidAt(
      "sort.field",
      `groups cannot be sorted by ${JSON.stringify(field)}; use a metric, asset_count, token_count or asset_level_count`,
    );
  }
  return {
    sort,
    sql: `v.leading ${direction} NULLS LAST, c.k ASC`,
    metricId: metric.id,
    part: metricPartSql(split.part, (name) => name),
  };
}

interface GroupsOptions {
  members: string;
  order: GroupOrder;
  wanted: ReturnType<typeof wantedMetrics>;
  withinAsset: boolean;
  /** Table with the values of tokens. */
  stored: string;
  /** Condition for a member whose figures are sample data. */
  isSample: string;
}

function groupsSql({ members, order, wanted, withinAsset, stored, isSample }: GroupsOptions): string {
  const leading = order.metricId === null ? "NULL" : `anyIf(${order.part}, metric_id = ${order.metricId})`;
  const tuple = metricTupleSql("metric_id", (name) => name);
  const read =
    wanted === undefined || order.metricId === null
      ? wanted
      : [...wanted, ...metrics.filter((m) => m.id === order.metricId)];
  return `WITH members AS (${members})
    SELECT c.k, c.assets, c.tokens, v.metrics, count() OVER (), c.wholes, c.has_sample FROM (
      SELECT k, uniqExact(asset_id) AS assets, countIf(NOT is_asset_level) AS tokens,
        countIf(is_known_whole) AS wholes, max(${isSample}) AS has_sample FROM members GROUP BY k) AS c
    LEFT JOIN (
      SELECT k, groupArray(${tuple}) AS metrics, ${leading} AS leading
      FROM (${totalsSql({ members: "SELECT * FROM members", keys: ["k"], withinAsset, metrics: read, stored })}) GROUP BY k) AS v
    ON v.k = c.k ORDER BY ${order.sql}`;
}
