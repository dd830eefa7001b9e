import { type EntityType, type Resource, resources } from "#domain";
import type { StatementReader } from "#stores";

/** What rows refer to by id, slug or name. */
export type Dimension = EntityType | "service_provider";

export interface NamedEntity {
  id: number;
  slug: string;
  name: string;
  color: string | null;
  icon: string | null;
  /** Null for assets and tokens, whose descriptions would be many. */
  description: string | null;
}

export interface DimensionNames {
  byId: ReadonlyMap<number, NamedEntity>;
  /** By slug and by every other slug that means it. */
  bySlug: ReadonlyMap<string, NamedEntity>;
  names: ReadonlySet<string>;
}

/** Ids, slugs and names of everything in the catalog, kept in memory for one data version. */
export type ReferenceNames = Readonly<Record<Dimension, DimensionNames>>;

/** The resource that lists each dimension. */
const resourceOf: Readonly<Record<Dimension, string>> = {
  asset: "assets",
  token: "tokens",
  network: "networks",
  platform: "platforms",
  issuer: "issuers",
  manager: "managers",
  asset_class: "asset_classes",
  jurisdiction: "jurisdictions",
  service_provider: "service_providers",
};
const dimensions = Object.keys(resourceOf) as Dimension[];

/** The resource that lists a dimension, by its slug. */
export const resourceOfDimension = (dimension: Dimension): string => resourceOf[dimension];

export const dimensionOfResource = (resource: Resource): Dimension | null =>
  dimensions.find((dimension) => resourceOf[dimension] === resource.slug) ?? null;

/** What the prefix of a reference field (`protocol_id`, `jurisdiction_country_slug`) refers to. */
const prefixes: ReadonlyMap<string, Dimension> = new Map<string, Dimension>([
  ...dimensions.map((d): [string, Dimension] => [d, d]),
  ["protocol", "platform"],
  ["jurisdiction_country", "jurisdiction"],
  ["parent_network", "network"],
]);

export interface Reference {
  dimension: Dimension;
  part: "id" | "slug" | "name";
}

/** What a field of a resource refers to: its own row, another entity, or nothing known (null). */
export function referenceOf(resource: Resource, fieldName: string): Reference | null {
  if (fieldName === "id" || fieldName === "slug" || fieldName === "name") {
    const dimension = dimensionOfResource(resource);
    return dimension === null ? null : { dimension, part: fieldName };
  }
  const match = /^(.+)_(id|slug|name)s?$/.exec(fieldName);
  const dimension = match?.[1] === undefined ? undefined : prefixes.get(match[1]);
  return dimension === undefined ? null : { dimension, part: match?.[2] as Reference["part"] };
}

type NameRow = [Dimension, number, string, string, string | null, string | null, string | null, string[]];

/** Reads every name in one statement. */
export async function loadReferenceNames(store: StatementReader): Promise<ReferenceNames> {
  const parts = dimensions.map((dimension) => {
    const resource = resources.find((r) => r.slug === resourceOf[dimension]);
    if (resource === undefined) throw new Error(`No resource lists the dimension ${dimension}`);
    const has = (name: string) => resource.fields.some((f) => f.name === name);
    const nullable = (name: string, wanted = true) =>
      wanted && has(name) ? `${name}::Nullable(String)` : "NULL::Nullable(String)";
    const described = dimension !== "asset" && dimension !== "token";
    return `SELECT '${dimension}' AS dimension, id, slug, name, ${nullable("color_hex")} AS color,
      ${nullable("icon_url")} AS icon, ${nullable("description", described)} AS description,
      ${has("slug_aliases") ? "slug_aliases" : "[]::Array(String)"} AS aliases FROM ${resource.table}`;
  });
  const rows = await store.compactRows<NameRow>(parts.join("\nUNION ALL\n"));
  const maps = Object.fromEntries(
    dimensions.map((dimension) => [
      dimension,
      {
        byId: new Map<number, NamedEntity>(),
        bySlug: new Map<string, NamedEntity>(),
        names: new Set<string>(),
      },
    ]),
  ) as Record<
    Dimension,
    { byId: Map<number, NamedEntity>; bySlug: Map<string, NamedEntity>; names: Set<string> }
  >;
  for (const [dimension, id, slug, name, color, icon, description] of rows) {
    const entity = { id, slug, name, color, icon, description };
    maps[dimension].byId.set(id, entity);
    maps[dimension].bySlug.set(slug, entity);
    maps[dimension].names.add(name);
  }
  // After every slug is known, so that an alias never hides an entity's own slug.
  for (const [dimension, id, , , , , , aliases] of rows) {
    const { byId, bySlug } = maps[dimension];
    const entity = byId.get(id);
    for (const alias of aliases) if (entity !== undefined && !bySlug.has(alias)) bySlug.set(alias, entity);
  }
  return maps;
}
