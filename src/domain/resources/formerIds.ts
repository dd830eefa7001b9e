import { ASSET_LISTING_OFFSET } from "./catalogIndex";
import type { EntityKind } from "./entities";

/**
 * Ids of before, of entities that got the id that existing clients send, or that were listed twice. They are understood wherever an id is sent,
 * answered with never, and given to nothing else.
 */
const formerIds: Partial<Record<EntityKind, ReadonlyMap<number, number>>> = {
  network: new Map([[100008, 38]]),
  platform: new Map([
    [105009, 2],
    [105022, 3],
  ]),
  asset: new Map([[100079, 25640]]),
  token: new Map([
    [ASSET_LISTING_OFFSET + 100079, ASSET_LISTING_OFFSET + 25640],
    // The same contract, under the other spelling of its address.
    [100077, 100014],
  ]),
};

/** The ids that an entity of a kind had before, each with its present one. */
export const formerIdsOf = (kind: EntityKind): readonly (readonly [former: number, present: number])[] => [
  ...(formerIds[kind] ?? []),
];

/** The current id for a current or former id. */
export const presentId = (kind: EntityKind, id: number): number => formerIds[kind]?.get(id) ?? id;
