import { type FirmKind, partyKinds } from "../vocabulary/firms";
import type { FieldName } from "./catalogue";
import { type EntityGrouping, type EntityKind, entities, entityOf } from "./entities";
import { fieldReferringTo } from "./resource";
import { tokensResource } from "./tokens";

/** What series and aggregates can be grouped by: a kind of entity, or the values of a field of the tokens. */
export interface Grouping {
  /** Wire value of `groupBy`, and `group.type` in responses. */
  name: string;
  aliases: readonly string[];
  label: string;
  /** The kind that groups are of; null where they are plain values. */
  entity: EntityKind | null;
  /** The kind whose corporate groups they are; null for all other groupings. */
  members: "platform" | FirmKind | null;
  /** Columns of the `tokens` table that hold a group's id, slug and name. */
  idColumn: string;
  slugColumn: string;
  nameColumn: string;
  /** Whether listings of one asset may belong to different groups. */
  splitsAssets: boolean;
  /** Name of the group of listings that have none. */
  noneLabel: string;
}

/** The column of the `tokens` table that names an entity of a kind by its id, slug or name. */
export function listingColumn(kind: EntityKind, part: "id" | "slug" | "name"): FieldName<"tokens"> {
  const field = fieldReferringTo(tokensResource, kind, part);
  if (field === undefined) throw new Error(`Tokens have no ${part} of a ${kind}`);
  return field.name;
}

/** Id of the group of those that have no entity of a grouping: Off-Chain, no issuer … As a filter value it selects them. */
export const NO_GROUP_ID = 0;

/** By the corporate groups of a kind of firm. */
export type FirmGrouping = `${"platform" | FirmKind}_group`;
export type GroupingName = EntityGrouping | FirmGrouping | "distribution";
/** What figures of tokens can be grouped by, as our own queries name it: a grouping, the values of a field, or nothing (`date`). */
export type GroupName = GroupingName | FieldName<"tokens"> | "date";

export const groupings: readonly Grouping[] = [
  ...entities.flatMap(({ kind, label, grouping }): Grouping[] =>
    grouping === null
      ? []
      : [
          {
            ...grouping,
            label,
            entity: kind,
            members: null,
            idColumn: listingColumn(kind, "id"),
            slugColumn: listingColumn(kind, "slug"),
            nameColumn: listingColumn(kind, "name"),
          },
        ],
  ),
  ...partyKinds.map((kind): Grouping => {
    const { prefix, label, grouping } = entityOf(kind);
    return {
      name: `${kind}_group`,
      aliases: grouping.aliases.map((alias) => `${alias}_group`),
      label: `${label} group`,
      entity: null,
      members: kind,
      idColumn: `${prefix}_group_slug`,
      slugColumn: `${prefix}_group_slug`,
      nameColumn: `${prefix}_group_name`,
      splitsAssets: false,
      noneLabel: grouping.noneLabel,
    };
  }),
  {
    name: "distribution",
    aliases: [],
    label: "Distribution",
    entity: null,
    members: null,
    idColumn: "distribution",
    slugColumn: "distribution",
    nameColumn: "distribution",
    splitsAssets: false,
    noneLabel: "No distribution",
  },
];

export const groupingByName = (name: string): Grouping | undefined =>
  groupings.find((g) => g.name === name || g.aliases.includes(name));
