import type { ResourceSlug } from "../resources/catalogue";
import type { SplitResource } from "../resources/splits";

interface NamedSeries {
  name: `${string}_timeseries`;
  /** The resource of the figures. */
  resource: SplitResource;
  /** How they are grouped where a query does not say: a wire value of `groupBy`. */
  groupBy: string;
  /** The resource whose rows the groups are. */
  members: ResourceSlug;
}

/**
 * Series of the data API that have a name of their own. Their endpoints, what keys are limited to, the pages that explore
 * and document them, the charts that readers define and complete data sets are made from this list.
 */
export const namedSeries = [
  { name: "asset_timeseries", resource: "assets", groupBy: "asset", members: "assets" },
  { name: "token_timeseries", resource: "tokens", groupBy: "token", members: "tokens" },
  { name: "protocol_timeseries", resource: "tokens", groupBy: "protocol", members: "platforms" },
  { name: "pool_timeseries", resource: "pools", groupBy: "pool", members: "pools" },
  { name: "loan_timeseries", resource: "loans", groupBy: "loan", members: "loans" },
] as const satisfies readonly NamedSeries[];
