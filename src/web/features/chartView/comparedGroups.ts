import { type Filter, groupingByName, type QueryInput } from "#domain";

/** Groups that are offered at once, the largest first; the others are found by typing. */
const OFFERED = 100;

export interface ComparedGroupsRequest {
  /** Which tokens the chart is about; null for all. */
  filter: Filter | null;
  group: string;
  metric: string;
  /** What was typed to find a group; blank for the largest. */
  words: string;
}

/** Asks for the groups of a chart whose names hold some words, of all there are. */
export function comparedGroupsQuery({ filter, group, metric, words }: ComparedGroupsRequest): QueryInput {
  const field = groupingByName(group)?.nameColumn;
  const sought = words.trim();
  const named: Filter[] =
    sought === "" || field === undefined ? [] : [{ operator: "ilike", field, value: `%${sought}%` }];
  const filters = [...(filter === null ? [] : [filter]), ...named];
  const [first, ...more] = filters;
  return {
    filter: first === undefined ? null : more.length === 0 ? first : { operator: "and", filters },
    aggregate: { groupBy: group },
    sort: { field: metric, direction: "desc" },
    pagination: { page: 1, perPage: OFFERED },
    fields: [metric],
  };
}
