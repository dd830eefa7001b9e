import { useQuery } from "@tanstack/react-query";
import { useRouteContext } from "@tanstack/react-router";
import { useMemo } from "react";
import { type SearchGroup, searchGroupsOfPages } from "#domain";
import { useTrpc } from "../../rpc/useTrpc";
import { useCaller } from "../people/session/useCaller";

export const SEARCH_ERROR = "An error occurred while fetching initial search state";

export interface SearchGroups {
  groups: SearchGroup[];
  state: "loading" | "loaded" | "error";
}

/** Searchable groups: pages immediately, all others once they are fetched. */
export function useSearchGroups(): SearchGroups {
  const caller = useCaller();
  const { hiddenPaths } = useRouteContext({ from: "__root__", select: (context) => context.site });
  const { data, isError } = useQuery({
    ...useTrpc().search.getInitialSearchGroups.queryOptions(),
    // Thousands of entries, which only the browser needs.
    meta: { dehydrate: false },
  });
  return useMemo(
    () => ({
      groups: data ?? searchGroupsOfPages(caller, hiddenPaths),
      state: data ? "loaded" : isError ? "error" : "loading",
    }),
    [data, isError, caller, hiddenPaths],
  );
}
