import type { ReadScope } from "#domain/people";
import {
  type EntityKind,
  entities,
  entityOf,
  fieldByName,
  formerIdsOf,
  type Resource,
  resourceByName,
} from "#domain/resources";
import type { StatementReader } from "#stores";
import { hiddenIn } from "../visible/visibleResource";
import { tableSql } from "./rowSource";

export interface NamedEntity {
  id: number;
  slug: string;
  name: string;
  color: string | null;
  icon: string | null;
  /** ISO 3166-1 alpha-2 code of a country; null for all other kinds. */
  code: string | null;
  /** Null for assets and tokens, whose descriptions would be too many. */
  description: string | null;
}

/** The entities of one kind. */
export interface NamesOfKind {
  /** By id, alternative ids and all former ids. */
  byId: ReadonlyMap<number, NamedEntity>;
  /** By slug and alternative slugs. */
  bySlug: ReadonlyMap<string, NamedEntity>;
  /** By name and alternative names. */
  byName: ReadonlyMap<string, NamedEntity>;
  /** By the ids (as numbers), slugs and names of narrower entities of other catalogs that it contains. */
  covering: ReadonlyMap<string | number, NamedEntity>;
  /** Names of the corporate groups of its entities, by slug. */
  groups: ReadonlyMap<string, string>;
}

/** Ids, slugs and names of all referenced entities, cached in memory for one data version. */
export type EntityNames = ReadonlyMap<EntityKind, NamesOfKind>;

type NameRow = [
  ...[kind: EntityKind, id: number, slug: string, name: string],
  ...[color: string | null, icon: string | null, code: string | null, description: string | null],
  ...[slugAliases: string[], nameAliases: string[], covered: string[]],
  ...[idAliases: number[], coveredIds: number[], group: [slug: string, name: string]],
];

/** Values returned along with names, by field of the resource. */
const alongNames = {
  color: "color_hex",
  icon: "icon_url",
  code: "country_code",
  description: "description",
} as const;

function resourceOf(kind: EntityKind): Resource {
  const { resource: slug } = entityOf(kind);
  const resource = resourceByName(slug);
  if (resource === undefined) throw new Error(`No resource ${slug} lists the ${kind}`);
  return resource;
}

function namesSql(kind: EntityKind): string {
  const resource = resourceOf(kind);
  const has = (name: string) => fieldByName(resource, name) !== undefined;
  const nullable = (name: string, wanted = true) =>
    wanted && has(name) ? `${name}::Nullable(String)` : "NULL::Nullable(String)";
  const described = kind !== "asset" && kind !== "token";
  const list = (name: string, of = "String") => (has(name) ? name : `[]::Array(${of})`);
  return `SELECT '${kind}' AS kind, id, slug, name, ${nullable(alongNames.color)} AS color,
      ${nullable(alongNames.icon)} AS icon, ${nullable(alongNames.code)} AS code,
      ${nullable(alongNames.description, described)} AS description,
      ${list("slug_aliases")} AS slug_aliases, ${list("name_aliases")} AS name_aliases,
      arrayConcat(${list("covered_slugs")}, ${list("covered_names")}) AS covered,
      ${list("id_aliases", "UInt32")} AS id_aliases, ${list("covered_ids", "UInt32")} AS covered_ids,
      ${has("group_slug") ? "[group_slug, group_name]" : "['', '']"}::Array(String) AS in_group FROM ${tableSql(resource)}`;
}

const BYTES_PER_ENTITY = 600;

/** Approximate size of the names in memory. */
export const sizeOfNames = (names: EntityNames): number =>
  [...names.values()].reduce((sum, { byId }) => sum + byId.size * BYTES_PER_ENTITY, 0);

