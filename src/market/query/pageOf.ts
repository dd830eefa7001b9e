import type { PageInfo, Warning } from "#domain/api";
import { type Query, queryLimits, requireNoCursor } from "#domain/query";
import type { Resource } from "#domain/resources";

export interface Page {
  /** Null for a page next to a cursor. */
  page: number | null;
  perPage: number;
  offset: number;
  /** Warns of a page with fewer rows than requested. */
  warnings: readonly Warning[];
}

export interface PageBounds {
  /** Maximum number of rows on a page, regardless of their width. */
  maxPerPage: number;
  /** Values per row: pages of narrow rows can have more of them. */
  width: number;
}

/** The resource of the pages, and whether it is paged by key. */
export type PagedBy = Pick<Resource, "label" | "pagedByKey">;

/** Maximum number of rows on a page; above the usual limit in hundreds. */
export function mostPerPage({ maxPerPage, width }: PageBounds): number {
  const fitting = Math.floor(queryLimits.pageValues / Math.max(1, width) / 100) * 100;
  return Math.max(maxPerPage, Math.min(fitting, queryLimits.maxNarrowPerPage));
}

/**
 * The requested page, limited to its maximum number of rows.
 * @throws InvalidError for a page next to a cursor of a resource that is not paged by key
 */
export function pageOf(query: Query, { paged, ...bounds }: PageBounds & { paged: PagedBy }): Page {
  if (paged.pagedByKey === null) requireNoCursor(query, paged.label);
  const { page, perPage: wanted, cursor } = query.pagination;
  const most = mostPerPage(bounds);
  const requested = wanted ?? Math.min(queryLimits.defaultPerPage, bounds.maxPerPage);
  const perPage = Math.min(requested, most);
  const warnings =
    requested === perPage
      ? []
      : [
          {
            path: "pagination.perPage",
            message: `at most ${most} per page here, so ${requested} was reduced to ${most}; request further pages, or select fewer fields to get more per page`,
          },
        ];
  return { page: cursor === null ? page : null, perPage, offset: (page - 1) * perPage, warnings };
}

export const pageInfo = ({ page, perPage }: Page, resultCount: number): PageInfo => ({
  page,
  perPage,
  pageCount: Math.ceil(resultCount / perPage),
  resultCount,
});
