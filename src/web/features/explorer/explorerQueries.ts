import { queryOptions } from "@tanstack/react-query";
import type { ExplorerPage } from "#domain/screens";
import type { RouterContext } from "../../rpc/routerContext";

type Trpc = RouterContext["trpc"];

/** Query options of an endpoint's description. */
export const endpointOptions = (trpc: Trpc, path: string) => {
  const { queryKey, queryFn } = trpc.reference.endpoint.queryOptions({ path });
  return queryOptions({ queryKey, queryFn, staleTime: "static" });
};

/** Query options of an endpoint's response to a query text. */
export const requestOptions = (
  trpc: Trpc,
  { endpoint: path, version }: Pick<ExplorerPage, "endpoint" | "version">,
  query: string,
) => {
  const { queryKey, queryFn } = trpc.explorer.ask.queryOptions({ path, query, version });
  return queryOptions({ queryKey, queryFn, retry: false });
};
