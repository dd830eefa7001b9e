/**
 * Handles page requests: resolves the address, determines the user and their access, and responds from the
 * cache or with a render within the limits.
 */
import type { Logger } from "pino";
import type { Installation } from "#accounts";
import {
  accessTo,
  featureFlags,
  pagePermission,
  pathOfAlias,
  STABLECOIN_PARAMETER,
  type StablecoinScope,
  stablecoinScopeOfCookies,
  UnavailableError,
  type User,
} from "#domain";
import type { Web } from "../web";
import { createPageCache } from "./pageCache";
import { MAX_ADDRESS, pageRefusals } from "./pageRefusals";
import { createPageRenders, type PageRendersOptions, type RequestedPage } from "./pageRenders";
import { type PageVisitor, pageVisitor } from "./pageVisitor";
import { createRenderLimits, type RenderLimitOptions } from "./renderLimits";

export interface PagesOptions extends RenderLimitOptions, PageRendersOptions {
  brand: string;
  log: Logger;
  web: Pick<Web, "locate" | "render">;
  dataVersion: () => string;
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

export type Pages = (request: Request, requestId: string) => Promise<Response>;

export function createPages(options: PagesOptions): Pages {
  const { log, web } = options;
  const refuse = pageRefusals(options.brand);
  const cache = createPageCache({ dataVersion: options.dataVersion });
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
