import type { QueryClient } from "@tanstack/react-query";
import type { AnyRouter } from "@tanstack/react-router";
import type { RouterContext } from "../rpc/routerContext";

/**
 * Fetches what the page at hand needs in the browser, its code and its data, as on the way to it from another.
 *
 * @returns whether the figures are still those that the server wrote
 */
export async function wakePage(router: AnyRouter): Promise<boolean> {
  const match = router.state.matches.at(-1);
  const route = match && router.routesById[match.routeId];
  if (!match || !route) return true;
  const { queryClient, trpc }: RouterContext = match.context;
  const written = versionIn(queryClient, trpc);
  await Promise.all([
    route.options.component?.preload?.(),
    route.options.loader?.({ context: match.context, params: match.params, deps: match.loaderDeps }),
  ]);
  // Asked last: what came before is of this version or of an earlier one.
  await queryClient.query({ ...trpc.market.status.queryOptions(), staleTime: 0 });
  return versionIn(queryClient, trpc) === written;
}

const versionIn = (queryClient: QueryClient, trpc: RouterContext["trpc"]) =>
  queryClient.getQueryData(trpc.market.status.queryKey())?.data_version;
