import { noop } from "@tanstack/react-query";
import { isAnonymous } from "#domain/people";
import type { RouterContext } from "../../rpc/routerContext";

/**
 * Prefetches the user's watchlist, so that stars are correct on the first render. Errors do not fail the
 * page.
 */
export async function loadWatchlist({
  queryClient,
  trpc,
  user,
}: Pick<RouterContext, "queryClient" | "trpc" | "user">): Promise<void> {
  if (isAnonymous(user)) return;
  await queryClient.query({ ...trpc.watchlist.get.queryOptions(), staleTime: "static" }).catch(noop);
}
