import type { inferOutput } from "@trpc/tanstack-react-query";
import type { ApiOptions } from "../../rpc/apiOptions";

/** The publication that a page shows, or why it cannot show it: then it shows the latest figures. */
export type DatedPage = inferOutput<ApiOptions["market"]["dated"]>;

/** Query options of the publication that a page shows. */
export const datedOptions = (trpc: ApiOptions, asOf: string | number) =>
  trpc.market.dated.queryOptions({ as_of: String(asOf) });
