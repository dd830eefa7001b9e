/**
 * Pages, from a request to its answer: which page the address means, who asks and whether they may, whether it
 * is kept already, and when it is their turn for a render.
 */
import { setImmediate as nextTurn } from "node:timers/promises";
import type { Logger } from "pino";
import { networkOf } from "#accounts";
import { RateLimits } from "#api";
import { accessTo, anonymousUser, pagePermission, UnavailableError, type User } from "#domain";
import { FairQueue, type FairQueueOptions, storeProblem } from "#stores";
import type { PageFailure, PageLocation, Web } from "../web";
import { createPageCache } from "./pageCache";
import { plainPage } from "./plainPage";

export interface PagesOptions {
  brand: string;
  log: Logger;
  web: Pick<Web, "locate" | "render">;
  dataVersion: () => string;
  /** Who makes a request; `anonymousUser` for a visitor without a session. */
  userOf: (request: Request) => Promise<User>;
  /** Makes the context of procedures for the visitor who makes a request. */
  apiContext: (request: Request) => Promise<object>;
  networkAddress: (request: Request) => string;
  /** Renders that one visitor may cause in a minute. */
  rendersPerMinute: number;
  /** Off in development, where pages change with the code. */
  cachePages: boolean;
  renders?: FairQueueOptions;
}

export type Pages = (request: Request, requestId: string) => Promise<Response>;

/** Longest address of a page: fifty conditions of a table and twelve compared names fit several times. */
export const MAX_ADDRESS = 16_384;

/**
 * A render takes the one processor that answers everything else: two at once leave it work while one waits for
 * its figures, and no more are ever in the way of a request that costs nothing.
 */
const defaultRenders: FairQueueOptions = {
  concurrent: 2,
  concurrentPerVisitor: 2,
  waiting: 64,
  waitingPerVisitor: 16,
  waitMs: 10_000,
  name: "Rendering pages",
};

