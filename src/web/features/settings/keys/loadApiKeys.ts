import { noop } from "@tanstack/react-query";
import type { RouterContext } from "../../../rpc/routerContext";

/** Prefetches the data of the key pages. Errors are shown by the components. */
export async function loadApiKeys({ queryClient, trpc }: RouterContext): Promise<void> {
  await Promise.all([
    queryClient.query({ ...trpc.apiKeys.list.queryOptions(), retry: false }).catch(noop),
    queryClient.query({ ...trpc.apiKeys.scopes.queryOptions(), retry: false }).catch(noop),
  ]);
}
