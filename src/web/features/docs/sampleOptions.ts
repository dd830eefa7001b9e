import { queryOptions } from "@tanstack/react-query";
import type { RouterContext } from "../../rpc/routerContext";

/** Query options of an endpoint's response to its example. */
export const sampleOptions = (trpc: RouterContext["trpc"], path: string) => {
  const { queryKey, queryFn } = trpc.reference.sample.queryOptions({ path });
  return queryOptions({ queryKey, queryFn, staleTime: "static" });
};
