import type { EndpointReference } from "#domain";

const CURSORS =
  " Instead of `page`, send `after` with `next` from a response, or `before` with its `previous`: equally fast at any depth, and no rows are missed or repeated as new ones arrive.";

/** Describes the parts of an endpoint's `query`. */
export function queryParts({
  kind,
  meta,
  groupBy,
}: Pick<EndpointReference, "kind" | "meta" | "groupBy">): { name: string; doc: string }[] {
  const { limits, default_sort: sort, has_cursors: hasCursors } = meta;
  const isSeries = kind === "series";
  return [
    {
      name: "filter",
      doc: isSeries
        ? "Conditions, in groups of `and` and `or`. One on `measure_slug` or `measure_id` is required; `date` narrows the days."
        : `Conditions, in groups of \`and\` and \`or\`: up to ${limits.filter_leaves}, nested up to ${limits.filter_depth} levels.`,
    },
    ...(isSeries
      ? [{ name: "sort", doc: "`{field, direction}`, by `value`, `id` or `date`. Default: `value`, `desc`." }]
      : [
          {
            name: "sort",
            doc:
              kind === "rows"
                ? `\`{field, direction}\`. Default: \`${sort.field}\`, \`${sort.direction}\`.`
                : "`{field, direction}`.",
          },
        ]),
    {
      name: "pagination",
      doc: `\`{page, perPage}\`. Default ${limits.default_per_page} per page, at most ${limits.max_per_page} with every field, more with fewer fields.${kind === "rows" && hasCursors ? CURSORS : ""}`,
    },
    ...(kind === "rows"
      ? []
      : [
          {
            name: "aggregate",
            doc: `\`{groupBy${isSeries ? ", aggregateFunction, interval, mode" : ""}, groupLimit}\`.${groupBy === null ? "" : ` Default grouping: \`${groupBy}\`.`}`,
          },
        ]),
    ...(isSeries ? [] : [{ name: "fields", doc: "The fields and metrics to return. Default: all." }]),
    ...(kind === "rows" ? [{ name: "search", doc: "Words to find in names, tickers and slugs." }] : []),
  ];
}
