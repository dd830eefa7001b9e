import { anonymousUser, type PageFailure, type PageLocation, type User } from "#domain";
import type { Web } from "../web";
import { compressedPage } from "./compressedPage";

/** A request for a page, and the location that its address resolves to. */
export interface RequestedPage {
  request: Request;
  requestId: string;
  address: URL;
  location: PageLocation;
}

export interface PageRendersOptions {
  web: Pick<Web, "render">;
  /** Creates the context of procedures for the visitor of a request. */
  apiContext: (request: Request) => Promise<object>;
  /** Whether the site is served over https. */
  isHttps: boolean;
}

/** Renders pages for each kind of reader. */
export interface PageRenders {
  /**
   * The page for all visitors without an account. Rendered without the request, so it contains nothing of it.
   */
  forAll(
    of: { user: User; offersSetup: boolean },
    page: Pick<RequestedPage, "location" | "requestId">,
  ): Promise<Response>;
  /** The page for one user; never cached. */
  forUser(user: User, requested: RequestedPage, access: { isForbidden: boolean }): Promise<Response>;
  /** A page that reports a failure; never cached. */
  ofFailure(failure: PageFailure, requested: RequestedPage): Promise<Response>;
}

/** A path that no route has, so that all unknown addresses render the same page. */
const NOWHERE = "/-";

const found = (location: PageLocation): PageLocation =>
  location.isKnown ? location : { ...location, path: NOWHERE };

export function createPageRenders({ web, apiContext, isHttps }: PageRendersOptions): PageRenders {
  return {
    forAll: ({ user, offersSetup }, { location, requestId }) =>
      web.render({
        location: found(location),
        user,
        offersSetup,
        // Public access can change during the render; the page is rendered for one state of it.
        createContext: async () => ({ ...(await apiContext(new Request("http://localhost/"))), user }),
        requestId,
      }),
    forUser: async (user, { request, requestId, location }, { isForbidden }) => {
      const createContext = () => apiContext(request);
      // Users without permission do not learn whether the page exists.
      const shown = isForbidden ? location : found(location);
      const page = await web.render({ location: shown, user, createContext, requestId });
      // The page itself reports what is missing: the root route checks the same access matrix.
      const own = unkept(page, {
        // A redirect has no content of its own, so it keeps its status.
        status: isForbidden && !page.headers.has("location") ? 403 : page.status,
        "cache-control": "private, no-store",
      });
      return compressedPage(request, own, { isPersonal: { isHttps } });
    },
    ofFailure: async (failure, { request, requestId, location }) => {
      const createContext = () => apiContext(request);
      const page = await web.render({ location, user: anonymousUser, createContext, requestId, failure });
      const status = failure.code === "SERVICE_UNAVAILABLE" ? 503 : 500;
      const response = unkept(page, { status, "cache-control": "no-store", "retry-after": "10" });
      return compressedPage(request, response, { isPersonal: false });
    },
  };
}

function unkept(
  page: Response,
  { status, ...changed }: { status: number } & Record<string, string | number>,
): Response {
  const headers = new Headers(page.headers);
  for (const [name, value] of Object.entries(changed)) headers.set(name, String(value));
  return new Response(page.body, { status, headers });
}
