import { noop } from "@tanstack/react-query";
import { isAnonymous } from "#domain";
import type { RouterContext } from "../../rpc/routerContext";

/** Fetches the watchlist of whoever is signed in, so that stars are right as a page arrives. A page stands without it. */
export async function loadWatchlist({
  queryClient,
  trpc,
  user,
}: Pick<RouterContext, "queryClient" | "trpc" | "user">): Promise<void> {
  if (isAnonymous(user)) return;
  await queryClient.query({ ...trpc.watchlist.get.queryOptions(), staleTime: "static" }).catch(noop);
}
