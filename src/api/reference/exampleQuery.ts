import {
  allOf,
  type FieldType,
  isEqual,
  isLent,
  loanSeriesMetric,
  type MetricSlug,
  type QueryInput,
  type ResourceMeta,
} from "#domain";
import type { EndpointSubject } from "../rest/endpoints";

const VALUE: MetricSlug = "bridged_token_value_dollar";
const HOLDERS: MetricSlug = "holding_addresses_count";

/** Whether a field fits into a column: excludes long text and fields shown only with a name. */
const plainTypes: ReadonlySet<FieldType | "metric"> = new Set([
  "string",
  "number",
  "amount",
  "date",
  "datetime",
  "enum",
]);
const COLUMNS = 5;

/** A small example query of an endpoint that returns a meaningful result. */
export function exampleQuery(
  { resource, kind, groupBy }: EndpointSubject,
  meta: Pick<ResourceMeta, "fields" | "default_sort" | "group_by">,
): QueryInput {
  if (kind === "rows") {
    const hasMetrics = meta.fields.some(({ name }) => name === VALUE);
    const plain = meta.fields.filter(({ type }) => plainTypes.has(type)).map(({ name }) => name);
    return {
      sort: meta.default_sort,
      pagination: { page: 1, perPage: 10 },
      fields: hasMetrics ? [...plain.slice(0, COLUMNS), VALUE, HOLDERS] : plain.slice(0, COLUMNS + 2),
    };
  }
  if (kind === "totals") {
    return { aggregate: { groupBy: "asset_class" }, fields: [VALUE, HOLDERS] };
  }
  return {
    filter: allOf(isEqual("measure_slug", isLent(resource) ? loanSeriesMetric : VALUE)),
    aggregate: { groupBy: groupBy ?? "asset_class", interval: "month" },
    pagination: { page: 1, perPage: 10 },
  };
}
