import { redirect } from "@tanstack/react-router";
import { createIsomorphicFn } from "@tanstack/react-start";
import { entityOf, readStablecoinScope, screens } from "#domain";
import type { PageAddress } from "../../features/chartView/pageSearch";
import { NotFoundPage } from "../../features/shell/NotFoundPage";
import { pageMeta } from "../../features/shell/pageMeta";
import { sessionScope, storeSessionScope } from "../../features/stablecoinScope/sessionScope";
import type { RouterContext } from "../../rpc/routerContext";
import { addressReaders } from "./addressReaders";
import type { Screen, ScreenHead } from "./screen";
import { type ScreenState, tidiedAddress } from "./screenAddress";
import type { Subject } from "./subject";

type AddressReader = (raw: Record<string, unknown>) => PageAddress;

/**
 * Reads the state of a screen from an address. The server leads every address to its tidy form before a browser
 * gets a page, which so takes it as it stands: the names of all metrics would weigh on the first load.
 */
const addressReader = createIsomorphicFn()
  .client((state: ScreenState): AddressReader => {
    return (raw) => tidiedAddress(state, raw);
  })
  .server((state: ScreenState): AddressReader => addressReaders[state]);

/** What a loaded screen says of itself: in the head of the document, and to the breadcrumbs. */
export interface LoadedScreen extends ScreenHead {
  /** Names a profile. */
  crumb?: string;
  /** Path of the screen of the menu that it belongs to, where its own path does not tell. */
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
 * What the route of a screen is made of, beside its component. Of a page that the server has rendered the
 * browser needs no more: the screen and how it is loaded are fetched with the first loader that runs there.
 *
 * @param path as the list of screens has it
 * @param state `chart`, `table`, `cursors`, `totals` or `place` for what the screen holds, `page` for a chart and a table, `contact` for a contact form
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
  });
  // Other sites frame what everybody may see.
  const isEmbeddable = (state === "chart" || state === "page") && permission === "public";
  // Kept: a module that is there already is looked up anew by every import of it. What failed is fetched again.
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
    // Its own, so that the head names what there is not: the frame's has no head.
    notFoundComponent: NotFoundPage,
    validateSearch: read,
    staticData: {
      ...(isEmbeddable && ({ isEmbeddable } as const)),
      ...(hasStablecoinScope && ({ hasStablecoinScope } as const)),
    },
    /** Applies the session's stablecoin scope to an address without one. The server does so before it renders a page. */
    beforeLoad: ({ search, location, preload }: BeforeLoadRequest) => {
      if (!hasStablecoinScope || search.embed === 1) return;
      const asked = readStablecoinScope(search.stablecoins);
      if (asked !== undefined) {
        if (!preload) storeSessionScope(asked);
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
