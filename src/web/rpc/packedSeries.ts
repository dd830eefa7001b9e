import { queryOptions } from "@tanstack/react-query";
import type { TRPCQueryKey } from "@trpc/tanstack-react-query";
import type { QueryInput, SplitResource } from "#domain";
import { errorCode, errorMessage } from "./errorMessage";
import { type PackedSeries, packSeries, refusedSeries } from "./packSeries";
import type { RouterContext } from "./routerContext";

/** Query options of series, under a key of their own: only their packed form travels with the page. */
export function packedSeries(trpc: RouterContext["trpc"], query: QueryInput, resource: SplitResource) {
  const answer = trpc.market.series.queryOptions({ resource, query });
  const [path, input] = answer.queryKey;
  return queryOptions<PackedSeries, Error, PackedSeries, TRPCQueryKey>({
    queryKey: [["packed", ...path], input],
    queryFn: ({ client }) =>
      client.fetchQuery({ ...answer, meta: { dehydrate: false } }).then(packSeries, refusal),
  });
}

/** An address may name a field that does not exist, or ask for too much at once: the rest of the page stands. */
export function refusal(error: unknown): PackedSeries {
  if (errorCode(error) === "BAD_REQUEST") return refusedSeries(errorMessage(error));
  throw error;
}
