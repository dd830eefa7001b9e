import { noop } from "@tanstack/react-query";
import type { RouterContext } from "../../../rpc/routerContext";

/** Fetches what pages show of keys. A failure is told where the answer is shown. */
export async function loadApiKeys({ queryClient, trpc }: RouterContext): Promise<void> {
  await Promise.all([
    queryClient.query({ ...trpc.apiKeys.list.queryOptions(), retry: false }).catch(noop),
    queryClient.query({ ...trpc.apiKeys.scopes.queryOptions(), retry: false }).catch(noop),
  ]);
}
