/** Market queries of the watchlist page. */

import type { MetricSlug } from "#domain/metrics";
import { WATCHLIST_LIMIT, type WatchedKind } from "#domain/people";
import { allOf, isEqual, type QueryInput } from "#domain/query";
import {
  entityOf,
  type FieldName,
  listingColumn,
  type QueryName,
  type ResourceOf,
  type SeriesName,
} from "#domain/resources";

export const WATCHED_METRIC = "bridged_token_value_dollar" satisfies MetricSlug;

const page = { page: 1, perPage: WATCHLIST_LIMIT };

const shown: { readonly [Kind in WatchedKind]: readonly FieldName<ResourceOf<Kind>>[] } = {
  asset: ["slug", "name", "ticker"],
  token: ["asset_slug", "asset_name", "symbol", "network_name", "is_bridged", "address"],
  network: ["slug", "name", "color_hex"],
};

/** Rows of the watched entities, largest first. */
export const watchedQuery = (
  kind: WatchedKind,
  ids: readonly number[],
): { resource: string; query: QueryInput<QueryName<ResourceOf<WatchedKind>>> } => ({
  resource: entityOf(kind).resource,
  query: {
    filter: { operator: "in", field: "id", value: ids },
    sort: { field: WATCHED_METRIC, direction: "desc" },
    pagination: page,
    fields: [...shown[kind], WATCHED_METRIC],
  },
});

/** Values of the watched entities on a day. */
export const valuesOnDay = (
  kind: WatchedKind,
  ids: readonly number[],
  day: string,
): { resource: "tokens"; query: QueryInput<SeriesName> } => ({
  resource: "tokens",
  query: {
    filter: allOf(
      isEqual("measure_slug", WATCHED_METRIC),
      { operator: "in", field: listingColumn(kind, "id"), value: ids },
      isEqual("date", day),
    ),
    aggregate: { groupBy: entityOf(kind).grouping.name, interval: "day" },
    pagination: page,
  },
});
