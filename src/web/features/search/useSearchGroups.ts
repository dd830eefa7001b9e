import { useQuery } from "@tanstack/react-query";
import { useRouteContext } from "@tanstack/react-router";
import { useMemo } from "react";
import { menuFor, type SearchGroup, searchGroupsOfMenu } from "#domain";
import { useTrpc } from "../../rpc/useTrpc";
import { useFeatures } from "../people/session/useFeatures";

export const SEARCH_ERROR = "An error occurred while fetching initial search state";

export interface SearchGroups {
  groups: SearchGroup[];
  state: "loading" | "loaded" | "error";
}

/** What can be searched: the menu at once, and everything once it has been fetched. */
export function useSearchGroups(): SearchGroups {
  const features = useFeatures();
  const { hiddenPaths } = useRouteContext({ from: "__root__", select: (context) => context.site });
  const { data, isError } = useQuery({
    ...useTrpc().search.getInitialSearchGroups.queryOptions(),
    // Thousands of entries that only a browser needs.
    meta: { dehydrate: false },
  });
  return useMemo(
    () => ({
      groups: data ?? searchGroupsOfMenu(menuFor(features, hiddenPaths)),
      state: data ? "loaded" : isError ? "error" : "loading",
    }),
    [data, isError, features, hiddenPaths],
  );
}
