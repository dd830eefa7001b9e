/** Context of a page request. `src/server/web.ts` sets it. */
import type { ApiContext, AppRouter } from "#api";
import type { PageFailure, Site, User } from "#domain";

export interface PageContext {
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
