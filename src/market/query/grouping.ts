import type { Group } from "#domain/api";
import type { ReadScope } from "#domain/people";
import { invalidAt } from "#domain/query";
import {
  assetsResource,
  type EntityKind,
  entityOf,
  type FieldReference,
  fieldByName,
  type Grouping,
  groupingByName,
  groupings,
  listingColumn,
  NO_GROUP_ID,
  tokensResource,
} from "#domain/resources";
import { areEntitiesVisible, areNamesHidden } from "../visible/visibleNames";
import { requireReadable } from "../visible/visibleResource";
import type { EntityNames } from "./entityNames";
import type { ListingSource } from "./listingSource";
import { resourceNamed } from "./resourceNamed";
import { tableSql } from "./rowSource";

/**
 * Condition on a column that names entities: selects those visible under the row filter of their resource,
 * and rows without an entity. "1" without a filter.
 */
export function remainingGroups(
  scope: ReadScope | null,
  { entity, field }: Pick<FieldReference, "entity" | "field">,
  column: string,
): string {
  const resource = resourceNamed(entityOf(entity).resource);
  if ((scope?.termsOf(resource.slug).rows ?? null) === null) return "1";
  // The engine reads no more of the table than what remains.
  return `(isNull(${column}) OR ${column} IN (SELECT g.${field} FROM ${tableSql(resource, [], { as: "g" })}))`;
}

/** The grouping of listings in SQL. */
export interface CompiledGrouping {
  /** SQL over a listing: its group, never null (0 or an empty text for none). */
  keySql: string;
  /** Condition over a listing that selects the visible groups; "1" if all are. */
  remains: string;
  /** Slug of the resource of the groups, whose terms apply too; null for plain values. */
  resource: string | null;
  /**
   * Whether the part of an asset without a network belongs to the same group as its tokens. Otherwise, that
   * part is a group member only if a value of it is known.
   */
  isOfAsset: boolean;
  /**
   * Whether a group of one asset shows the plain mean of its tokens if no weight is known. Not so for
   * networks, classes and the like: a figure of one of several members would be misleading.
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
 * @throws InvalidError for any other name, ForbiddenError if a policy denies the resource of the groups
 */
export function compileGrouping(groupBy: string, source: ListingSource): CompiledGrouping {
  const described = groupingByName(groupBy);
  if (described !== undefined) {
    // Groups of firms have only their readable members.
    const readable = described.entity ?? described.members;
    requireEntities(readable, source);
    if (disclosesHidden(described.idColumn, source)) throw ungroupable(groupBy, source);
    // Columns of the tokens table, for every resource.
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
  if (column === null || !column.field.groupable || disclosesHidden(column.field.name, source)) {
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

/** @throws ForbiddenError if a policy denies the rows of the groups */
function requireEntities(kind: EntityKind | null, source: ListingSource): void {
  if (kind !== null) requireReadable(source, resourceNamed(entityOf(kind).resource));
}

/** The effect of the terms of the grouping resource on a grouping by a column. */
const termsOf = (
  reference: Pick<FieldReference, "entity" | "field"> | null,
  column: string,
  { scope }: ListingSource,
): Pick<CompiledGrouping, "remains" | "resource"> =>
  reference === null
    ? { remains: "1", resource: null }
    : { remains: remainingGroups(scope, reference, column), resource: entityOf(reference.entity).resource };

/** Whether the scope permits grouping listings by a field. */
export function canGroupBy(idColumn: string, source: ListingSource): boolean {
  const kind = fieldByName(tokensResource, idColumn)?.refersTo?.entity ?? null;
  return !disclosesHidden(idColumn, source) && (kind === null || areEntitiesVisible(source.scope, kind));
}

/**
 * Whether groups would disclose a hidden field: a group has the id, slug and name of an entity, which must
 * all be visible.
 */
function disclosesHidden(idColumn: string, source: ListingSource): boolean {
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
