import { type EntityType, entityTypes, metricByName } from "#domain";
import type { Market } from "./market";

/** What the entities of each kind are worth at present, in dollars, by id; those of unknown value are left out. */
export type EntitySizes = Readonly<Record<EntityType, ReadonlyMap<number, number>>>;

/** The metric that says how large something is. */
const SIZE_METRIC = "bridged_token_value_dollar";

/** The value of everything that has one, for lists that put the larger first. */
export const entitySizes = (market: Market): Promise<EntitySizes> =>
  market.remember({
    kind: "sizes",
    key: null,
    sizeOf: (sizes) => entityTypes.reduce((sum, type) => sum + sizes[type].size * BYTES_PER_SIZE, 0),
    make: () => readSizes(market),
  });

const BYTES_PER_SIZE = 60;

async function readSizes({ store }: Market): Promise<EntitySizes> {
  const rows = await store.compactRows<[EntityType, number, number]>(
    `SELECT entity_type, entity_id, val FROM entity_metrics FINAL
     WHERE metric_id = ${metricByName(SIZE_METRIC)?.id} AND isNotNull(val)`,
  );
  const sizes = new Map(entityTypes.map((type) => [type, new Map<number, number>()]));
  for (const [type, id, value] of rows) sizes.get(type)?.set(id, value);
  const of = (type: EntityType) => sizes.get(type) ?? new Map<number, number>();
  return {
    asset: of("asset"),
    token: of("token"),
    network: of("network"),
    platform: of("platform"),
    issuer: of("issuer"),
    manager: of("manager"),
    asset_class: of("asset_class"),
    jurisdiction: of("jurisdiction"),
  };
}
