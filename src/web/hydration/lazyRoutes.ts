import type { AnyRoute, AnyRouter } from "@tanstack/react-router";
import { publicScreens } from "#domain/screens";

/** Hydration of the page that the browser was opened with. The server hydrates none. */
export const initialHydration = {
  /** Until that page has been rendered for the first time. */
  isPending: typeof window !== "undefined",
  /** Whether the server marked that page as lazily hydrated. */
  isLazy: false,
};

const pathOf = (path: string) => path.replaceAll(/[:$][^/]+/g, ":slug").replace(/(.)\/$/, "$1");

const publicPaths = new Set(publicScreens.map(({ path }) => pathOf(path ?? "")));

/** Public routes hydrate on interaction. Nested routes are excluded because their paths are relative. */
export function isLazilyHydrated({ options }: Pick<AnyRoute, "options">): boolean {
  const { path, getParentRoute } = options as { path?: unknown; getParentRoute?: () => AnyRoute };
  return typeof path === "string" && publicPaths.has(pathOf(path)) && getParentRoute?.().isRoot === true;
}

/** On the server: omits the preload links of lazily hydrated routes, whose scripts load on interaction. */
export function omitLazyPreloads(router: AnyRouter): void {
  const omitPreloads = () => {
    for (const [routeId, assets] of Object.entries(router.ssr?.manifest?.routes ?? {})) {
      const route = router.routesById[routeId];
      if (route && isLazilyHydrated(route)) delete assets.preloads;
    }
  };
  const { onServerSsrAttach = [] } = router.serverSsrLifecycle ?? {};
  router.serverSsrLifecycle = {
    ...router.serverSsrLifecycle,
    onServerSsrAttach: [...onServerSsrAttach, omitPreloads],
  };
}
