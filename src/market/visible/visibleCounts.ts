import {
  type Field,
  listingColumn,
  type OverListings,
  partyKinds,
  type ReadScope,
  type Resource,
} from "#domain";
import { narrowsTotals } from "./narrowsTotals";

/**
 * The table of a resource, what follows FROM. Where a scope leaves out some of the listings, what these fields say of
 * listings is counted from those that remain.
 */
export function visibleCounts(resource: Resource, fields: readonly Field[], scope: ReadScope | null): string {
  const { table, idField, entity } = resource;
  if (scope === null || !narrowsTotals(scope, entity)) return table;
  const counted = fields.flatMap(({ name, overListings }) =>
    overListings === null ? [] : [{ name, ...counting(name, overListings) }],
  );
  if (counted.length === 0) return table;
  return `(SELECT held.* REPLACE (${counted.map(({ name, value }) => `${value} AS ${name}`).join(", ")})
    FROM ${table} AS held LEFT JOIN (
      SELECT k, ${counted.map(({ name, total }) => `${total} AS ${name}`).join(", ")}
      FROM (${listingsBy(resource)}) GROUP BY k
    ) AS remaining ON remaining.k = held.${idField})`;
}

/** The total of listings `l` of assets `a`, and the value of a row `held` that has it in `remaining`. */
function counting(name: string, over: OverListings): { total: string; value: string } {
  if ("count" in over) {
    const total = over.count === "assets" ? "uniqExact(asset_id)" : "countIf(NOT is_asset_level)";
    return { total, value: `toFloat64(ifNull(remaining.${name}, 0))` };
  }
  return {
    total:
      over.of === "assets" ? `groupUniqArrayArray(${over.distinct})` : `groupUniqArray(${over.distinct})`,
    // In the order of what is kept, and of its type.
    value: `arrayFilter(one -> has(remaining.${name}, one), held.${name})`,
  };
}

/** The listings of each row of a resource, by its id as `k`, with what assets alone have of them. */
function listingsBy({ entity }: Resource): string {
  const listings = "SELECT l.*, a.service_provider_ids, a.regulatory_frameworks";
  const from = "FROM dim_tokens AS l INNER JOIN dim_assets AS a ON a.id = l.asset_id";
  switch (entity) {
    case "service_provider":
      return `${listings}, arrayJoin(a.service_provider_ids) AS k ${from}`;
    case null: {
      // Companies, by the slugs of the parties that they are.
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
