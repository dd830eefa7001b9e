import { QueryClient } from "@tanstack/react-query";
import { DATA_CACHE_MS, MUTATION_RETRIES, QUERY_RETRIES, retryDelayMs } from "#domain";

/** One per page on the server, one per tab in the browser. */
export const createQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: DATA_CACHE_MS,
        gcTime: DATA_CACHE_MS,
        retry: typeof window === "undefined" ? 0 : QUERY_RETRIES,
        retryDelay: retryDelayMs,
        refetchOnWindowFocus: false,
      },
      mutations: { retry: MUTATION_RETRIES },
    },
  });
