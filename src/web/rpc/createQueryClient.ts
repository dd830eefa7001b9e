import { QueryClient } from "@tanstack/react-query";
import { DATA_CACHE_MS, MUTATION_RETRIES, QUERY_RETRIES, retryDelayMs } from "#domain";
import { otherOrganization } from "./otherOrganization";

/** One per page on the server, one per tab in the browser. */
export const createQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: DATA_CACHE_MS,
        gcTime: DATA_CACHE_MS,
        // A page that shows another organization stays refused, however often it asks.
        retry: (failures, error) =>
          typeof window !== "undefined" && failures < QUERY_RETRIES && otherOrganization(error) === null,
        retryDelay: retryDelayMs,
        refetchOnWindowFocus: false,
      },
      mutations: { retry: MUTATION_RETRIES },
    },
  });
