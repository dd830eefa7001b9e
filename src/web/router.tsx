import { hashKey, type QueryClient } from "@tanstack/react-query";
import { type AnyRouter, createRouter } from "@tanstack/react-router";
import { setupRouterSsrQueryIntegration } from "@tanstack/react-router-ssr-query";
import { createIsomorphicFn } from "@tanstack/react-start";
import { anonymousUser, isAnonymous, type User } from "#domain/people";
import type { PageFailure, Site } from "#domain/site";
import { hasSameAccess } from "./features/people/session/currentUser";
import { sessionQuery } from "./features/people/session/sessionQuery";
import { DefaultError } from "./features/shell/DefaultError";
import { NotFoundPage } from "./features/shell/NotFoundPage";
import { hydrateOnInteraction } from "./hydration/lazyHydration";
import { initialHydration, isLazilyHydrated, omitLazyPreloads } from "./hydration/lazyRoutes";
import { routeTree } from "./routeTree.gen";
import { apiCaller, pageContext } from "./rpc/apiCaller";
import { apiOptions, type FigureScope } from "./rpc/apiOptions";
import { createQueryClient } from "./rpc/createQueryClient";
import type { RouterContext } from "./rpc/routerContext";

/**
 * Loads the code and data that the current page needs for hydration, as a navigation to it would. If the access of the
 * user has changed since the server rendered the page, its route is loaded again for the current user.
 *
 * @returns whether the server's markup still matches: same data version and same access
 * @throws when the code or the data cannot be loaded
 */
async function preparePage(router: AnyRouter): Promise<boolean> {
  const match = router.state.matches.at(-1);
  const route = match && router.routesById[match.routeId];
  if (!match || !route) return true;
  const rendered: RouterContext = match.context;
  const { user }: RouterContext = router.options.context;
  const { queryClient, trpc } = rendered;
  const initialVersion = versionIn(queryClient, trpc);
  await Promise.all([
    route.options.component?.preload?.(),
    route.options.loader?.({ context: { ...rendered, user }, params: match.params, deps: match.loaderDeps }),
  ]);
  // Requested last: everything loaded before it is of this version or an earlier one.
  await queryClient.query({ ...trpc.market.status.queryOptions(), staleTime: 0 });
  const isSameUser = hasSameAccess(rendered.user, user);
  // Everything that it loads is cached by now.
  if (!isSameUser) await router.invalidate();
  return isSameUser && versionIn(queryClient, trpc) === initialVersion;
}

const versionIn = (queryClient: QueryClient, trpc: RouterContext["trpc"]) =>
  queryClient.getQueryData(trpc.market.status.queryKey())?.data_version;

/** In the browser, `hydrate` sets the site's settings, which arrive with the page, before the first route is matched. */
const initialSite = createIsomorphicFn()
  .client((): Site => Object.create(null))
  .server((): Site => pageContext().site);

const initialUser = createIsomorphicFn()
  .client((): User => anonymousUser)
  .server((): User => pageContext().user);

const initialFailure = createIsomorphicFn()
  .client((): PageFailure | null => null)
  .server((): PageFailure | null => pageContext().failure);

/** The page's Content-Security-Policy only allows scripts with this nonce. */
const scriptNonce = createIsomorphicFn()
  .client((): string | undefined => undefined)
  .server((): string | undefined => pageContext().scriptNonce);

/**
 * True if the router restores the scroll position. On the first page the browser does, long before hydration,
 * after which the reader may have scrolled.
 */
const restoresScroll = createIsomorphicFn()
  .client(() => {
    let isFirstPage = true;
    return () => {
      const wasFirstPage = isFirstPage;
      isFirstPage = false;
      return !wasFirstPage;
    };
  })
  .server(() => () => true);

hydrateOnInteraction(Object.values(routeTree.children ?? {}), preparePage);

export function getRouter() {
  const queryClient = createQueryClient({
    onSignedOut: () => void queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey }),
  });
  const caller = apiCaller(() => shownOrganization());
  const trpc = apiOptions(caller);
  const context = {
    queryClient,
    trpc,
    scopedTrpc: (scope: FigureScope) => apiOptions(caller, scope),
    site: initialSite(),
    user: initialUser(),
    failure: initialFailure(),
  };

  /** For a public page that was rendered without a user, the organization of the profile that it fetched. */
  const shownOrganization = () => {
    const user = isAnonymous(context.user)
      ? queryClient.getQueryData(trpc.users.getProfile.queryKey())
      : context.user;
    return user?.organization?.id ?? null;
  };

  /** True if the page's data is omitted from the document and fetched again on hydration. */
  const isLazy = (): boolean => {
    const last = router.state.matches.at(-1);
    return (
      (last?.status === "success" || last?.status === "notFound") &&
      isLazilyHydrated(router.routesById[last.routeId]) &&
      queryClient
        .getQueryCache()
        .getAll()
        .every(({ state }) => state.status !== "error")
    );
  };

  const router = createRouter({
    routeTree,
    context,
    ssr: { nonce: scriptNonce() },
    scrollRestoration: restoresScroll(),
    defaultErrorComponent: DefaultError,
    defaultNotFoundComponent: NotFoundPage,
    defaultPreload: "intent",
    // Tabbing or hovering across a menu must not fetch each page: every fetch counts towards the visitor's
    // limit.
    defaultPreloadDelay: 200,
    defaultPreloadStaleTime: 0,
    dehydrate: () => ({
      site: context.site,
      user: context.user,
      failure: context.failure,
      isLazy: isLazy(),
    }),
    hydrate: ({ isLazy: wasLazy, ...page }) => {
      initialHydration.isLazy = wasLazy;
      Object.assign(context, page);
    },
  });
  omitLazyPreloads(router);
  const ofFrame = new Set([trpc.market.status.queryKey(), trpc.users.getProfile.queryKey()].map(hashKey));
  setupRouterSsrQueryIntegration({
    router,
    queryClient,
    dehydrateOptions: {
      shouldDehydrateQuery: ({ queryHash, meta }) =>
        meta?.dehydrate !== false && (ofFrame.has(queryHash) || !isLazy()),
    },
  });
  return router;
}

declare module "@tanstack/react-router" {
  interface Register {
    router: ReturnType<typeof getRouter>;
  }
  interface StaticDataRouteOption {
    /** True if the page has a view of a single chart (`?embed=1`) that other sites can embed. */
    isEmbeddable?: true;
    /** True if the page shows totals within a stablecoin scope from its URL or the session. */
    hasStablecoinScope?: true;
  }
}
