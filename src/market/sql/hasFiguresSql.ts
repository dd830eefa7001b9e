import type { EntityType } from "#domain/resources";

/** Whether any metric is known of an entity. */
export const hasFiguresSql = (id: string, type: EntityType | ""): string =>
  `${id} IN (SELECT entity_id FROM entity_metrics WHERE entity_type = '${type}')`;
