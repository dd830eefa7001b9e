/** Search parameters that prefill the request of a link. */
export interface SpreadsheetSearch {
  path?: string;
  /** The query as JSON. */
  query?: string;
}

const MAX = 20_000;

/** Reads the search parameters and drops invalid ones. The router has already parsed JSON. */
export function readSpreadsheetSearch({ path, query }: Record<string, unknown>): SpreadsheetSearch {
  const text = typeof query === "object" && query !== null ? JSON.stringify(query) : query;
  return {
    ...(typeof path === "string" && path.length < 200 ? { path } : {}),
    ...(typeof text === "string" && text.length < MAX ? { query: text } : {}),
  };
}
