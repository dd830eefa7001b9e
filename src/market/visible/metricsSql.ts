import { levelParts, levels, weightParts } from "#domain/metrics";
import type { ReadScope } from "#domain/people";
import { type EntityType, entityOf, listingColumn } from "#domain/resources";
import { totalsSql } from "../sql/totalsSql";
import { isBeforeSql, narrowsTotals, sinceOf } from "./sinceOf";

/**
 * Latest and past values of entities within a scope, for FROM.
 * @param by slug of the resource by which they are grouped, whose history limit applies too
 */
export function metricsSql(scope: ReadScope | null, type: EntityType | "", by: string | null = null): string {
  const stored = "entity_metrics";
  if (scope === null || type === "") return stored;
  const isTotalled = type !== "token" && narrowsTotals(scope, type);
  const since = sinceOf(scope, [entityOf(type).resource, "assets", "tokens", ...(by === null ? [] : [by])]);
  if (!isTotalled && since === null) return stored;
  const from = isTotalled ? `(${totalsOf(type)})` : stored;
  const columns = levels.map(({ part, daysBack }) =>
    since === null || daysBack === 0
      ? part
      : `if(${isBeforeSql("as_of", { daysBack, since })}, NULL, ${part}) AS ${part}`,
  );
  const weights = type === "token" ? weightParts : [];
  return `(SELECT entity_type, entity_id, metric_id, as_of, reported, is_sample, ${[...columns, ...weights].join(", ")} FROM ${from})`;
}

/** The totals of a kind of entity over the listings that remain, in the columns of the table that keeps them. */
function totalsOf(type: EntityType): string {
  const key = listingColumn(type, "id");
  const members = `SELECT id, asset_id, assumeNotNull(${key}) AS k FROM dim_tokens WHERE ${key} IS NOT NULL`;
  const totals = totalsSql({ members, keys: ["k"], withinAsset: type === "asset" });
  const sampled = `SELECT k FROM (${members}) WHERE asset_id IN (
    SELECT entity_id FROM entity_metrics WHERE entity_type = 'asset' AND is_sample)`;
  return `SELECT '${type}' AS entity_type, t.k AS entity_id, t.metric_id AS metric_id, d.as_of AS as_of,
      d.as_of AS reported, t.k IN (${sampled}) AS is_sample, ${levelParts.map((part) => `t.${part} AS ${part}`).join(", ")}
    FROM (${totals}) AS t
    INNER JOIN (SELECT metric_id, max(as_of) AS as_of FROM entity_metrics GROUP BY metric_id) AS d
      ON d.metric_id = t.metric_id`;
}
