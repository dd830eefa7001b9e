import {
  allOf,
  type Filter,
  isEqual,
  literalPattern,
  type QueryInput,
  type SeriesName,
  type SplitResource,
  splitNamed,
} from "#domain";
import { daysBefore } from "../../charts/series/calendar";

/** Groups that are offered at once, the largest first; the others are found by typing. */
const OFFERED = 100;

export interface ComparedGroupsRequest {
  /** Whose figures they are. Default: tokens. */
  resource?: SplitResource;
  /** Which of them the chart is about; null for all. */
  filter: Filter | null;
  group: string;
  metric: string;
  /** What was typed to find a group; blank for the largest. */
  words: string;
}

/** Asks for the groups of a chart whose names hold some words, of all there are. */
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

/** Days without figures, as of a flow, that hide no group. */
const LATELY = 31;

/** The same by the latest points of series, for resources without totals that the chart's readers may see. */
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
