import { type EntityKind, entities, fieldByName, resourceByName } from "#domain";
import type { StatementReader } from "#stores";
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
  byId: ReadonlyMap<number, NamedEntity>;
  /** By slug and by every other slug that means it. */
  bySlug: ReadonlyMap<string, NamedEntity>;
  names: ReadonlySet<string>;
}

/** Ids, slugs and names of everything that rows refer to, kept in memory for one data version. */
export type EntityNames = ReadonlyMap<EntityKind, NamesOfKind>;

type NameRow = [EntityKind, number, string, string, string | null, string | null, string | null, string[]];

function namesSql(kind: EntityKind, slug: string): string {
  const resource = resourceByName(slug);
  if (resource === undefined) throw new Error(`No resource ${slug} lists the ${kind}`);
  const has = (name: string) => fieldByName(resource, name) !== undefined;
  const nullable = (name: string, wanted = true) =>
    wanted && has(name) ? `${name}::Nullable(String)` : "NULL::Nullable(String)";
  const described = kind !== "asset" && kind !== "token";
  return `SELECT '${kind}' AS kind, id, slug, name, ${nullable("color_hex")} AS color,
      ${nullable("icon_url")} AS icon, ${nullable("description", described)} AS description,
      ${has("slug_aliases") ? "slug_aliases" : "[]::Array(String)"} AS aliases FROM ${tableSql(resource)}`;
}

const BYTES_PER_ENTITY = 600;

/** What the names take in memory, roughly. */
export const sizeOfNames = (names: EntityNames): number =>
  [...names.values()].reduce((sum, { byId }) => sum + byId.size * BYTES_PER_ENTITY, 0);

/** Reads every name in one statement. */
export async function loadEntityNames(store: StatementReader): Promise<EntityNames> {
  const rows = await store.compactRows<NameRow>(
    entities.map(({ kind, resource }) => namesSql(kind, resource)).join("\nUNION ALL\n"),
  );
  const found = new Map(
    entities.map(({ kind }) => [
      kind,
      {
        byId: new Map<number, NamedEntity>(),
        bySlug: new Map<string, NamedEntity>(),
        names: new Set<string>(),
      },
    ]),
  );
  for (const [kind, id, slug, name, color, icon, description] of rows) {
    const entity = { id, slug, name, color, icon, description };
    const of = found.get(kind);
    of?.byId.set(id, entity);
    of?.bySlug.set(slug, entity);
    of?.names.add(name);
  }
  // After every slug is known, so that an alias never hides an entity's own slug.
  for (const [kind, id, , , , , , aliases] of rows) {
    const of = found.get(kind);
    const entity = of?.byId.get(id);
    for (const alias of aliases)
      if (entity !== undefined && !of?.bySlug.has(alias)) of?.bySlug.set(alias, entity);
  }
  return found;
}
