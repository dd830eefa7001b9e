import { useSuspenseQuery } from "@tanstack/react-query";
import type { Filter, MarketStatus } from "#domain";
import type { RouterContext } from "../../rpc/routerContext";
import { useTrpc } from "../../rpc/useTrpc";

/** How fresh the data is; every range of a chart counts back from its newest day. */
export const loadStatus = ({
  queryClient,
  trpc,
}: Pick<RouterContext, "queryClient" | "trpc">): Promise<MarketStatus> =>
  queryClient.query({ ...trpc.market.status.queryOptions(), staleTime: "static" });

export const useStatus = (): MarketStatus => useSuspenseQuery(useTrpc().market.status.queryOptions()).data;

/** Where the figures of some tokens come from; null for the whole market. */
export const sourcesOptions = (trpc: RouterContext["trpc"], filter: Filter | null) =>
  trpc.market.sources.queryOptions({ filter });

/** `useStatus` for the figures of some tokens: their sources alone, and whether they are sample data. */
export function useFigureStatus(filter: Filter | null): MarketStatus {
  const status = useStatus();
  return { ...status, ...useSuspenseQuery(sourcesOptions(useTrpc(), filter)).data };
}
