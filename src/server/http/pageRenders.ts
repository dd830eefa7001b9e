import { anonymousUser, type PageFailure, type PageLocation, type User } from "#domain";
import type { Web } from "../web";
import { compressedPage } from "./compressedPage";

/** A request for a page, and the page that it means. */
export interface RequestedPage {
  request: Request;
  requestId: string;
  address: URL;
  location: PageLocation;
}

export interface PageRendersOptions {
  web: Pick<Web, "render">;
  /** Makes the context of procedures for the visitor who makes a request. */
  apiContext: (request: Request) => Promise<object>;
  /** Whether the site is reached over https. */
  isHttps: boolean;
}

/** A page as each kind of reader sees it. */
export interface PageRenders {
  /** As everybody without an account sees it. Made without the request, so nothing of it can get in. */
  forAll(
    of: { user: User; offersSetup: boolean },
    page: Pick<RequestedPage, "location" | "requestId">,
  ): Promise<Response>;
  /** As one account sees it; nobody keeps it. */
  forUser(user: User, asked: RequestedPage, access: { isForbidden: boolean }): Promise<Response>;
  /** One that says what failed: for nobody else and for no other moment. */
  ofFailure(failure: PageFailure, asked: RequestedPage): Promise<Response>;
}

/** No route has it: the page for all addresses that lead nowhere is one and the same. */
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
        // What is open to everyone may change meanwhile: a page is made for one state of it.
        createContext: async () => ({ ...(await apiContext(new Request("http://localhost/"))), user }),
        requestId,
      }),
    forUser: async (user, { request, requestId, location }, { isForbidden }) => {
      const createContext = () => apiContext(request);
      // Somebody who may not know is not told whether there is such a page.
      const shown = isForbidden ? location : found(location);
      const page = await web.render({ location: shown, user, createContext, requestId });
      // The page itself says what is missing: the root route asks the same matrix.
      const own = unkept(page, {
        // One that leads to another address has no words of its own.
        status: isForbidden && !page.headers.has("location") ? 403 : page.status,
        "cache-control": "private, no-store",
      });
      return compressedPage(request, own, { isPersonal: { isHttps } });
    },
    ofFailure: async (failure, { request, requestId, location }) => {
      const createContext = () => apiContext(request);
      const page = await web.render({ location, user: anonymousUser, createContext, requestId, failure });
      const status = failure.code === "SERVICE_UNAVAILABLE" ? 503 : 500;
      const told = unkept(page, { status, "cache-control": "no-store", "retry-after": "10" });
      return compressedPage(request, told, { isPersonal: false });
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
