/**
 * The state of a chart, as it stands in the address. Whatever is left out, or
 * is no valid value, takes the page's default; the rest is kept.
 */
import * as v from "valibot";
import {
  type GroupingName,
  groupingByName,
  type Interval,
  intervals,
  type MetricSlug,
  metricByName,
} from "#domain";
import type { ChartMode, ChartRange } from "../../charts/series/chartSeries";

export const chartModes = ["stacked", "lines", "bars"] as const satisfies readonly ChartMode[];

/** How far back a chart reaches from the newest day with figures. */
export const chartRanges = [
  "1m",
  "3m",
  "6m",
  "ytd",
  "1y",
  "2y",
  "5y",
  "all",
] as const satisfies readonly ChartRange[];

/** Value of `group` for one line over everything. */
export const NO_GROUP = "none";

/** Entities named in `compare`, at most. */
export const MAX_COMPARED = 12;

/** No slug of the catalog is longer. */
const MAX_SLUG = 200;

/** What is not valid counts as left out. */
const optional = <T extends v.GenericSchema>(schema: T) => v.fallback(v.optional(schema), undefined);

const flag = optional(
  v.pipe(
    v.union([v.literal(1), v.literal("1"), v.literal(true)]),
    v.transform(() => 1 as const),
  ),
);

/** Names become the own name of what they mean, so that a view has one address. */
const named = (ownName: (name: string) => string | undefined) =>
  optional(v.pipe(v.string(), v.transform(ownName)));

const slugs = optional(
  v.pipe(
    v.string(),
    v.transform((text) => {
      const valid = text
        .split(",")
        .filter((slug) => slug.length <= MAX_SLUG && /^[a-z0-9]+(-[a-z0-9]+)*$/.test(slug));
      return valid.length === 0 ? undefined : [...new Set(valid)].slice(0, MAX_COMPARED).join(",");
    }),
  ),
);

const schema = v.object({
  metric: named((name) => metricByName(name)?.slug),
  group: named((name) => (name === NO_GROUP ? NO_GROUP : groupingByName(name)?.name)),
  mode: optional(v.picklist(chartModes)),
  range: optional(v.picklist(chartRanges)),
  interval: optional(v.picklist(intervals)),
  log: flag,
  percent: flag,
  compare: slugs,
  explain: named((name) => metricByName(name)?.slug),
  table: flag,
  embed: flag,
});

/** Names of the parts of the address that belong to a chart. */
export const chartSearchParts: readonly (keyof ChartSearch)[] = v.keyof(schema).options;

export interface ChartSearch {
  /** Slug of the metric. */
  metric?: string;
  group?: string;
  mode?: ChartMode;
  range?: ChartRange;
  interval?: Interval;
  /** Logarithmic scale. */
  log?: 1;
  /** Shares of the whole. */
  percent?: 1;
  /** Slugs of the groups that are shown, separated by commas. */
  compare?: string;
  /** The metric whose origin is laid open. */
  explain?: string;
  /** The table behind the chart is open. */
  table?: 1;
  /** Only the chart, for other people's pages. */
  embed?: 1;
}

/** Part of a route's `validateSearch`: keeps what is valid and drops the rest. */
export function readChartSearch(raw: Record<string, unknown>): ChartSearch {
  const search = v.parse(schema, raw);
  // Every part is named: what is left out here, the router would take from the address as it stands.
  return Object.fromEntries(chartSearchParts.map((part) => [part, search[part]]));
}

/** What a page's chart shows unless the address says otherwise. */
export interface ChartDefaults {
  metric: MetricSlug;
  group: GroupingName | typeof NO_GROUP;
  mode: ChartMode;
  range: ChartRange;
}

/** A chart's state with every part decided. */
export interface ChartState {
  metric: string;
  group: string;
  mode: ChartMode;
  range: ChartRange;
  interval: Interval;
  log: boolean;
  percent: boolean;
  compare: readonly string[];
}

/** Long ranges are drawn by week: more points than pixels help nobody, and the page stays light. */
export const intervalFor = (range: ChartRange): Interval =>
  range === "2y" || range === "5y" || range === "all" ? "week" : "day";

/** Fills in the defaults. A grouping or mode that does not suit is replaced, so that every state can be drawn. */
export function chartState(
  search: ChartSearch,
  defaults: ChartDefaults,
  allowed: { groups: readonly string[] },
): ChartState {
  const metric = metricByName(search.metric ?? defaults.metric) ?? metricByName(defaults.metric);
  const group =
    search.group !== undefined && allowed.groups.includes(search.group) ? search.group : defaults.group;
  const range = search.range ?? defaults.range;
  const adds = metric?.across.rule === "sum";
  const wanted = search.mode ?? (metric?.kind === "flow" ? "bars" : defaults.mode);
  const mode = wanted === "stacked" && !adds ? "lines" : wanted;
  return {
    metric: metric?.slug ?? defaults.metric,
    group,
    mode,
    range,
    interval: search.interval ?? intervalFor(range),
    log: search.log === 1,
    percent: search.percent === 1 && adds && group !== NO_GROUP,
    compare: search.compare?.split(",") ?? [],
  };
}

/** The address of a changed view: what equals its default is left out. */
export function changedChartSearch(
  search: ChartSearch,
  change: Partial<ChartState>,
  defaults: ChartDefaults,
): ChartSearch {
  const next: ChartSearch = { ...search };
  if (change.metric !== undefined) {
    next.metric = change.metric === defaults.metric ? undefined : change.metric;
    // A mode or scale that was chosen for one metric rarely suits the next.
    if (change.mode === undefined) next.mode = undefined;
    next.log = undefined;
    next.percent = undefined;
  }
  if (change.group !== undefined) {
    next.group = change.group === defaults.group ? undefined : change.group;
    next.compare = undefined;
  }
  if (change.mode !== undefined) {
    const metric = metricByName(next.metric ?? defaults.metric);
    const natural = metric?.kind === "flow" ? "bars" : defaults.mode;
    next.mode = change.mode === natural ? undefined : change.mode;
  }
  if (change.range !== undefined) {
    next.range = change.range === defaults.range ? undefined : change.range;
    next.interval = undefined;
  }
  if (change.interval !== undefined) {
    next.interval =
      change.interval === intervalFor(next.range ?? defaults.range) ? undefined : change.interval;
  }
  if (change.log !== undefined) next.log = change.log ? 1 : undefined;
  if (change.percent !== undefined) next.percent = change.percent ? 1 : undefined;
  if (change.compare !== undefined) {
    next.compare = change.compare.length === 0 ? undefined : change.compare.join(",");
  }
  return next;
}
