import { createTRPCUntypedClient, httpBatchLink, httpLink, splitLink } from "@trpc/client";
import type { AppRouter } from "#api";
import { PAGE_ORGANIZATION_HEADER } from "#domain/people";
import { MAX_BATCHED_CALLS } from "#domain/query";
import type { ApiCaller } from "./apiOptions";

const url = "/api/trpc";

/**
 * Calls the API over the network. Loaded with the first call.
 *
 * @param shownOrganization the organization that the page shows, sent with every request; null for none
 */
export function browserCaller(shownOrganization: () => string | null): ApiCaller {
  const headers = (): Record<string, string> => {
    const shown = shownOrganization();
    return shown === null ? {} : { [PAGE_ORGANIZATION_HEADER]: shown };
  };
  return createTRPCUntypedClient<AppRouter>({
    links: [
      splitLink({
        condition: (operation) => operation.context.skipBatch === true,
        true: splitLink({
          condition: (operation) => operation.context.outlivesPage === true,
          true: httpLink({ url, headers, fetch: (to, init) => fetch(to, { ...init, keepalive: true }) }),
          false: httpLink({ url, headers }),
        }),
        false: httpBatchLink({ url, headers, maxURLLength: 8_000, maxItems: MAX_BATCHED_CALLS }),
      }),
    ],
  });
}
