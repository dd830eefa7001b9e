import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";
import { DATA_CACHE_MS, MUTATION_RETRIES, QUERY_RETRIES, retryDelayMs } from "#domain/vocabulary";
import { otherOrganization } from "./apiError";
import { errorCode } from "./errorMessage";

/**
 * One per page on the server, one per tab in the browser.
 *
 * @param onSignedOut called when a call is rejected without a session, which can end at any time
 */
export function createQueryClient({ onSignedOut }: { onSignedOut?: () => void } = {}): QueryClient {
  const onError = (error: unknown) => {
    if (isSignedOut(error)) onSignedOut?.();
  };
  return new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        staleTime: DATA_CACHE_MS,
        gcTime: DATA_CACHE_MS,
        // Calls for another organization or without a session also fail when retried.
        retry: (failures, error) =>
          typeof window !== "undefined" &&
          failures < QUERY_RETRIES &&
          otherOrganization(error) === null &&
          !isSignedOut(error),
        retryDelay: retryDelayMs,
        refetchOnWindowFocus: false,
      },
      mutations: { retry: MUTATION_RETRIES },
    },
  });
}

const isSignedOut = (error: unknown): boolean => errorCode(error) === "UNAUTHORIZED";
