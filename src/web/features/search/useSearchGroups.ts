import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { menuFor, type SearchGroup } from "#domain";
import { useTrpc } from "../../rpc/useTrpc";
import { useFeatures } from "../people/session/useFeatures";
import { usePageExists } from "../shell/usePageExists";
import { groupsOfMenu, withoutMissingPages } from "./menuGroups";

export const SEARCH_ERROR = "An error occurred while fetching initial search state";

export interface SearchGroups {
  groups: SearchGroup[];
  state: "loading" | "loaded" | "error";
}

/** What can be searched: the menu at once, and everything once it has been fetched. */
export function useSearchGroups(): SearchGroups {
  const features = useFeatures();
  const pageExists = usePageExists();
  const { data, isError } = useQuery({
    ...useTrpc().search.getInitialSearchGroups.queryOptions(),
    // Thousands of entries that only a browser needs.
    meta: { dehydrate: false },
  });
  return useMemo(
    () => ({
      groups: data ? withoutMissingPages(data, pageExists) : groupsOfMenu(menuFor(features), pageExists),
      state: data ? "loaded" : isError ? "error" : "loading",
    }),
    [data, isError, features, pageExists],
  );
}