/** Reads every name in one statement. */
export async function loadEntityNames(store: StatementReader): Promise<EntityNames> {
  const rows = await store.compactRows<NameRow>(
    entities.map(({ kind }) => namesSql(kind)).join("\nUNION ALL\n"),
  );
  const found = new Map(
    entities.map(({ kind }) => [
      kind,
      {
        byId: new Map<number, NamedEntity>(),
        bySlug: new Map<string, NamedEntity>(),
        byName: new Map<string, NamedEntity>(),
        covering: new Map<string | number, NamedEntity>(),
        groups: new Map<string, string>(),
      },
    ]),
  );
  for (const [kind, , , , , , , , , , , , , [group, groupName]] of rows)
    found.get(kind)?.groups.set(group, groupName);
  for (const [kind, id, slug, name, color, icon, code, description] of rows) {
    const entity = { id, slug, name, color, icon, code, description };
    const of = found.get(kind);
    of?.byId.set(id, entity);
    of?.bySlug.set(slug, entity);
    if (of?.byName.has(name) === false) of.byName.set(name, entity);
  }
  // After all of them are known, so that an alias never hides an entity's own name.
  for (const [kind, id, , , , , , , slugs, names, covered, ids, coveredIds] of rows) {
    const of = found.get(kind);
    const entity = of?.byId.get(id);
    if (of === undefined || entity === undefined) continue;
    for (const alias of slugs) if (!of.bySlug.has(alias)) of.bySlug.set(alias, entity);
    for (const alias of names) if (!of.byName.has(alias)) of.byName.set(alias, entity);
    for (const alias of ids) if (!of.byId.has(alias)) of.byId.set(alias, entity);
    for (const name of [...covered, ...coveredIds]) of.covering.set(name, entity);
  }
  for (const [kind, of] of found) {
    for (const [former, present] of formerIdsOf(kind)) {
      const entity = of.byId.get(present);
      if (entity !== undefined && !of.byId.has(former)) of.byId.set(former, entity);
    }
  }
  return found;
}

/**
 * The names visible in a scope: those of visible entities, without hidden fields. Names of hidden entities
 * are not reassigned: a name means the same for every caller.
 *
 * @param store reads the visible part of tables
 * @param narrowed restricted tables
 */
export async function narrowEntityNames(
  names: EntityNames,
  { store, scope, narrowed }: { store: StatementReader; scope: ReadScope; narrowed: ReadonlySet<string> },
): Promise<EntityNames> {
  const narrowedKinds = entities.flatMap(({ kind }) => (narrowed.has(resourceOf(kind).table) ? [kind] : []));
  const remaining = new Map(narrowedKinds.map((kind) => [kind, new Set<number>()]));
  if (narrowedKinds.length > 0) {
    const ids = narrowedKinds.map(
      (kind) => `SELECT '${kind}' AS kind, id FROM ${tableSql(resourceOf(kind))}`,
    );
    for (const [kind, id] of await store.compactRows<[EntityKind, number]>(ids.join("\nUNION ALL\n"))) {
      remaining.get(kind)?.add(id);
    }
  }
  return new Map(
    [...names].map(([kind, of]) => [
      kind,
      narrowKind(of, { hidden: hiddenIn(scope, entityOf(kind).resource), ids: remaining.get(kind) }),
    ]),
  );
}

function narrowKind(
  of: NamesOfKind,
  { hidden, ids }: { hidden: ReadonlySet<string>; ids: ReadonlySet<number> | undefined },
): NamesOfKind {
  const hiddenFields = Object.entries(alongNames).flatMap(([part, field]) =>
    hidden.has(field) ? [[part, null]] : [],
  );
  if (hiddenFields.length === 0 && ids === undefined) return of;
  const visible = new Map(
    [...of.byId.values()]
      .filter(({ id }) => ids?.has(id) !== false)
      .map((entity) => [
        entity,
        hiddenFields.length === 0 ? entity : { ...entity, ...Object.fromEntries(hiddenFields) },
      ]),
  );
  const narrow = <K>(map: ReadonlyMap<K, NamedEntity>): ReadonlyMap<K, NamedEntity> =>
    new Map(
      [...map].flatMap(([key, entity]) => {
        const left = visible.get(entity);
        return left === undefined ? [] : [[key, left] as const];
      }),
    );
  return {
    byId: narrow(of.byId),
    bySlug: narrow(of.bySlug),
    byName: narrow(of.byName),
    covering: narrow(of.covering),
    // Read by the slug of a group that a query has found, which has a visible member.
    groups: of.groups,
  };
}
