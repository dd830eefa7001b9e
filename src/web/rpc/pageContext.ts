/** What the server hands to the pages with each request. `src/server/web.ts` fills it. */
import type { ApiContext, AppRouter } from "#api";
import type { PageFailure, Site, User } from "#domain";

export interface PageContext {
  site: Site;
  /** Who asks for the page; a blank id means an anonymous visitor. */
  user: User;
  /** Identifies the request in logs and on the error page. */
  requestId: string;
  /** Marks the inline scripts that the application itself writes. Never leaves the server. */
  scriptNonce: string;
  /** Why there is no page to show; null where there is one. */
  failure: PageFailure | null;
  /** Takes the text of a page that was rendered whole, in place of the body of its response. */
  handOver: (html: string) => void;
  /** Answers procedures in process, so that rendering needs no network. */
  api: { router: AppRouter; createContext: () => Promise<ApiContext> };
}

declare module "@tanstack/react-router" {
  interface Register {
    server: { requestContext: PageContext };
  }
}
