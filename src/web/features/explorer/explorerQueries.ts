import { queryOptions } from "@tanstack/react-query";
import type { RouterContext } from "../../rpc/routerContext";

type Trpc = RouterContext["trpc"];

/** What an endpoint offers. */
export const endpointOptions = (trpc: Trpc, path: string) => {
  const { queryKey, queryFn } = trpc.reference.endpoint.queryOptions({ path });
  return queryOptions({ queryKey, queryFn, staleTime: "static" });
};

/** What an endpoint answers to the text of a query. */
export const askOptions = (trpc: Trpc, path: string, query: string) => {
  const { queryKey, queryFn } = trpc.explorer.ask.queryOptions({ path, query });
  return queryOptions({ queryKey, queryFn, retry: false });
};
