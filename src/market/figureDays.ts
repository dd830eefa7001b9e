import type { Metric } from "#domain/metrics";
import { type EntityType, listingColumn } from "#domain/resources";
import type { Market } from "./market";
import { SqlBinder } from "./sql/sqlBinder";
import { metricsSql } from "./visible/metricsSql";

export interface FigureDaysRequest {
  entityType: EntityType;
  entityId: number;
  metric: Metric;
}

/** The days of a present figure, `YYYY-MM-DD`; null where nothing is known of it. */
export interface FigureDays {
  /** Day of the value that lists show. */
  asOf: string | null;
  /** Last day with an observation of any of its listings, before gaps are carried. */
  reported: string | null;
}

/** When a figure is of, and when it was last observed, by the listings that may be read. */
export async function figureDays(
  market: Market,
  { entityType, entityId, metric }: FigureDaysRequest,
): Promise<FigureDays> {
  const binder = new SqlBinder();
  const [shown] = await market.store.rows<{ as_of: string; reported: string }>(
    `SELECT as_of, reported FROM ${metricsSql(market.scope, entityType)}
     WHERE entity_type = ${binder.bind("String", entityType)}
       AND entity_id = ${binder.bind("UInt32", entityId)} AND metric_id = ${metric.id}`,
    binder.parameters,
  );
  if (shown === undefined) return { asOf: null, reported: null };
  const { as_of: asOf, reported } = shown;
  if (market.scope === null || entityType === "token" || entityType === "asset") return { asOf, reported };
  // A total over the listings that remain was last observed when the newest of them was.
  const members = new SqlBinder();
  const [newest] = await market.store.rows<{ reported: string | null }>(
    `SELECT maxOrNull(reported) AS reported FROM entity_metrics
     WHERE entity_type = 'token' AND metric_id = ${metric.id} AND entity_id IN (
       SELECT id FROM dim_tokens WHERE ${listingColumn(entityType, "id")} = ${members.bind("UInt32", entityId)})`,
    members.parameters,
  );
  return { asOf, reported: newest?.reported ?? null };
}
