import type { ReadScope } from "#domain/people";
import { type Field, listingColumn, type OverListings, type Resource } from "#domain/resources";
import { partyKinds } from "#domain/vocabulary";
import { narrowsTotals } from "./sinceOf";

/**
 * The table of a resource for FROM. If a scope excludes listings, fields over listings are computed from the
 * visible ones.
 */
export function visibleCounts(resource: Resource, fields: readonly Field[], scope: ReadScope | null): string {
  const { table, idField, entity } = resource;
  if (scope === null || !narrowsTotals(scope, entity)) return table;
  const counted = fields.flatMap(({ name, policy: { overListings } }) =>
    overListings === null ? [] : [{ name, ...counting(name, overListings) }],
  );
  if (counted.length === 0) return table;
  return `(SELECT stored.* REPLACE (${counted.map(({ name, value }) => `${value} AS ${name}`).join(", ")})
    FROM ${table} AS stored LEFT JOIN (
      SELECT k, ${counted.map(({ name, total }) => `${total} AS ${name}`).join(", ")}
      FROM (${listingsBy(resource)}) GROUP BY k
    ) AS remaining ON remaining.k = stored.${idField})`;
}

/**
 * The total over listings `l` of assets `a`, and the value of a row `stored` with the total in `remaining`.
 */
function counting(name: string, over: OverListings): { total: string; value: string } {
  if ("count" in over) {
    const total = over.count === "assets" ? "uniqExact(asset_id)" : "countIf(NOT is_asset_level)";
    return { total, value: `toFloat64(ifNull(remaining.${name}, 0))` };
  }
  return {
    total:
      over.of === "assets" ? `groupUniqArrayArray(${over.distinct})` : `groupUniqArray(${over.distinct})`,
    // In the order and type of the stored value.
    value: `arrayFilter(one -> has(remaining.${name}, one), stored.${name})`,
  };
}

/** The listings of each row of a resource, by its id as `k`, including those of assets only. */
function listingsBy({ entity }: Resource): string {
  const listings = "SELECT l.*, a.service_provider_ids, a.regulatory_frameworks";
  const from = "FROM dim_tokens AS l INNER JOIN dim_assets AS a ON a.id = l.asset_id";
  switch (entity) {
    case "service_provider":
      return `${listings}, arrayJoin(a.service_provider_ids) AS k ${from}`;
    case null: {
      // Companies, by the slugs of their parties.
      const slugs = partyKinds.map((kind) => `toString(ifNull(l.${listingColumn(kind, "slug")}, ''))`);
      return `${listings}, arrayJoin(arrayConcat([${slugs.join(", ")}], p.slugs)) AS k ${from}
        LEFT JOIN (
          SELECT served.id AS id, groupArray(toString(provider.slug)) AS slugs
          FROM (SELECT id, arrayJoin(service_provider_ids) AS provider_id FROM dim_assets) AS served
          INNER JOIN dim_service_providers AS provider ON provider.id = served.provider_id GROUP BY id
        ) AS p ON p.id = a.id`;
    }
    default: {
      const key = `l.${listingColumn(entity, "id")}`;
      return `${listings}, assumeNotNull(${key}) AS k ${from} WHERE ${key} IS NOT NULL`;
    }
  }
}
