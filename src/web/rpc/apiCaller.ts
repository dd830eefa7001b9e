import { createIsomorphicFn, getGlobalStartContext } from "@tanstack/react-start";
import type { ApiContext, AppRouter } from "#api";
import type { User } from "#domain/people";
import type { PageFailure, Site } from "#domain/site";
import type { ApiCaller } from "./apiOptions";
import { localCaller } from "./localCaller";

/** Context of a page request. `src/server/web.ts` sets it. */
interface PageContext {
  site: Site;
  /** The caller; a blank id means an anonymous visitor. */
  user: User;
  /** Identifies the request in logs and on the error page. */
  requestId: string;
  /** Nonce of the application's inline scripts. */
  scriptNonce: string;
  /** The error of the page, or null. */
  failure: PageFailure | null;
  /** Receives the text of a fully rendered page, in place of the body of its response. */
  handOver: (html: string) => void;
  /** Calls procedures in process, so that rendering needs no network. */
  api: { router: AppRouter; createContext: () => Promise<ApiContext> };
}

declare module "@tanstack/react-router" {
  interface Register {
    server: { requestContext: PageContext };
  }
}

/**
 * Calls the API for one page. In the browser, requests of one tick are batched (`context: { skipBatch: true
 * }` sends one separately, `outlivesPage` also completes it when the page unloads). During server rendering,
 * procedures are called in process with the visitor's own context.
 *
 * @param shownOrganization the organization that the page shows, sent with every request; null for none
 */
export const apiCaller = createIsomorphicFn()
  .client((shownOrganization: () => string | null): (() => Promise<ApiCaller>) => {
    let loaded: Promise<ApiCaller> | undefined;
    return () => {
      loaded ??= import("./browserCaller").then(({ browserCaller }) => browserCaller(shownOrganization));
      // A failed import is retried by the next call.
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

/** The context that the server sets for this request. Only available during server rendering. */
export const pageContext = (): PageContext => getGlobalStartContext() as unknown as PageContext;
