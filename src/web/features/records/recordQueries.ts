import type { QueryClient } from "@tanstack/react-query";
import type { QueryInput, RecordName } from "#domain";
import { refetchChanged } from "../../rpc/refetchChanged";
import { DEFAULT_PER_PAGE } from "../table/query/rowsPerPage";
import { searchFilter, searchSort, type TableSearch } from "../table/query/tableSearch";

/** What the list of a kind asks, as its address says. */
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

/** Where the records that a list asks for are as a file: all of them, not the page. */
export function recordFileAddress(record: RecordName, search: TableSearch): string {
  const { filter, sort, search: words } = recordListQuery(record, search).query;
  const query = JSON.stringify({ filter, sort, search: words });
  return `/export/records/${record}.csv?${new URLSearchParams({ query })}`;
}

const administered: ReadonlySet<unknown> = new Set(["records", "administration"]);

/** After a change: whatever is known of records is asked again. What depends on what is the server's to know. */
export const forgetRecords = (queryClient: QueryClient): Promise<void> =>
  refetchChanged(queryClient, {
    predicate: ({ queryKey: [path] }) => Array.isArray(path) && administered.has(path[0]),
  });
