import { useSuspenseQuery } from "@tanstack/react-query";
import type { MarketStatus } from "#domain";
import type { RouterContext } from "../../routes/__root";
import { useTrpc } from "../../rpc/useTrpc";

/** How fresh the data is; every range of a chart counts back from its newest day. */
export const loadStatus = ({
  queryClient,
  trpc,
}: Pick<RouterContext, "queryClient" | "trpc">): Promise<MarketStatus> =>
  queryClient.query({ ...trpc.market.status.queryOptions(), staleTime: "static" });

export const useStatus = (): MarketStatus => useSuspenseQuery(useTrpc().market.status.queryOptions()).data;
