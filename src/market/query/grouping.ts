import {
  assetsResource,
  type EntityKind,
  entityOf,
  type FieldReference,
  fieldByName,
  type Group,
  type Grouping,
  groupingByName,
  groupings,
  invalidAt,
  listingColumn,
  NO_GROUP_ID,
  tokensResource,
} from "#domain";
import { areEntitiesVisible, areNamesHidden } from "../visible/visibleNames";
import { requireReadable } from "../visible/visibleResource";
import type { EntityNames } from "./entityNames";
import type { ListingSource } from "./listingSource";
import { remainingGroups } from "./remainingGroups";
import { resourceNamed } from "./resourceNamed";

/** How listings fall into groups. */
export interface CompiledGrouping {
  /** SQL over a listing: its group, never null (0 or an empty text where it has none). */
  keySql: string;
  /** Condition over a listing that leaves the groups that may be told; "1" where all may be. */
  remains: string;
  /** Slug of the resource that groups are of, whose terms count too; null where they are plain values. */
  resource: string | null;
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
  remains: "1",
  resource: null,
  isOfAsset: true,
  withinAsset: true,
  groupOf: () => group,
});

/**
 * Grouping by a described grouping or a groupable field.
 * @throws InvalidError for anything else, ForbiddenError where a policy denies what the groups are of.
 */
export function compileGrouping(groupBy: string, source: ListingSource): CompiledGrouping {
  const described = groupingByName(groupBy);
  if (described !== undefined) {
    // Groups of firms have only those of their members that may be read.
    const readable = described.entity ?? described.members;
    requireEntities(readable, source);
    if (tellsHidden(described.idColumn, source)) throw ungroupable(groupBy, source);
    // Columns of the tokens table, whichever resource is asked.
    const kind = described.entity;
    return {
      keySql: `ifNull(t.${described.idColumn}, ${kind === null ? "''" : "0"})`,
      ...termsOf(
        readable && { entity: readable, field: "id" },
        `t.${readable === null ? described.idColumn : listingColumn(readable, "id")}`,
        source,
      ),
      isOfAsset: !described.splitsAssets,
      withinAsset: kind !== null && isWithinAsset(kind),
      groupOf: (key, names) => {
        if (key === 0 || key === "") {
          const id = kind === null ? null : NO_GROUP_ID;
          return { type: groupBy, id, slug: null, name: described.noneLabel, color: null };
        }
        const entity = kind === null ? undefined : names.get(kind)?.byId.get(Number(key));
        return {
          type: groupBy,
          id: key,
          slug: entity?.slug ?? (kind === null ? String(key) : null),
          name: entity?.name ?? groupNameOf(described, String(key), names),
          color: entity?.color ?? null,
        };
      },
    };
  }
  const column = source.column(groupBy);
  requireEntities(column?.field.refersTo?.entity ?? null, source);
  if (column === null || !column.field.groupable || tellsHidden(column.field.name, source)) {
    throw ungroupable(groupBy, source);
  }
  const { field, sql } = column;
  const reference = field.refersTo;
  return {
    withinAsset: reference !== null && isWithinAsset(reference.entity),
    ...termsOf(reference, sql, source),
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

/** The name of a group of firms; of any other plain value, the value itself. */
const groupNameOf = ({ members }: Grouping, key: string, names: EntityNames): string =>
  (members === null ? undefined : names.get(members)?.groups.get(key)) ?? key;

function ungroupable(groupBy: string, source: ListingSource) {
  const usual = groupings.filter(({ idColumn }) => canGroupBy(idColumn, source)).map(({ name }) => name);
  return invalidAt(
    "aggregate.groupBy",
    `${source.resource} cannot be grouped by ${JSON.stringify(groupBy)}; use one of ${usual.join(", ")}, or another that /meta lists`,
  );
}

/** @throws ForbiddenError where a policy denies the rows that groups would be of */
function requireEntities(kind: EntityKind | null, source: ListingSource): void {
  if (kind !== null) requireReadable(source, resourceNamed(entityOf(kind).resource));
}

/** What the terms of the resource that groups are of make of a grouping by a column. */
const termsOf = (
  reference: Pick<FieldReference, "entity" | "field"> | null,
  column: string,
  { scope }: ListingSource,
): Pick<CompiledGrouping, "remains" | "resource"> =>
  reference === null
    ? { remains: "1", resource: null }
    : { remains: remainingGroups(scope, reference, column), resource: entityOf(reference.entity).resource };

/** Whether listings may be grouped by a field, as far as the scope goes. */
export function canGroupBy(idColumn: string, source: ListingSource): boolean {
  const kind = fieldByName(tokensResource, idColumn)?.refersTo?.entity ?? null;
  return !tellsHidden(idColumn, source) && (kind === null || areEntitiesVisible(source.scope, kind));
}

/** A group has the id, slug and name of an entity: none of them may be hidden, wherever it is told. */
function tellsHidden(idColumn: string, source: ListingSource): boolean {
  const reference = fieldByName(tokensResource, idColumn)?.refersTo ?? null;
  const as = reference?.as ?? null;
  const siblings = tokensResource.fields.filter(({ refersTo }) => as !== null && refersTo?.as === as);
  if ([idColumn, ...siblings.map(({ name }) => name)].some((name) => source.isHidden(name))) return true;
  if (reference === null) return false;
  const { resource } = entityOf(reference.entity);
  const hidden = source.scope?.termsOf(resource).hidden;
  const isGroup = reference.field.startsWith("group_");
  return (
    areNamesHidden(source.scope, resource) ||
    (isGroup && ["group_slug", "group_name"].some((name) => hidden?.has(name) === true))
  );
}

const isWithinAsset = (kind: EntityKind) => kind === "token" || kind === "asset";

function namedBy({ entity, field }: FieldReference, key: string, names: EntityNames) {
  const known = names.get(entity);
  if (field === "id") return known?.byId.get(Number(key));
  return field === "slug" ? known?.bySlug.get(key) : undefined;
}
