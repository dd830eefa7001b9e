import type { MetricCoverage } from "#domain/api";
import { metricByName } from "#domain/metrics";
import type { Query } from "#domain/query";
import { tokensResource } from "#domain/resources";
import { membersSql } from "./aggregateResource";
import type { Market } from "./market";
import { compileFilter } from "./query/compileFilter";
import { groupingOfAll } from "./query/grouping";
import { ListingSource } from "./query/listingSource";
import { SqlBinder } from "./sql/sqlBinder";
import { metricsSql } from "./visible/metricsSql";
import { requireReadable } from "./visible/visibleResource";

export interface CoverageRequest {
  /** `fields` names the metrics; the filter narrows the tokens as in totals over them. */
  query: Pick<Query, "filter" | "fields">;
}

/**
 * Number of the selected tokens with a currently known value, by metric: of all in the catalog, as their
 * lists count them. A value of an asset as a whole covers all of its tokens.
 * @throws InvalidError naming the invalid part of the filter
 */
export function metricCoverage(market: Market, { query }: CoverageRequest): Promise<MetricCoverage> {
  return market.remember({
    kind: "coverage",
    key: [query.filter, query.fields],
    sizeOf: ({ results }) => 200 + results.length * 100,
    make: () => makeCoverage(market, query),
  });
}

async function makeCoverage(
  market: Market,
  { filter, fields }: CoverageRequest["query"],
): Promise<MetricCoverage> {
  requireReadable(market, tokensResource);
  const [names, binder] = [await market.names(), new SqlBinder()];
  const source = new ListingSource("tokens", true, market.scope);
  const where = compileFilter(filter, {
    binder,
    resolve: source.resolve,
    names,
    of: tokensResource.label,
  });
  const metrics = (fields ?? [])
    .flatMap((name) => metricByName(name) ?? [])
    .filter(({ id }) => !source.hiddenMetrics.has(id));
  const members = membersSql({ source, where, grouping: groupingOfAll() });
  const ids = binder.bind(
    "Array(UInt32)",
    metrics.map(({ id }) => id),
  );
  const rows = await market.store.compactRows<[metricId: number, tokens: string]>(
    `WITH members AS (${members}),
      known AS (SELECT m.id AS id, m.asset_id AS asset_id, m.is_asset_level AS is_whole, e.metric_id AS metric_id
        FROM members AS m INNER JOIN (
          SELECT entity_id, metric_id FROM ${metricsSql(market.scope, "token")}
          WHERE entity_type = 'token' AND val IS NOT NULL AND has(${ids}, metric_id)) AS e ON e.entity_id = m.id)
     SELECT 0, count() FROM members WHERE NOT is_asset_level
     UNION ALL
     SELECT metric_id, uniqExact(id) FROM (
       SELECT metric_id, id FROM known WHERE NOT is_whole
       UNION ALL
       SELECT k.metric_id, t.id FROM members AS t INNER JOIN known AS k ON k.asset_id = t.asset_id
       WHERE k.is_whole AND NOT t.is_asset_level)
     GROUP BY metric_id`,
    binder.parameters,
  );
  const counts = new Map(rows.map(([id, count]) => [id, Number(count)]));
  return {
    tokens: counts.get(0) ?? 0,
    results: metrics.map(({ id, slug }) => ({ metric: slug, tokens: counts.get(id) ?? 0 })),
  };
}
