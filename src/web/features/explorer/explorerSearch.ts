/**
 * Search parameters of an explorer page: the query in the API's format, and the selected view of the
 * response.
 */
import type { QueryInput } from "#domain/query";

const answerViews = ["table", "chart", "json", "code"] as const;
export type ResponseView = (typeof answerViews)[number];

export interface ExplorerSearch {
  /** An object, or text if the URL contains anything else; the API reports the error. */
  query?: QueryInput | string | undefined;
  view?: ResponseView | undefined;
}

/** Limit of the query's length in a URL. */
const MAX_QUERY = 20_000;

const isObject = (value: unknown): value is QueryInput =>
  typeof value === "object" && value !== null && !Array.isArray(value);

export function readExplorerSearch(raw: Readonly<Record<string, unknown>>): ExplorerSearch {
  const { query, view } = raw;
  const text = query === undefined ? "" : typeof query === "string" ? query : JSON.stringify(query);
  return {
    ...(text !== "" && text.length <= MAX_QUERY && { query: isObject(query) ? query : text }),
    ...(answerViews.some((one) => one === view && one !== "table") && { view: view as ResponseView }),
  };
}

/** The query text that is sent to the API. */
export const queryText = (query: QueryInput | string): string =>
  typeof query === "string" ? query : JSON.stringify(query);

/** A query that the builder supports; null for text, and for parts of an unknown shape. */
export function editableQuery(query: QueryInput | string): QueryInput | null {
  if (typeof query === "string") return null;
  const { filter, sort, pagination, aggregate, fields, search } = query;
  const isPart = (part: unknown) => part === undefined || part === null || isObject(part);
  const fits =
    [filter, sort, pagination, aggregate].every(isPart) &&
    (filter == null || isFilter(filter)) &&
    (fields == null || (Array.isArray(fields) && fields.every((one) => typeof one === "string"))) &&
    (search == null || typeof search === "string");
  return fits ? query : null;
}

function isFilter(raw: unknown): boolean {
  if (!isObject(raw)) return false;
  const { operator, filters, field, value } = raw as Record<string, unknown>;
  if (operator === "and" || operator === "or") return Array.isArray(filters) && filters.every(isFilter);
  return typeof operator === "string" && typeof field === "string" && value !== undefined && !isObject(value);
}
