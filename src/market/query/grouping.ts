import {
  assetsResource,
  type EntityKind,
  entityOf,
  type FieldReference,
  fieldByName,
  type Group,
  groupingByName,
  invalidAt,
} from "#domain";
import type { EntityNames } from "./entityNames";
import type { ListingSource } from "./listingSource";

/** How listings fall into groups. */
export interface CompiledGrouping {
  /** SQL over a listing: its group, never null (0 or an empty text where it has none). */
  keySql: string;
  /**
   * Whether the part of an asset that is on no network belongs to the same group as its tokens. Where not,
   * that part is a group member only if something is known of it.
   */
  isOfAsset: boolean;
  /**
   * Whether a group of one asset shows the plain mean of its tokens where no weight is known. Not so for
   * networks, classes and the like: a figure that stands for one of several members would mislead.
   */
  withinAsset: boolean;
  /** The group of a key. */
  groupOf: (key: number | string, names: EntityNames) => Group;
}

const allGroup: Group = { type: "all", id: null, slug: null, name: "All", color: null };

/** One group of everything. */
export const groupingOfAll = (group: Group = allGroup): CompiledGrouping => ({
  keySql: "0",
  isOfAsset: true,
  withinAsset: true,
  groupOf: () => group,
});

/**
 * Grouping by a described grouping or a groupable field.
 * @throws InvalidError for anything else.
 */
export function compileGrouping(groupBy: string, source: ListingSource): CompiledGrouping {
  const described = groupingByName(groupBy);
  if (described !== undefined) {
    // Columns of the tokens table, whichever resource is asked.
    const kind = described.entity;
    return {
      keySql: `ifNull(t.${described.idColumn}, ${kind === null ? "''" : "0"})`,
      isOfAsset: !described.splitsAssets,
      withinAsset: kind !== null && isWithinAsset(kind),
      groupOf: (key, names) => {
        if (key === 0 || key === "") {
          return { type: groupBy, id: null, slug: null, name: described.noneLabel, color: null };
        }
        const entity = kind === null ? undefined : names.get(kind)?.byId.get(Number(key));
        return {
          type: groupBy,
          id: key,
          slug: entity?.slug ?? (kind === null ? String(key) : null),
          name: entity?.name ?? String(key),
          color: entity?.color ?? null,
        };
      },
    };
  }
  const column = source.column(groupBy);
  if (column === null || !column.field.groupable) {
    throw invalidAt(
      "aggregate.groupBy",
      `${source.resource} cannot be grouped by ${JSON.stringify(groupBy)}`,
    );
  }
  const { field, sql } = column;
  const reference = field.refersTo;
  return {
    withinAsset: reference !== null && isWithinAsset(reference.entity),
    keySql: field.nullable ? `ifNull(toString(${sql}), '')` : `toString(${sql})`,
    isOfAsset:
      reference === null
        ? fieldByName(assetsResource, field.name) !== undefined
        : entityOf(reference.entity).grouping?.splitsAssets !== true,
    groupOf: (key, names) => {
      const text = String(key);
      if (text === "") {
        return { type: groupBy, id: null, slug: null, name: `No ${field.label.toLowerCase()}`, color: null };
      }
      const entity = reference === null ? undefined : namedBy(reference, text, names);
      return {
        type: groupBy,
        id: entity?.id ?? text,
        slug: entity?.slug ?? text,
        name: entity?.name ?? text,
        color: entity?.color ?? null,
      };
    },
  };
}

const isWithinAsset = (kind: EntityKind) => kind === "token" || kind === "asset";

function namedBy({ entity, field }: FieldReference, key: string, names: EntityNames) {
  const known = names.get(entity);
  if (field === "id") return known?.byId.get(Number(key));
  return field === "slug" ? known?.bySlug.get(key) : undefined;
}
