import { useSuspenseQuery } from "@tanstack/react-query";
import type { Filter, MarketStatus, SplitResource } from "#domain";
import type { RouterContext } from "../../rpc/routerContext";
import { useTrpc } from "../../rpc/useTrpc";

/** How fresh the data is; every range of a chart counts back from its newest day. */
export const loadStatus = ({
  queryClient,
  trpc,
}: Pick<RouterContext, "queryClient" | "trpc">): Promise<MarketStatus> =>
  queryClient.query({ ...trpc.market.status.queryOptions(), staleTime: "static" });

export const useStatus = (): MarketStatus => useSuspenseQuery(useTrpc().market.status.queryOptions()).data;

/** Where the figures of some rows of a resource come from; null for all of them. */
export const sourcesOptions = (
  trpc: RouterContext["trpc"],
  filter: Filter | null,
  resource: SplitResource = "tokens",
) => trpc.market.sources.queryOptions(resource === "tokens" ? { filter } : { filter, resource });

/** `useStatus` for some figures: their sources alone, and whether they are sample data. */
export function useFigureStatus(filter: Filter | null, resource: SplitResource = "tokens"): MarketStatus {
  const status = useStatus();
  return { ...status, ...useSuspenseQuery(sourcesOptions(useTrpc(), filter, resource)).data };
}
