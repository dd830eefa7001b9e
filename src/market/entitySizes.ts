import { metricOfSlug } from "#domain/metrics";
import { type EntityType, entityTypes } from "#domain/resources";
import type { Market } from "./market";

/** Latest values of the entities of each kind in dollars, by id; unknown values are left out. */
export type EntitySizes = ReadonlyMap<EntityType, ReadonlyMap<number, number>>;

/** The value of everything that has one, for lists that put the larger first. */
export const entitySizes = (market: Market): Promise<EntitySizes> =>
  market.remember({
    kind: "sizes",
    key: null,
    sizeOf: (sizes) => [...sizes.values()].reduce((sum, { size }) => sum + size * BYTES_PER_SIZE, 0),
    make: () => readSizes(market),
  });

const BYTES_PER_SIZE = 60;

async function readSizes({ store }: Market): Promise<EntitySizes> {
  const rows = await store.compactRows<[EntityType, number, number]>(
    `SELECT entity_type, entity_id, val FROM entity_metrics
     WHERE metric_id = ${metricOfSlug("bridged_token_value_dollar").id} AND isNotNull(val)`,
  );
  const sizes = new Map(entityTypes.map((type) => [type, new Map<number, number>()]));
  for (const [type, id, value] of rows) sizes.get(type)?.set(id, value);
  return sizes;
}
