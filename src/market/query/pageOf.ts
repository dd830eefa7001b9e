import { invalidAt, type PageInfo, type Query, queryLimits } from "#domain";

export interface Page {
  page: number;
  perPage: number;
  offset: number;
}

/** @throws InvalidError for a page larger than the bound. */
export function pageOf({ pagination }: Query, maxPerPage: number): Page {
  const perPage = pagination.perPage ?? Math.min(queryLimits.defaultPerPage, maxPerPage);
  if (perPage > maxPerPage) {
    throw invalidAt("pagination.perPage", `must be at most ${maxPerPage} per page; got ${perPage}`);
  }
  return { page: pagination.page, perPage, offset: (pagination.page - 1) * perPage };
}

export const pageInfo = ({ page, perPage }: Page, resultCount: number): PageInfo => ({
  page,
  perPage,
  pageCount: Math.ceil(resultCount / perPage),
  resultCount,
});
