import { queryOptions } from "@tanstack/react-query";
import type { TRPCQueryKey } from "@trpc/tanstack-react-query";
import type { QueryInput, SplitResource } from "#domain";
import { errorCode, errorMessage } from "./errorMessage";
import { type PackedSeries, packSeries, refusedSeries } from "./packSeries";
import type { RouterContext } from "./routerContext";

/** Query options of series with a separate key: only their packed form is sent with the page. */
export function packedSeries(trpc: RouterContext["trpc"], query: QueryInput, resource: SplitResource) {
  const answer = trpc.market.series.queryOptions({ resource, query });
  const [path, input] = answer.queryKey;
  return queryOptions<PackedSeries, Error, PackedSeries, TRPCQueryKey>({
    queryKey: [["packed", ...path], input],
    queryFn: ({ client }) =>
      client.fetchQuery({ ...answer, meta: { dehydrate: false } }).then(packSeries, refusal),
  });
}

/** A URL can name an unknown field or exceed a limit; the rest of the page is still shown. */
export function refusal(error: unknown): PackedSeries {
  if (errorCode(error) === "BAD_REQUEST") return refusedSeries(errorMessage(error));
  throw error;
}
