import { hashKey } from "@tanstack/react-query";
import { createRouter } from "@tanstack/react-router";
import { setupRouterSsrQueryIntegration } from "@tanstack/react-router-ssr-query";
import { createIsomorphicFn } from "@tanstack/react-start";
import {
  anonymousUser,
  isAnonymous,
  noIntegrations,
  noSiteLinks,
  type PageFailure,
  type Site,
  type User,
} from "#domain";
import { isSleeping } from "./asleep/isSleeping";
import { leaveOutScripts } from "./asleep/leaveOutScripts";
import { letSleep } from "./asleep/letSleep";
import { takeOver } from "./asleep/takeOver";
import { sessionQuery } from "./features/people/session/sessionQuery";
import { DefaultError } from "./features/shell/DefaultError";
import { NotFoundPage } from "./features/shell/NotFoundPage";
import { routeTree } from "./routeTree.gen";
import { apiCaller, pageContext } from "./rpc/apiCaller";
import { apiOptions } from "./rpc/apiOptions";
import { createQueryClient } from "./rpc/createQueryClient";

/** In the browser the facts arrive with the page, before the first route is matched. */
const initialSite = createIsomorphicFn()
  .client(
    (): Site => ({
      brand: "",
      origin: "",
      mailIsLogged: false,
      requiresSignIn: false,
      hiddenPaths: [],
      signUp: "anyone",
      signInModal: "required",
      integrations: noIntegrations,
      links: noSiteLinks,
      offersSetup: false,
    }),
  )
  .server((): Site => pageContext().site);

const initialUser = createIsomorphicFn()
  .client((): User => anonymousUser)
  .server((): User => pageContext().user);

const initialFailure = createIsomorphicFn()
  .client((): PageFailure | null => null)
  .server((): PageFailure | null => pageContext().failure);

/** Only scripts that carry it are let into the page's Content-Security-Policy. */
const scriptNonce = createIsomorphicFn()
  .client((): string | undefined => undefined)
  .server((): string | undefined => pageContext().scriptNonce);

/**
 * Whether the reader's place is put where a page was last left, or at its top. A page that the server rendered puts
 * it there by itself, long before scripts take it over: by then the reader may have moved on, and stays there.
 */
const placesReader = createIsomorphicFn()
  .client(() => {
    let isTakenOver = false;
    return () => {
      const wasTakenOver = isTakenOver;
      isTakenOver = true;
      return wasTakenOver;
    };
  })
  .server(() => () => true);

letSleep(Object.values(routeTree.children ?? {}));

export function getRouter() {
  const queryClient = createQueryClient({
    onSignedOut: () => void queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey }),
  });
  const caller = apiCaller(() => shownOrganization());
  const trpc = apiOptions(caller);
  const scopedTrpc = { with: trpc, without: apiOptions(caller, "without") };
  const context = {
    queryClient,
    trpc,
    scopedTrpc,
    site: initialSite(),
    user: initialUser(),
    failure: initialFailure(),
  };

  /** Of a page for everybody that is shown to somebody, the organization of the profile that it fetched. */
  const shownOrganization = () => {
    const user = isAnonymous(context.user)
      ? queryClient.getQueryData(trpc.users.getProfile.queryKey())
      : context.user;
    return user?.organization?.id ?? null;
  };

  /**
   * A page that sleeps fetches its data when it wakes, and one that is not there needs none. One that failed to get
   * some says so as it is.
   */
  const isAsleep = (): boolean => {
    const last = router.state.matches.at(-1);
    return (
      (last?.status === "success" || last?.status === "notFound") &&
      isSleeping(router.routesById[last.routeId]) &&
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
    scrollRestoration: placesReader(),
    defaultErrorComponent: DefaultError,
    defaultNotFoundComponent: NotFoundPage,
    defaultPreload: "intent",
    // Of those who tab through a menu or cross it with the pointer: each page costs them of what they may ask for.
    defaultPreloadDelay: 200,
    defaultPreloadStaleTime: 0,
    dehydrate: () => ({
      site: context.site,
      user: context.user,
      failure: context.failure,
      isAsleep: isAsleep(),
    }),
    hydrate: (dehydrated) => {
      takeOver.isAsleep = dehydrated.isAsleep;
      context.site = dehydrated.site;
      context.user = dehydrated.user;
      context.failure = dehydrated.failure;
    },
  });
  leaveOutScripts(router);
  const ofFrame = new Set([trpc.market.status.queryKey(), trpc.users.getProfile.queryKey()].map(hashKey));
  setupRouterSsrQueryIntegration({
    router,
    queryClient,
    dehydrateOptions: {
      shouldDehydrateQuery: ({ queryHash, meta }) =>
        meta?.dehydrate !== false && (ofFrame.has(queryHash) || !isAsleep()),
    },
  });
  return router;
}

declare module "@tanstack/react-router" {
  interface Register {
    router: ReturnType<typeof getRouter>;
  }
  interface StaticDataRouteOption {
    /** The page has a view that shows one of its charts alone (`?embed=1`), which other sites may frame. */
    isEmbeddable?: true;
    /** The page shows totals within a stablecoin scope, which its address or the session names. */
    hasStablecoinScope?: true;
  }
}
