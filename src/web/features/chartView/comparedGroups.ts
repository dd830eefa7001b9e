import { allOf, type Filter, isEqual, literalPattern, type QueryInput } from "#domain/query";
import { type SeriesName, type SplitResource, splitNamed } from "#domain/resources";
import { daysBefore } from "../../charts/series/calendar";

/** Groups offered without a search, largest first. */
const OFFERED = 100;

export interface ComparedGroupsRequest {
  /** Resource of the figures. Default: tokens. */
  resource?: SplitResource;
  /** Filter on the resource; null for all rows. */
  filter: Filter | null;
  group: string;
  metric: string;
  /** Search text; blank for the largest groups. */
  words: string;
}

/** Query for a chart's groups with names that match the search text. */
export function comparedGroupsQuery({
  resource = "tokens",
  filter,
  group,
  metric,
  words,
}: ComparedGroupsRequest): QueryInput {
  return {
    filter: allOf(filter, named(resource, group, words)),
    aggregate: { groupBy: group },
    sort: { field: metric, direction: "desc" },
    pagination: { page: 1, perPage: OFFERED },
    fields: [metric],
  };
}

/** A group without figures for this number of days is still offered, as flows can have gaps. */
const LATELY = 31;

/** The same from the latest points of series, for resources whose totals are not available to the reader. */
export function comparedSeriesQuery(
  { resource = "tokens", filter, group, metric, words }: ComparedGroupsRequest,
  asOf: string | null,
): QueryInput {
  const lately: Filter<SeriesName> | null =
    asOf === null ? null : { operator: "onOrAfter", field: "date", value: daysBefore(asOf, LATELY) };
  return {
    filter: allOf(isEqual<SeriesName>("measure_slug", metric), filter, named(resource, group, words), lately),
    aggregate: { groupBy: group, interval: "month" },
    pagination: { page: 1, perPage: OFFERED },
  };
}

function named(resource: SplitResource, group: string, words: string): Filter | null {
  const field = splitNamed(resource, group)?.nameField;
  const sought = words.trim();
  return sought === "" || field == null
    ? null
    : { operator: "ilike", field, value: `%${literalPattern(sought)}%` };
}
