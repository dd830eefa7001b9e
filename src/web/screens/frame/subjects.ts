import {
  type AssetClassSlug,
  type EntityKind,
  type EntityType,
  entityOf,
  type FieldName,
  firmFacts,
  isEqual,
  listingColumn,
  metricsOfKind,
  type ResourceOf,
  type ResourceSlug,
  resourceByName,
  siblingField,
} from "#domain";
import { classBySlug, type DescribedClass } from "../../features/assetClass/classBySlug";
import type { TableSpec } from "../../features/table/query/tableQuery";
import { textOf } from "../../format/textOf";
import type { RowsQuery } from "../../rpc/marketQueries";
import type {
  AssetsSubject,
  EntitySubject,
  KnownSubject,
  ProfileSubject,
  RecordSubject,
  Subject,
  SubjectSource,
} from "./subject";

/** A fact of a kind that metrics are kept of. */
type Fact = FieldName<ResourceOf<EntityType>>;

/** Everything that there is, called `name`. */
export const wholeMarket = (name: string): SubjectSource<AssetsSubject> => ({
  from: "row",
  query: () => ({ totalsOf: "tokens" }),
  read: (row) => ({ slug: null, name, description: null, filter: null, row, endedDate: null }),
});

/** The row of a resource that has a slug. Its columns are taken from the description of the resource, whichever it is. */
const rowNamed = (rowsOf: ResourceSlug, slug: string, fields: readonly string[]) =>
  ({ rowsOf, filter: isEqual("slug", slug), pagination: { page: 1, perPage: 1 }, fields }) as RowsQuery;

/** A row with the facts that its kind has, the slugs that their links are made of, its colour in charts, and every metric. */
function oneRow(kind: EntityType, slug: string, facts: readonly Fact[]): RowsQuery {
  const { resource } = entityOf(kind);
  const described = resourceByName(resource) ?? { fields: [] };
  const slugs = facts.flatMap((name) => siblingField(described, name, "slug")?.name ?? []);
  const wanted = new Set<string>(["color_hex", ...facts, ...slugs]);
  const fields = described.fields.map(({ name }) => name).filter((name) => wanted.has(name));
  return rowNamed(resource, slug, [...fields, ...metricsOfKind(kind).map((metric) => metric.slug)]);
}

/** The tokens that belong to an entity. */
const tokensOf = (kind: EntityType, slug: string) => isEqual(listingColumn(kind, "slug"), slug);

/**
 * The entity that the address names by its slug, or by another slug that means it.
 *
 * @param fields its facts that the screen shows, `slug` and `name` among them
 */
export const profileOf = (kind: EntityType, fields: readonly Fact[]): SubjectSource<ProfileSubject> => ({
  from: "row",
  query: (slug) => oneRow(kind, slug, fields),
  read: (row) => {
    const slug = textOf(row?.slug);
    if (row === undefined || "group" in row || slug === null) return null;
    return {
      kind,
      slug,
      row,
      id: Number(row.id),
      name: String(row.name),
      description: textOf(row.description),
      filter: tokensOf(kind, slug),
      endedDate: textOf(row.ended_date),
    };
  },
});

/**
 * The row of a resource without metrics that the address names by its slug.
 *
 * @param fields its facts that the screen shows, `slug` and `name` among them
 */
export const recordOf = <Kind extends EntityKind>(
  kind: Kind,
  fields: readonly FieldName<ResourceOf<Kind>>[],
): SubjectSource<RecordSubject> => ({
  from: "row",
  query: (slug) => rowNamed(entityOf(kind).resource, slug, fields),
  read: (row) => {
    const slug = textOf(row?.slug);
    if (row === undefined || "group" in row || slug === null) return null;
    return {
      kind,
      slug,
      row,
      name: String(row.name),
      description: textOf(row.description),
      filter: null,
      endedDate: null,
    };
  },
});

/**
 * A platform that has a screen of its own, which is about more than its assets.
 *
 * @param about what the screen's figures are called, and which tokens they are of; by default, those of the platform
 */
export const platformNamed = (
  slug: string,
  about: Partial<Pick<Subject, "name" | "filter">> = {},
): SubjectSource<KnownSubject> => {
  const fields = ["slug", "name", "description", ...firmFacts] as const;
  const profile = profileOf("platform", fields);
  return {
    from: "row",
    query: () => oneRow("platform", slug, fields),
    read: (row) => {
      if (profile.from !== "row") return null;
      const found = profile.read(row);
      // The address names it by itself.
      return found && { ...found, ...about, slug: null };
    },
  };
};

/** A class of the vocabulary. */
export interface ClassSubject extends EntitySubject {
  filter: AssetsSubject["filter"];
  assetClass: DescribedClass;
}

/** A class of the vocabulary, whether or not anything is known of it. */
export function assetClass(slug: AssetClassSlug): SubjectSource<ClassSubject> {
  const known = classBySlug(slug);
  if (known === undefined) throw new Error(`There is no asset class ${slug}`);
  return {
    from: "row",
    query: () => oneRow("asset_class", slug, ["slug", "name", "asset_count", "token_count"]),
    read: (row) => ({
      kind: "asset_class",
      slug: null,
      assetClass: known,
      id: known.id,
      row,
      name: known.name,
      description: known.description,
      filter: isEqual("asset_class_slug", slug),
      endedDate: null,
    }),
  };
}

/**
 * The rows of a resource, called as it is.
 *
 * @param grouped the table of the groups that they belong to, where readers can choose it
 */
export const rowsListed = (
  spec: TableSpec,
  description?: string,
  grouped?: TableSpec,
): SubjectSource<Subject> => ({
  from: "table",
  spec,
  ...(grouped && { grouped }),
  read: ({ label, doc }) => ({
    slug: null,
    name: label,
    description: description ?? doc,
    filter: null,
    row: undefined,
    endedDate: null,
  }),
});
