import { type EntityKind, entities, fieldByName, formerIdsOf, type ReadScope, resourceByName } from "#domain";
import type { StatementReader } from "#stores";
import { hiddenIn } from "../seen/narrowedResource";
import { tableSql } from "./rowSource";

export interface NamedEntity {
  id: number;
  slug: string;
  name: string;
  color: string | null;
  icon: string | null;
  /** Null for assets and tokens, whose descriptions would be many. */
  description: string | null;
}

/** The entities of one kind. */
export interface NamesOfKind {
  /** By id and by every id that it had before. */
  byId: ReadonlyMap<number, NamedEntity>;
  /** By slug and by every other slug that means it. */
  bySlug: ReadonlyMap<string, NamedEntity>;
  /** By name and by every other name that means it. */
  byName: ReadonlyMap<string, NamedEntity>;
  /** By slug and name of what other catalogs tell apart and it holds. */
  covering: ReadonlyMap<string, NamedEntity>;
}

/** Ids, slugs and names of everything that rows refer to, kept in memory for one data version. */
export type EntityNames = ReadonlyMap<EntityKind, NamesOfKind>;

type NameRow = [
  ...[kind: EntityKind, id: number, slug: string, name: string],
  ...[color: string | null, icon: string | null, description: string | null],
  ...[slugAliases: string[], nameAliases: string[], covered: string[]],
];

function namesSql(kind: EntityKind, slug: string, scope: ReadScope | null): string {
  const resource = resourceByName(slug);
  if (resource === undefined) throw new Error(`No resource ${slug} lists the ${kind}`);
  const hidden = hiddenIn(scope, slug);
  const has = (name: string) => fieldByName(resource, name) !== undefined;
  const nullable = (name: string, wanted = true) =>
    wanted && has(name) && !hidden.has(name) ? `${name}::Nullable(String)` : "NULL::Nullable(String)";
  const described = kind !== "asset" && kind !== "token";
  const list = (name: string) => (has(name) ? name : "[]::Array(String)");
  return `SELECT '${kind}' AS kind, id, slug, name, ${nullable("color_hex")} AS color,
      ${nullable("icon_url")} AS icon, ${nullable("description", described)} AS description,
      ${list("slug_aliases")} AS slug_aliases, ${list("name_aliases")} AS name_aliases,
      ${list("covered_slugs")} AS covered FROM ${tableSql(resource)}`;
}

const BYTES_PER_ENTITY = 600;

/** What the names take in memory, roughly. */
export const sizeOfNames = (names: EntityNames): number =>
  [...names.values()].reduce((sum, { byId }) => sum + byId.size * BYTES_PER_ENTITY, 0);

/** Reads every name in one statement, without what a scope hides of what comes along with names. */
export async function loadEntityNames(
  store: StatementReader,
  scope: ReadScope | null = null,
): Promise<EntityNames> {
  const rows = await store.compactRows<NameRow>(
    entities.map(({ kind, resource }) => namesSql(kind, resource, scope)).join("\nUNION ALL\n"),
  );
  const found = new Map(
    entities.map(({ kind }) => [
      kind,
      {
        byId: new Map<number, NamedEntity>(),
        bySlug: new Map<string, NamedEntity>(),
        byName: new Map<string, NamedEntity>(),
        covering: new Map<string, NamedEntity>(),
      },
    ]),
  );
  for (const [kind, id, slug, name, color, icon, description] of rows) {
    const entity = { id, slug, name, color, icon, description };
    const of = found.get(kind);
    of?.byId.set(id, entity);
    of?.bySlug.set(slug, entity);
    if (of?.byName.has(name) === false) of.byName.set(name, entity);
  }
  // After all of them are known, so that no alias ever hides what an entity is itself called.
  for (const [kind, id, , , , , , slugs, names, covered] of rows) {
    const of = found.get(kind);
    const entity = of?.byId.get(id);
    if (of === undefined || entity === undefined) continue;
    for (const alias of slugs) if (!of.bySlug.has(alias)) of.bySlug.set(alias, entity);
    for (const alias of names) if (!of.byName.has(alias)) of.byName.set(alias, entity);
    for (const slug of covered) of.covering.set(slug, entity);
  }
  for (const [kind, of] of found) {
    for (const [former, present] of formerIdsOf(kind)) {
      const entity = of.byId.get(present);
      if (entity !== undefined && !of.byId.has(former)) of.byId.set(former, entity);
    }
  }
  return found;
}
