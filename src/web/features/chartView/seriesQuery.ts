import { type Filter, type FilterLeaf, groupingByName, type QueryInput } from "#domain";
import { rangeStart } from "../../charts/series/calendar";
import { type ChartState, NO_GROUP } from "./chartSearch";

/** Groups drawn by themselves; the others are added up into one. */
export const TOP_GROUPS = 10;

/** Every part that is given must hold; null where nothing is asked. */
export function allOf(...parts: readonly (Filter | null | undefined)[]): Filter | null {
  const given = parts.filter((part) => part !== null && part !== undefined);
  const [only] = given;
  return given.length <= 1 ? (only ?? null) : { operator: "and", filters: given };
}

export const isEqual = (field: string, value: FilterLeaf["value"]): FilterLeaf => ({
  operator: "equals",
  field,
  value,
});

export interface SeriesScope {
  /** Which tokens the chart is about; null for all. */
  filter: Filter | null;
  /** Newest day with figures; null while there are none. */
  asOf: string | null;
}

/** The largest groups of a chart, or its single line. */
export function seriesQuery(state: ChartState, scope: SeriesScope): QueryInput {
  const grouping = groupingByName(state.group);
  const compared =
    grouping !== undefined && state.compare.length > 0
      ? { operator: "in" as const, field: grouping.slugColumn, value: state.compare }
      : null;
  return {
    filter: allOf(...conditions(state, scope), compared),
    aggregate: { groupBy: state.group === NO_GROUP ? "date" : state.group, interval: state.interval },
    // One more than is drawn: a rest of one group is shown as itself.
    pagination: { page: 1, perPage: compared ? state.compare.length : TOP_GROUPS + 1 },
  };
}

/** Address of a CSV file with every group that a chart is about, not only those that it draws. */
export function seriesFileUrl(state: ChartState, scope: SeriesScope): string {
  const { pagination: _, ...query } = seriesQuery(state, scope);
  return `/export/tokens/aggregates/timeseries.csv?${new URLSearchParams({ query: JSON.stringify(query) })}`;
}

/** Everything that a grouped chart is about as one line, from which `All Others` follows. */
export const totalQuery = (state: ChartState, scope: SeriesScope): QueryInput => ({
  filter: allOf(...conditions(state, scope)),
  aggregate: { groupBy: "date", interval: state.interval },
});

function conditions(state: ChartState, { filter, asOf }: SeriesScope): (Filter | null)[] {
  const start = asOf === null ? null : rangeStart(state.range, asOf);
  return [
    isEqual("measure_slug", state.metric),
    filter,
    start === null ? null : { operator: "onOrAfter", field: "date", value: start },
  ];
}
