import { createIsomorphicFn, getGlobalStartContext } from "@tanstack/react-start";
import { createTRPCClient, httpBatchLink, httpLink, splitLink, unstable_localLink } from "@trpc/client";
import type { AppRouter } from "#api";
import { MAX_BATCHED_CALLS, PAGE_ORGANIZATION_HEADER } from "#domain";
import type { PageContext } from "./pageContext";

const url = "/api/trpc";

/**
 * The tRPC client of one page. In the browser requests of one tick travel as
 * one (`context: { skipBatch: true }` sends a request alone); while the server
 * renders, procedures are called in process with the visitor's own context.
 *
 * @param shownOrganization the organization that the page shows, which goes with every request; null for none
 */
export const createApiClient = createIsomorphicFn()
  .client((shownOrganization: () => string | null) => {
    const headers = (): Record<string, string> => {
      const shown = shownOrganization();
      return shown === null ? {} : { [PAGE_ORGANIZATION_HEADER]: shown };
    };
    return createTRPCClient<AppRouter>({
      links: [
        splitLink({
          condition: (operation) => operation.context.skipBatch === true,
          true: httpLink({ url, headers }),
          false: httpBatchLink({ url, headers, maxURLLength: 8_000, maxItems: MAX_BATCHED_CALLS }),
        }),
      ],
    });
  })
  .server((_shownOrganization: () => string | null) =>
    createTRPCClient<AppRouter>({ links: [unstable_localLink<AppRouter>(pageContext().api)] }),
  );

/** The context that the server gave with this request. Only while rendering on the server. */
export const pageContext = (): PageContext => getGlobalStartContext() as unknown as PageContext;
