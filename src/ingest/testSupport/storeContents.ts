import { levelParts, weightParts } from "#domain/metrics";
import { type MarketStore, showPublished } from "#stores";

/**
 * The content of a market store: the rows of each table as their number and a hash. Derived rows are the published ones:
 * how many replaced rows wait for their deletion depends on the number of runs.
 */
export async function storeContents(store: MarketStore): Promise<Record<string, unknown>> {
  await showPublished(store);
  const contents: Record<string, unknown> = {};
  for (const [table, columns] of Object.entries({
    observations: "asset_id, token_id, metric_id, date, is_sample, provider, value, source_id",
    daily_metrics: "metric_id, asset_id, token_id, date, value, carried, derived, is_sample, source_id",
    entity_metrics: `entity_type, entity_id, metric_id, as_of, reported, ${[...levelParts, ...weightParts].join(", ")}, is_sample`,
    superseded_values:
      "asset_id, token_id, metric_id, date, provider, value, reason, marked_by, lifted_by, is_set_aside, source_id",
    quarantine: "source_id, file_name, line, field, reason, raw",
    sources: "id, kind, label, provider, file_name, sha256, detail, is_sample",
  })) {
    contents[table] = await store.rows(
      `SELECT count() AS n, sum(cityHash64(toString(tuple(${columns})))) AS hash FROM ${table} FINAL`,
    );
  }
  contents.dirty = await store.rows(
    "SELECT asset_id, from_day FROM dirty_assets FINAL WHERE NOT done ORDER BY ALL",
  );
  contents.scratch = await store.rows("SELECT name FROM system.tables WHERE name LIKE 'scratch%'");
  return contents;
}
