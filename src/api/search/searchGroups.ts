import { metrics } from "#domain/metrics";
import {
  type CatalogIndex,
  catalogResources,
  type Entity,
  type EntitySearch,
  entities,
  type Field,
  type FieldValue,
  fieldByName,
  fieldReferringTo,
} from "#domain/resources";
import {
  entityScreen,
  pagePermission,
  type SearchGroup,
  type SearchItem,
  searchGroupsOfPages,
} from "#domain/screens";
import { shortAddress } from "#domain/text";
import { accessTo, type Caller } from "#domain/vocabulary";
import type { EntitySizes } from "#market";

/** Entities do not depend on the caller, so they are computed once for each catalog and its sizes. */
const cache = new WeakMap<EntitySizes, { catalog: CatalogIndex; groups: SearchGroup[] }>();

export interface SearchGroupsRequest {
  catalog: CatalogIndex;
  sizes: EntitySizes;
  caller: Caller;
  /** Paths of pages to exclude. Default: none. */
  hiddenPaths?: readonly string[];
}

/** The groups of the global search visible to a caller, larger entities first; empty groups are omitted. */
export function searchGroups({ catalog, sizes, caller, hiddenPaths }: SearchGroupsRequest): SearchGroup[] {
  let known = cache.get(sizes);
  if (known?.catalog !== catalog) {
    known = { catalog, groups: entities.flatMap((entity) => groupOf(entity, catalog, sizes)) };
    cache.set(sizes, known);
  }
  const opens = ({ href }: SearchItem) => accessTo(pagePermission(href), caller) === "allowed";
  return [
    ...searchGroupsOfPages(caller, hiddenPaths),
    // All items of a group link to pages of one kind.
    ...known.groups.filter(({ items: [first] }) => first !== undefined && opens(first)),
    metricGroup,
  ];
}

/** Metrics, each linking to its definition. */
const metricGroup: SearchGroup = {
  id: "metrics",
  label: "Metrics",
  items: metrics.map(({ slug, name, label, aliases }) => ({
    label: name,
    sublabel: label,
    href: `/docs/measures#${slug}`,
    keywords: [label, slug, ...aliases],
    addresses: [],
  })),
};

type Row = Readonly<Record<string, FieldValue>>;
type Listed = (typeof catalogResources)[number];

function groupOf(
  { kind, resource: slug, search }: Entity,
  catalog: CatalogIndex,
  sizes: EntitySizes,
): SearchGroup[] {
  const resource = catalogResources.find((one) => one.slug === slug);
  if (search === null || resource === undefined) return [];
  const { label, sublabel, apart, keywords, addresses, leadsTo } = search;
  const target = leadsTo ?? kind;
  const slugField = fieldReferringTo<Field>(resource, target, "slug")?.name ?? "slug";
  // Asset-level listings cannot be searched.
  const hidden = resource.listedIfKnown ?? "";
  const rows = resource
    .valuesOf(catalog, [
      "id",
      "name",
      slugField,
      hidden,
      label,
      ...sublabel,
      ...apart,
      ...keywords,
      ...addresses,
    ])
    .filter((row) => row[hidden] !== true);
  const sizeOf = resource.metricsOf === null ? undefined : sizes.get(resource.metricsOf);
  const detailsOf = (row: Row) => textsOf(row, sublabel).filter((text) => text !== row[label]);
  const seen = new Map<string, number>();
  for (const row of rows) seen.set(detailsOf(row).join(), (seen.get(detailsOf(row).join()) ?? 0) + 1);
  return [
    {
      id: resource.slug,
      label: resource.label,
      items: bySize(rows, sizeOf).flatMap((row) => {
        const details = detailsOf(row);
        const isAlone = seen.get(details.join()) === 1;
        const href = entityScreen(target, String(row[slugField]));
        return href === null
          ? []
          : {
              label: String(row[label]),
              sublabel: [...details, ...(isAlone ? [] : marksOf(row, apart, resource))].join(" · "),
              href,
              keywords: [...new Set(textsOf(row, keywords))],
              addresses: [...new Set(textsOf(row, addresses))],
            };
      }),
    },
  ];
}

/** Larger first, then those without a known value, ties in the order of the catalog. */
function bySize(rows: readonly Row[], sizes: ReadonlyMap<number, number> | undefined): Row[] {
  const sizeOf = ({ id }: Row) => sizes?.get(Number(id)) ?? Number.NEGATIVE_INFINITY;
  return rows.toSorted((a, b) => sizeOf(b) - sizeOf(a) || 0);
}

/** The known values of some fields of a row. */
const textsOf = (row: Row, fields: EntitySearch["keywords"]): string[] =>
  fields
    .flatMap((name) => row[name] ?? [])
    .map(String)
    .filter((text) => text !== "");

/** Distinguishes a row from similar ones: `bridged`, a short address. */
const marksOf = (row: Row, names: EntitySearch["apart"], resource: Listed): string[] =>
  names.flatMap((name) => {
    if (row[name] === true) return [(fieldByName(resource, name)?.label ?? name).toLowerCase()];
    if (row[name] === false) return [];
    return resource.addressFields.some((field) => field === name)
      ? textsOf(row, [name]).map(shortAddress)
      : textsOf(row, [name]);
  });
