import { isEqual } from "#domain/query";
import {
  type EntityKind,
  type EntityType,
  entityOf,
  type FieldName,
  firmFacts,
  listingColumn,
  metricsOfKind,
  type ResourceOf,
  type ResourceSlug,
  resourceByName,
  siblingField,
} from "#domain/resources";
import { type AssetClassSlug, assetClassDescriptions, assetClasses } from "#domain/vocabulary";
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

/** A known asset class. */
type DescribedClass = (typeof assetClasses)[number];

/** The class with a slug, or undefined. */
const classBySlug = (slug: string): DescribedClass | undefined =>
  assetClasses.find((known) => known.slug === slug);

/** A fact of a kind with metrics. */
type Fact = FieldName<ResourceOf<EntityType>>;

/** The whole market, called `name`. */
export const wholeMarket = (name: string): SubjectSource<AssetsSubject> => ({
  from: "row",
  query: () => ({ totalsOf: "tokens" }),
  read: (row) => ({ slug: null, name, description: null, filter: null, row, endedDate: null }),
});

/** Query for the row with a slug. Its fields come from the description of any resource. */
const rowNamed = (rowsOf: ResourceSlug, slug: string, fields: readonly string[]) =>
  ({ rowsOf, filter: isEqual("slug", slug), pagination: { page: 1, perPage: 1 }, fields }) as RowsQuery;

/** Query for a row with the facts of its kind, the slugs for links, its chart colour and every metric. */
function oneRow(kind: EntityType, slug: string, facts: readonly Fact[]): RowsQuery {
  const { resource } = entityOf(kind);
  const described = resourceByName(resource) ?? { fields: [] };
  const slugs = facts.flatMap((name) => siblingField(described, name, "slug")?.name ?? []);
  const wanted = new Set<string>(["color_hex", ...facts, ...slugs]);
  const fields = described.fields.map(({ name }) => name).filter((name) => wanted.has(name));
  return rowNamed(resource, slug, [...fields, ...metricsOfKind(kind).map((metric) => metric.slug)]);
}

/** Filter on the tokens of an entity. */
const tokensOf = (kind: EntityType, slug: string) => isEqual(listingColumn(kind, "slug"), slug);

/**
 * The entity with the slug, or an alias of it, in the URL.
 *
 * @param fields facts that the screen shows, including `slug` and `name`
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
 * The row of a resource without metrics with the slug in the URL.
 *
 * @param fields facts that the screen shows, including `slug` and `name`
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
 * A platform with its own screen, which covers more than its assets.
 *
 * @param about name and token filter of the screen's figures. Default: those of the platform
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
      // The path has no slug.
      return found && { ...found, ...about, slug: null };
    },
  };
};

/** A known asset class. */
export interface ClassSubject extends EntitySubject {
  filter: AssetsSubject["filter"];
  assetClass: DescribedClass;
}

/** A known asset class, with or without figures. */
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
      description: assetClassDescriptions[known.slug],
      filter: isEqual("asset_class_slug", slug),
      endedDate: null,
    }),
  };
}

/**
 * The rows of a resource, with its name.
 *
 * @param grouped the table of their groups, if readers can select it
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
