/**
 * Handles page requests: resolves the address, determines the user and their access, and responds from the
 * cache or with a render within the limits.
 */
import { setImmediate as nextEventLoopIteration } from "node:timers/promises";
import type { Logger } from "pino";
import type { Installation } from "#accounts/features";
import { type Limits, visitorKey } from "#accounts/limits";
import { UnavailableError } from "#domain/errors";
import {
  anonymousUser,
  STABLECOIN_PARAMETER,
  type StablecoinScope,
  stablecoinScopeOfCookies,
  type User,
} from "#domain/people";
import { pagePermission, pathOfAlias } from "#domain/screens";
import type { PageFailure, PageLocation } from "#domain/site";
import { accessTo, featureFlags } from "#domain/vocabulary";
import { FairQueue, type FairQueueOptions, storeProblem } from "#stores";
import type { Web } from "../web";
import { compressedPage, createPageCache } from "./pageCache";
import { MAX_ADDRESS, pageErrors } from "./pageErrors";

/** A request for a page, and the location that its address resolves to. */
interface RequestedPage {
  request: Request;
  requestId: string;
  address: URL;
  location: PageLocation;
}

interface PageRendersOptions {
  web: Pick<Web, "render">;
  /** Creates the context of procedures for the visitor of a request. */
  apiContext: (request: Request) => Promise<object>;
  /** Whether the site is served over https. */
  isHttps: boolean;
}

