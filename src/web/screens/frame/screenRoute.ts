import { redirect } from "@tanstack/react-router";
import { createIsomorphicFn } from "@tanstack/react-start";
import { readStablecoinScope } from "#domain/people";
import { entityOf } from "#domain/resources";
import { screens } from "#domain/screens";
import type { PageAddress } from "../../features/chartView/pageSearch";
import { NotFoundPage } from "../../features/shell/NotFoundPage";
import { pageMeta } from "../../features/shell/pageMeta";
import { sessionScope, storeSessionScope } from "../../features/stablecoinScope/sessionScope";
import type { RouterContext } from "../../rpc/routerContext";
import { addressReaders, type ScreenState } from "./addressReaders";
import type { Screen, ScreenHead } from "./screen";
import { screenParts } from "./screenParts.gen";
import type { Subject } from "./subject";

/** The state of a screen in a URL that the server has validated. */
export const tidiedAddress = (state: ScreenState, raw: Record<string, unknown>): PageAddress =>
  Object.fromEntries(
    screenParts[state]
      .split(" ")
      .filter((part) => raw[part] !== undefined)
      .map((part) => [part, raw[part]]),
  );

/** Adds the time of the current page to links that do not set one, after their other parameters. */
const keepTime = ({ search, next }: { search: PageAddress; next: (search: PageAddress) => PageAddress }) => {
  const linked = next(search);
  return "as_of" in linked ? linked : { ...linked, as_of: search.as_of };
};

type AddressReader = (raw: Record<string, unknown>) => PageAddress;

/**
 * Parses the state of a screen. The server redirects every URL to its canonical form, so the browser takes
 * parameters unvalidated: the names of all metrics would increase the first load.
 */
const addressReader = createIsomorphicFn()
  .client((state: ScreenState): AddressReader => {
    return (raw) => tidiedAddress(state, raw);
  })
  .server((state: ScreenState): AddressReader => addressReaders[state]);

/** Data of a loaded screen for the document head and the breadcrumbs. */
export interface LoadedScreen extends ScreenHead {
  /** Name of a profile. */
  crumb?: string;
  /** Path of the menu item that it belongs to, if its own path does not determine it. */
  under?: string;
}

interface LoaderRequest {
  context: RouterContext;
  params: { slug?: string };
  deps: PageAddress;
}

interface BeforeLoadRequest {
  search: PageAddress;
  location: { pathname: string; hash: string };
  preload: boolean;
}

interface HeadRequest {
  match: { context: RouterContext };
  loaderData?: LoadedScreen;
  params: { slug?: string };
}

/**
 * Route options of a screen, without its component. The browser needs no more for a server-rendered page: the
 * screen and its loader are imported when the first loader runs there.
 *
 * @param path as in the list of screens
 * @param state `chart`, `table`, `cursors`, `totals` or `place` for the state of the screen, `page` for a
 * chart and a table, `contact` for a contact form
 */
export function screenRoute<S extends Subject>(
  path: string,
  state: ScreenState,
  fetchScreen: () => Promise<Screen<S>>,
) {
  const listed = screens.find((one) => one.path === path);
  if (listed === undefined) throw new Error(`There is no screen at ${path}`);
  const { label, profileOf, permission, hasStablecoinScope } = listed;
  const readState = addressReader(state);
  const read: AddressReader = (raw) => ({
    ...readState(raw),
    stablecoins: hasStablecoinScope ? readStablecoinScope(raw.stablecoins) : undefined,
    as_of: raw.as_of,
  });
  // Only public screens can be embedded in other sites.
  const isEmbeddable = (state === "chart" || state === "page") && permission === "public";
  // Cached, because every import looks up a loaded module again. A failed import is retried.
  let code: ReturnType<typeof importCode> | undefined;
  const importCode = () => Promise.all([import("./loadScreen"), fetchScreen()]);
  const fetchCode = () => {
    code ??= importCode().catch((error: unknown) => {
      code = undefined;
      throw error;
    });
    return code;
  };
  const pathOf = (slug = "") => path.replace(":slug", slug);
  return {
    // A component of its own, so that the head has the missing subject: the root route has no head.
    notFoundComponent: NotFoundPage,
    validateSearch: read,
    // Links to other pages with figures keep the time.
    search: { middlewares: [keepTime] },
    staticData: {
      ...(isEmbeddable && ({ isEmbeddable } as const)),
      ...(hasStablecoinScope && ({ hasStablecoinScope } as const)),
    },
    /**
     * Applies the session's stablecoin scope to a URL without one. The server does so before it renders a
     * page.
     */
    beforeLoad: ({ search, location, preload }: BeforeLoadRequest) => {
      if (!hasStablecoinScope || search.embed === 1) return;
      const scope = readStablecoinScope(search.stablecoins);
      if (scope !== undefined) {
        if (!preload) storeSessionScope(scope);
        return;
      }
      if (sessionScope() !== "with") return;
      const { pathname: to, hash } = location;
      throw redirect({ to, hash, search: { ...search, stablecoins: "with" }, replace: true });
    },
    loaderDeps: ({ search }: { search: PageAddress }) => read({ ...search }),
    loader: async ({ context, params, deps }: LoaderRequest) => {
      const [{ loadScreen }, screen] = await fetchCode();
      const request = { context, slug: params.slug ?? "", address: deps, hasStablecoinScope };
      return loadScreen(screen, request, pathOf);
    },
    head: ({ match, loaderData, params }: HeadRequest) => {
      const { site } = match.context;
      if (loaderData !== undefined) {
        const { title, description, feed } = loaderData;
        return pageMeta({ site, title, description, path: pathOf(params.slug), feed });
      }
      const kind = profileOf === null ? null : entityOf(profileOf).label;
      return pageMeta({
        site,
        title: kind === null ? label : `${kind} not found`,
        description: kind === null ? `${label}.` : `No such ${kind.toLowerCase()}.`,
      });
    },
  };
}
