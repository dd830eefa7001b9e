/** The pages whose figures contain those of some assets. */
import { type EntityKind, entities, entityPage, listingColumn, resourceByName } from "#domain/resources";
import type { StatementReader } from "#stores";

export interface AffectedPages {
  kind: EntityKind;
  /** Plural, such as "Networks". */
  label: string;
  /** Number of pages, including those beyond the limit. */
  total: number;
  pages: { name: string; path: string }[];
}

/** Maximum number of pages of one kind. */
const MOST_PAGES = 24;

const kindsWithPages = entities.filter(({ page, grouping }) => page !== null && grouping !== null);

/** Pages by kind, in the order of the kinds; kinds without any are left out. */
export async function affectedPages(
  store: StatementReader,
  assetIds: readonly number[],
): Promise<AffectedPages[]> {
  if (assetIds.length === 0) return [];
  const rows = await store.compactRows<[EntityKind, string, string]>(
    kindsWithPages
      .map(
        ({ kind }) =>
          `SELECT '${kind}', ifNull(${listingColumn(kind, "slug")}, '') AS page_slug, any(ifNull(${listingColumn(kind, "name")}, ''))
            FROM dim_tokens WHERE asset_id IN {assetIds:Array(UInt32)} AND page_slug != '' GROUP BY page_slug`,
      )
      .join(" UNION ALL "),
    { assetIds },
  );
  return kindsWithPages.flatMap(({ kind, label, resource }) => {
    const pages = rows
      .filter(([of]) => of === kind)
      .flatMap(([, slug, name]) => {
        const path = entityPage(kind, slug);
        return path === null ? [] : [{ name: name === "" ? slug : name, path }];
      })
      .sort((a, b) => a.name.localeCompare(b.name, "en"));
    if (pages.length === 0) return [];
    const plural = resourceByName(resource)?.label ?? label;
    return [{ kind, label: plural, total: pages.length, pages: pages.slice(0, MOST_PAGES) }];
  });
}