/** Renders pages for each kind of reader. */
interface PageRenders {
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

interface RenderLimitOptions {
  networkAddress: (request: Request) => string;
  limits: Pick<Limits, "renders">;
  renders?: FairQueueOptions | undefined;
}

/** Limits renders: their number per visitor and minute, and how many run at once. */
interface RenderLimits {
  /**
   * Counts a render that a request is about to start; the limit and when to retry if exceeded, otherwise
   * null.
   */
  overBudget(request: Request, user: User): Promise<{ limit: number; retryAfter: number } | null>;
  /**
   * Runs a render in a queue slot. @throws UnavailableError if the queue is full, or after the maximum wait
   */
  runInSlot(request: Request, user: User, render: () => Promise<Response>): Promise<Response>;
}

/**
 * A render occupies the one JavaScript thread that serves all requests: with two at once, one runs while the
 * other waits for its figures, and more would only delay cheap requests.
 */
const defaultRenders: FairQueueOptions = {
  concurrent: 2,
  concurrentPerVisitor: 2,
  waiting: 64,
  waitingPerVisitor: 16,
  waitMs: 10_000,
  name: "Rendering pages",
};

function createRenderLimits(options: RenderLimitOptions): RenderLimits {
  const { networkAddress, limits } = options;
  const identityOf = (request: Request, user: User) => ({
    userId: user.id,
    networkAddress: networkAddress(request),
  });
  const queue = new FairQueue(options.renders ?? defaultRenders);
  return {
    overBudget: async (request, user) => {
      const { isOver, limit, retryAfter } = await limits.renders.countVisitor(identityOf(request, user));
      return isOver ? { limit, retryAfter } : null;
    },
    runInSlot: (request, user, render) => {
      const visitor = visitorKey(identityOf(request, user));
      return queue.run({ visitor, signal: null }, async () => {
        // Renders follow each other synchronously: requests that arrived meanwhile are served in between.
        await nextEventLoopIteration();
        return render();
      });
    },
  };
}

/** The user who requests a page, or why it could not be determined. */
interface PageVisitor {
  user: User;
  failure: PageFailure | null;
}

/** Determines the user of a request. If that fails, the page reports it rather than failing itself. */
async function pageVisitor(
  request: Request,
  { userOf, log, requestId }: { userOf: (request: Request) => Promise<User>; log: Logger; requestId: string },
): Promise<PageVisitor> {
  try {
    return { user: await userOf(request), failure: null };
  } catch (error) {
    log.error({ err: error, requestId }, "the visitor of a page could not be determined");
    const message = storeProblem(error)?.message;
    const failure =
      message === undefined
        ? { message: "", code: "INTERNAL_SERVER_ERROR" }
        : { message, code: "SERVICE_UNAVAILABLE" };
    return { user: anonymousUser, failure };
  }
}

export interface PageHandlerOptions extends RenderLimitOptions, PageRendersOptions {
  brand: string;
  log: Logger;
  web: Pick<Web, "locate" | "render">;
  dataVersion: () => string;
  /** What pages show apart from market data (`PageCacheOptions`). */
  pagesState?: () => string;
  /** The user of a request; its id is blank for a visitor without a session. */
  userOf: (request: Request) => Promise<User>;
  /** The installation as a visitor without an account sees it. */
  installation: () => Promise<Installation>;
  /** Whether a request comes from the server's own machine. */
  isOnLoopback: (request: Request) => boolean;
  /** Whether the installation requires sign-in: no page is rendered for an anonymous visitor. */
  isPrivate?: boolean;
  /** False in development, where pages change with the code. */
  cachePages: boolean;
}

export type PageHandler = (request: Request, requestId: string) => Promise<Response>;

export function createPageHandler(options: PageHandlerOptions): PageHandler {
  const { log, web } = options;
  const refuse = pageErrors(options.brand);
  const cache = createPageCache({ dataVersion: options.dataVersion, otherState: options.pagesState });
  const limits = createRenderLimits(options);
  const renders = createPageRenders(options);

  return async (request, requestId) => {
    const address = new URL(request.url);
    const length = address.pathname.length + address.search.length;
    if (length > MAX_ADDRESS) return refuse.tooLong(request, length);
    const known = pathOfAlias(address.pathname);
    if (known !== null) return moved(301, known + address.search);
    try {
      const location = await web.locate(address);
      if (location.isKnown && (location.path !== address.pathname || location.tidySearch !== undefined)) {
        return moved(308, location.path + (location.tidySearch ?? address.search));
      }
      if (location.lacksStablecoinScope && !location.isEmbed && sessionScope(request) === "with") {
        const search = new URLSearchParams(address.search);
        search.set(STABLECOIN_PARAMETER, "with");
        return moved(302, `${location.path}?${search}`);
      }
      // Embedded views are public: they show what every visitor sees.
      const visitor =
        location.isEmbed && !options.isPrivate
          ? { user: (await options.installation()).everybody, failure: null }
          : await pageVisitor(request, { userOf: options.userOf, log, requestId });
      return await respond({ request, requestId, address, location }, visitor);
    } catch (error) {
      if (error instanceof UnavailableError) return refuse.busy(request, error);
      log.error({ err: error, requestId }, "A page could not be rendered");
      return refuse.failed(request, requestId);
    }
  };

  async function respond(requested: RequestedPage, { user, failure }: PageVisitor): Promise<Response> {
    const { request, address, location, requestId } = requested;
    const access = accessTo(pagePermission(location.path), user);
    const admit = async () => {
      const over = await limits.overBudget(request, user);
      return over && refuse.tooManyRenders(request, over.limit, over.retryAfter);
    };
    const inSlot = (render: () => Promise<Response>) => limits.runInSlot(request, user, render);
    // If the user cannot be determined, the page reports it and shows nothing else.
    if (failure !== null) return (await admit()) ?? inSlot(() => renders.ofFailure(failure, requested));
    if (access === "sign_in") {
      const query = { error: "SessionRequired", callbackUrl: address.pathname + address.search };
      return moved(302, `/login?${new URLSearchParams(query)}`);
    }
    if (user.id !== "") {
      const isForbidden = access === "forbidden";
      return (await admit()) ?? inSlot(() => renders.forUser(user, requested, { isForbidden }));
    }
    const offersSetup = options.isOnLoopback(request) && !(await options.installation()).hasAdministrator;
    const render = () => inSlot(() => renders.forAll({ user, offersSetup }, { location, requestId }));
    if (!options.cachePages) return render();
    const page = location.isKnown ? location.path + location.search : "";
    const key = [page, offersSetup, ...featureFlags.filter((flag) => user.features[flag])].join("\n");
    return cache.respond(request, { key, admit, render, status: location.isKnown ? 200 : 404 });
  }
}

const sessionScope = ({ headers }: Request): StablecoinScope | undefined =>
  stablecoinScopeOfCookies(headers.get("cookie"));

/** Redirects by path only, independent of the Host header and the scheme of the connection. */
const moved = (status: 301 | 302 | 308, location: string) =>
  new Response(null, { status, headers: { location, "cache-control": "no-store" } });
