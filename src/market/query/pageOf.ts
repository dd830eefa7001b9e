import {
  type PageInfo,
  type Query,
  queryLimits,
  type Resource,
  requireNoCursor,
  type Warning,
} from "#domain";

export interface Page {
  /** Null for a page that lies beside a cursor. */
  page: number | null;
  perPage: number;
  offset: number;
  /** Tells that fewer rows are on it than were asked for. */
  warnings: readonly Warning[];
}

export interface PageBounds {
  /** Rows that a page may have whatever they carry. */
  maxPerPage: number;
  /** Values in one of its rows: pages of narrow rows may have more of them. */
  width: number;
}

/** What pages are of, and whether they can be asked for by key. */
export type PagedBy = Pick<Resource, "label" | "pagedByKey">;

/** Rows that a page may have; above the usual bound in hundreds. */
export function mostPerPage({ maxPerPage, width }: PageBounds): number {
  const fitting = Math.floor(queryLimits.pageValues / Math.max(1, width) / 100) * 100;
  return Math.max(maxPerPage, Math.min(fitting, queryLimits.maxNarrowPerPage));
}

/**
 * The page that is asked for, with as many rows as it may have at most.
 * @throws InvalidError for a page beside a cursor of what is not paged by key
 */
export function pageOf(query: Query, { paged, ...bounds }: PageBounds & { paged: PagedBy }): Page {
  if (paged.pagedByKey === null) requireNoCursor(query, paged.label);
  const { page, perPage: wanted, cursor } = query.pagination;
  const most = mostPerPage(bounds);
  const asked = wanted ?? Math.min(queryLimits.defaultPerPage, bounds.maxPerPage);
  const perPage = Math.min(asked, most);
  const warnings =
    asked === perPage
      ? []
      : [
          {
            path: "pagination.perPage",
            message: `at most ${most} per page here, so ${asked} was reduced to ${most}; request further pages, or select fewer fields to get more per page`,
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
