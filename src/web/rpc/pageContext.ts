/** What the server hands to the pages with each request. `src/server/web.ts` fills it. */
import type { AppRouter } from "./appRouter";

/** Facts about this installation that every page may show. The same for all visitors. */
export interface Site {
  /** Name in titles, the menu and the footer. */
  brand: string;
  /** Public address without a trailing slash, for absolute links such as social images. */
  origin: string;
}

export interface PageContext {
  site: Site;
  /** Identifies the request in logs and on the error page. */
  requestId: string;
  /** Answers procedures in process, so that rendering needs no network. */
  api: {
    router: AppRouter;
    createContext: () => Promise<object>;
  };
}

declare module "@tanstack/react-router" {
  interface Register {
    server: { requestContext: PageContext };
  }
}