export function createPages(options: PagesOptions): Pages {
  const { brand, log, web, userOf } = options;
  const cache = createPageCache({ dataVersion: options.dataVersion });
  const queue = new FairQueue(options.renders ?? defaultRenders);
  const budget = new RateLimits("renders");

  return async (request, requestId) => {
    const address = new URL(request.url);
    const length = address.pathname.length + address.search.length;
    if (length > MAX_ADDRESS) return tooLong(request, length);
    try {
      const location = await web.locate(address);
      if (location.isKnown && (location.path !== address.pathname || location.tidySearch !== undefined)) {
        return moved(308, location.path + (location.tidySearch ?? address.search));
      }
      // A view that others frame is nobody's own: it shows what everybody sees.
      const visitor = location.isEmbed ? everybody : await visitorOf(request, requestId);
      return await answer({ request, requestId, address, location }, visitor);
    } catch (error) {
      if (error instanceof UnavailableError) return busy(request, error);
      log.error({ err: error, requestId }, "A page could not be rendered");
      return failed(request, requestId);
    }
  };

  async function answer(asked: Asked, { user, failure }: VisitorOrFailure): Promise<Response> {
    const { request, address, location, requestId } = asked;
    const access = accessTo(pagePermission(location.path), user);
    const admit = () => refusal(request, user);
    // A page that cannot find out who asks says so, and shows nothing else.
    if (failure !== null) return (await admit()) ?? inTurn(asked, user, () => renderFailure(failure, asked));
    if (access === "sign_in") {
      const query = { error: "SessionRequired", callbackUrl: address.pathname + address.search };
      return moved(302, `/login?${new URLSearchParams(query)}`);
    }
    if (user.id !== "") {
      const isForbidden = access === "forbidden";
      return (await admit()) ?? inTurn(asked, user, () => renderFor(user, asked, isForbidden));
    }
    const render = () => inTurn(asked, user, () => renderForAll(location, requestId));
    if (!options.cachePages) return render();
    const key = location.isKnown ? location.path + location.search : "";
    return cache.respond(request, { key, admit, render, status: location.isKnown ? 200 : 404 });
  }

  function inTurn({ request }: Asked, user: User, render: () => Promise<Response>): Promise<Response> {
    const visitor = user.id === "" ? networkOf(options.networkAddress(request), 64) : `user ${user.id}`;
    return queue.run({ visitor, signal: null }, async () => {
      // One render follows another at once: between them whatever has arrived meanwhile is answered.
      await nextTurn();
      return render();
    });
  }

  /** Counts a render that a request is about to cause; the answer where it was one too many. */
  async function refusal(request: Request, user: User): Promise<Response | null> {
    const { isOver, limit, retryAfter } = await (user.id === ""
      ? budget.countNetwork(options.networkAddress(request), options.rendersPerMinute)
      : budget.count(`user ${user.id}`, options.rendersPerMinute));
    return isOver ? tooManyRenders(request, limit, retryAfter) : null;
  }

  /** The page as everybody without an account sees it. Made without the request, so nothing of it can get in. */
  function renderForAll(location: PageLocation, requestId: string): Promise<Response> {
    return web.render({
      location: location.isKnown ? location : { ...location, path: NOWHERE },
      user: anonymousUser,
      createContext: () => options.apiContext(new Request("http://localhost/")),
      requestId,
    });
  }

  /** A page that says what failed: for nobody else and for no other moment. */
  async function renderFailure(
    failure: PageFailure,
    { request, requestId, location }: Asked,
  ): Promise<Response> {
    const createContext = () => options.apiContext(request);
    const page = await web.render({ location, user: anonymousUser, createContext, requestId, failure });
    const headers = new Headers(page.headers);
    headers.set("cache-control", "no-store");
    headers.set("retry-after", "10");
    const status = failure.code === "SERVICE_UNAVAILABLE" ? 503 : 500;
    return new Response(request.method === "HEAD" ? null : page.body, { status, headers });
  }

  /** Who asks, or why that cannot be told: a page that says so is better than none. */
  async function visitorOf(request: Request, requestId: string): Promise<VisitorOrFailure> {
    try {
      return { user: await userOf(request), failure: null };
    } catch (error) {
      log.error({ err: error, requestId }, "the visitor of a page could not be found out");
      const message = storeProblem(error)?.message;
      const failure =
        message === undefined
          ? { message: "", code: "INTERNAL_SERVER_ERROR" }
          : { message, code: "SERVICE_UNAVAILABLE" };
      return { user: anonymousUser, failure };
    }
  }

  async function renderFor(user: User, asked: Asked, isForbidden: boolean): Promise<Response> {
    const { request, requestId, location } = asked;
    const createContext = () => options.apiContext(request);
    const page = await web.render({ location, user, createContext, requestId });
    const headers = new Headers(page.headers);
    headers.set("cache-control", "private, no-store");
    // The page itself says what is missing: the root route asks the same matrix.
    const status = isForbidden ? 403 : page.status;
    return new Response(request.method === "HEAD" ? null : page.body, { status, headers });
  }

  function tooLong(request: Request, length: number): Response {
    return plainPage(request, {
      brand,
      status: 414,
      title: "This address is too long",
      message: `An address here has at most ${MAX_ADDRESS} characters; this one has ${length}.`,
    });
  }

  function tooManyRenders(request: Request, limit: number, retryAfter: number): Response {
    return plainPage(request, {
      brand,
      status: 429,
      title: "Too many pages at once",
      message: `More than ${limit} pages a minute were asked for from here that had to be made anew. Try again in ${retryAfter} seconds.`,
      headers: { "retry-after": String(retryAfter) },
    });
  }

  function busy(request: Request, { message }: UnavailableError): Response {
    return plainPage(request, {
      brand,
      status: 503,
      title: "Many visitors at the moment",
      message: request.headers.get("accept")?.includes("text/html")
        ? "This page will open by itself in a moment."
        : message,
      refreshSeconds: BUSY_SECONDS,
      headers: { "retry-after": String(BUSY_SECONDS) },
    });
  }

  function failed(request: Request, requestId: string): Response {
    return plainPage(request, {
      brand,
      status: 500,
      title: "This page could not be shown",
      message: `Something went wrong on our side. Please try again. Reference: ${requestId}`,
    });
  }
}

interface VisitorOrFailure {
  user: User;
  failure: PageFailure | null;
}

const everybody: VisitorOrFailure = { user: anonymousUser, failure: null };

/** A request for a page, and the page that it means. */
interface Asked {
  request: Request;
  requestId: string;
  address: URL;
  location: PageLocation;
}

const BUSY_SECONDS = 5;

/** No route has it: the page for all addresses that lead nowhere is one and the same. */
const NOWHERE = "/-";

/** Within the site, so by its path alone: neither the Host header nor the scheme of a connection has a say. */
const moved = (status: 302 | 308, location: string) =>
  new Response(null, { status, headers: { location, "cache-control": "no-store" } });
