import { createIsomorphicFn, getGlobalStartContext } from "@tanstack/react-start";
import type { ApiCaller } from "./apiOptions";
import { localCaller } from "./localCaller";
import type { PageContext } from "./pageContext";

/**
 * Calls the API for one page. In the browser requests of one tick travel as
 * one (`context: { skipBatch: true }` sends a request alone, with `outlivesPage` also
 * to its end where the page is left meanwhile); while the server renders, procedures
 * are called in process with the visitor's own context.
 *
 * @param shownOrganization the organization that the page shows, which goes with every request; null for none
 */
export const apiCaller = createIsomorphicFn()
  .client((shownOrganization: () => string | null): (() => Promise<ApiCaller>) => {
    let loaded: Promise<ApiCaller> | undefined;
    return () => {
      loaded ??= import("./browserCaller").then(({ browserCaller }) => browserCaller(shownOrganization));
      // What could not be fetched is fetched anew by the next call.
      loaded.catch(() => {
        loaded = undefined;
      });
      return loaded;
    };
  })
  .server((_shownOrganization: () => string | null): (() => ApiCaller) => {
    const caller = localCaller(pageContext().api);
    return () => caller;
  });

/** The context that the server gave with this request. Only while rendering on the server. */
export const pageContext = (): PageContext => getGlobalStartContext() as unknown as PageContext;
