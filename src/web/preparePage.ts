import type { QueryClient } from "@tanstack/react-query";
import type { AnyRouter } from "@tanstack/react-router";
import { hasSameAccess } from "./features/people/session/currentUser";
import type { RouterContext } from "./rpc/routerContext";

/**
 * Loads the code and data that the current page needs for hydration, as a navigation to it would. If the access of the
 * user has changed since the server rendered the page, its route is loaded again for the current user.
 *
 * @returns whether the server's markup still matches: same data version and same access
 * @throws when the code or the data cannot be loaded
 */
export async function preparePage(router: AnyRouter): Promise<boolean> {
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
