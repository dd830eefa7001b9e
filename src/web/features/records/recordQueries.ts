import type { QueryClient } from "@tanstack/react-query";
import type { QueryInput } from "#domain/query";
import type { RecordName } from "#domain/vocabulary";
import { refetchChanged } from "../../rpc/refetchChanged";
import { DEFAULT_PER_PAGE } from "../table/query/rowsPerPage";
import { searchFilter, searchSort, type TableSearch } from "../table/query/tableSearch";

/** The query of a list from its search parameters. */
export function recordListQuery(
  record: RecordName,
  search: TableSearch,
): { record: RecordName; query: QueryInput } {
  const { q, page = 1, perPage = DEFAULT_PER_PAGE } = search;
  return {
    record,
    query: {
      filter: searchFilter(search),
      sort: searchSort(search),
      search: q ?? null,
      pagination: { page, perPage },
    },
  };
}

/** URL of a file with all records of a list, not only the page. */
export function recordFileAddress(record: RecordName, search: TableSearch): string {
  const { filter, sort, search: words } = recordListQuery(record, search).query;
  const query = JSON.stringify({ filter, sort, search: words });
  return `/export/records/${record}.csv?${new URLSearchParams({ query })}`;
}

const administered: ReadonlySet<unknown> = new Set(["records", "administration"]);

/** Refetches all records after a change, because the server determines what depends on it. */
export const forgetRecords = (queryClient: QueryClient): Promise<void> =>
  refetchChanged(queryClient, {
    predicate: ({ queryKey: [path] }) => Array.isArray(path) && administered.has(path[0]),
  });
