import type { QueryInput } from "../query/query";
import type { FieldMeta, ResourceMeta } from "./wire";

/** What an endpoint that takes a query answers with: rows, totals by group, or series. */
export type EndpointKind = "rows" | "totals" | "series";

/** An endpoint of the data API that takes a query, as pages about it show it. */
export interface EndpointReference {
  /** Under the base of the API: `/tokens/aggregates`. */
  path: string;
  title: string;
  /** What it answers, in a sentence or two. */
  doc: string;
  kind: EndpointKind;
  meta: Omit<ResourceMeta, "metrics">;
  /** Slugs and labels of the metrics that can be asked for. */
  metrics: readonly { slug: string; label: string; name: string }[];
  /** What a filter can speak of: the fields of the resource, and of series the measure and the day. */
  filterFields: readonly FieldMeta[];
  /** Values of `aggregate.groupBy`; empty for rows. */
  groupBys: readonly string[];
  /** The grouping where the query names none. */
  groupBy: string | null;
  /** A query that answers with something worth seeing. */
  example: QueryInput;
  /** What else is at the path: one row, the fields and limits. */
  also: readonly ListedEndpoint[];
  /** Whether everybody may fetch its rows as a CSV file, without a key. */
  hasPublicFile: boolean;
}

/** An endpoint in a list of them. */
export interface ListedEndpoint {
  path: string;
  title: string;
  doc: string;
  needsKey: boolean;
}

/** What the API answered, to the letter: the status and the JSON, which is that of an error unless the status is 200. */
export interface EndpointResponse {
  status: number;
  body: object;
}
