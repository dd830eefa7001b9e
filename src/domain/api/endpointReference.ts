import type { QueryInput } from "../query/query";
import type { FieldMeta, ResourceMeta } from "./wire";

/** Response type of an endpoint that accepts a query: rows, totals by group, or series. */
export type EndpointKind = "rows" | "totals" | "series";

/** An endpoint of the data API that accepts a query, as shown by its reference pages. */
export interface EndpointReference {
  /** Relative to the base of the API: `/tokens/aggregates`. */
  path: string;
  title: string;
  /** Description of the response in a sentence or two. */
  doc: string;
  kind: EndpointKind;
  meta: Omit<ResourceMeta, "metrics">;
  /** Slugs and labels of the metrics that can be requested. */
  metrics: readonly { slug: string; label: string; name: string }[];
  /** Fields valid in a filter: the fields of the resource; for series also the measure and the day. */
  filterFields: readonly FieldMeta[];
  /** Values of `aggregate.groupBy`; empty for rows. */
  groupBys: readonly string[];
  /** The default grouping. */
  groupBy: string | null;
  /** A query with a non-trivial response. */
  example: QueryInput;
  /** Other endpoints at the path: one row, the fields and limits. */
  also: readonly ListedEndpoint[];
  /** Whether its rows are public as a CSV file, without a key. */
  hasPublicFile: boolean;
}

/** An endpoint in a list of them. */
export interface ListedEndpoint {
  path: string;
  title: string;
  doc: string;
  needsKey: boolean;
}

/** The API's response, verbatim: the status and the JSON, which is an error unless the status is 200. */
export interface EndpointResponse {
  status: number;
  body: object;
}
