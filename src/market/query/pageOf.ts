import { type PageInfo, type Query, queryLimits, type Warning } from "#domain";

export interface Page {
  page: number;
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

/** Rows that a page may have; above the usual bound in hundreds. */
export function mostPerPage({ maxPerPage, width }: PageBounds): number {
  const fitting = Math.floor(queryLimits.pageValues / Math.max(1, width) / 100) * 100;
  return Math.max(maxPerPage, Math.min(fitting, queryLimits.maxNarrowPerPage));
}

/** The page that is asked for, with as many rows as it may have at most. */
export function pageOf({ pagination }: Query, bounds: PageBounds): Page {
  const most = mostPerPage(bounds);
  const asked = pagination.perPage ?? Math.min(queryLimits.defaultPerPage, bounds.maxPerPage);
  const perPage = Math.min(asked, most);
  const warnings =
    asked === perPage
      ? []
      : [
          {
            path: "pagination.perPage",
            message: `at most ${most} per page here, so ${asked} were cut to ${most}; read the following pages, or select fewer fields for more per page`,
          },
        ];
  return { page: pagination.page, perPage, offset: (pagination.page - 1) * perPage, warnings };
}

export const pageInfo = ({ page, perPage }: Page, resultCount: number): PageInfo => ({
  page,
  perPage,
  pageCount: Math.ceil(resultCount / perPage),
  resultCount,
});
