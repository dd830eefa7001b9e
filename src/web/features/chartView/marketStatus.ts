import { useSuspenseQuery } from "@tanstack/react-query";
import type { MarketFreshness, MarketStatus } from "#domain/api";
import type { Filter } from "#domain/query";
import type { SplitResource } from "#domain/resources";
import type { RouterContext } from "../../rpc/routerContext";
import { useFigureScope, useTrpc } from "../../rpc/useTrpc";

/** Fetches the freshness of the data. Every range of a chart counts back from its latest day. */
export const loadStatus = ({
  queryClient,
  trpc,
}: Pick<RouterContext, "queryClient" | "trpc">): Promise<MarketFreshness> =>
  queryClient.query({ ...trpc.market.status.queryOptions(), staleTime: "static" });

/** The freshness of the data. Its latest day is that of the figures that the page shows. */
export function useStatus(): MarketFreshness {
  const status = useSuspenseQuery(useTrpc().market.status.queryOptions()).data;
  const { horizon = status.as_of } = useFigureScope();
  return { ...status, as_of: horizon };
}

export interface SourcesRequest {
  /** Rows of the resource that the figures cover; null for all. */
  filter: Filter | null;
  /** Default: tokens. */
  resource?: SplitResource | undefined;
  /** Slugs of the metrics shown. Default: all. */
  metrics?: readonly string[];
}

/** Query options of the sources of figures. */
export const sourcesOptions = (
  trpc: RouterContext["trpc"],
  { filter, resource = "tokens", metrics = [] }: SourcesRequest,
) =>
  trpc.market.sources.queryOptions({
    filter,
    ...(resource !== "tokens" && { resource }),
    ...(metrics.length > 0 && { metrics: [...metrics] }),
  });

/** `useStatus` limited to the sources of these figures, and whether they are sample data. */
export function useFigureStatus(request: SourcesRequest): MarketStatus {
  const status = useStatus();
  return { ...status, ...useSuspenseQuery(sourcesOptions(useTrpc(), request)).data };
}
