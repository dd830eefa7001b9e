/**
 * The state of a chart, as it stands in the address. Whatever is left out, or
 * is no valid value, takes the page's default; the rest is kept.
 */
import { z } from "zod";
import { groupingByName, type Interval, intervals, metricByName } from "#domain";

export const chartModes = ["stacked", "lines", "bars"] as const;
export type ChartMode = (typeof chartModes)[number];

/** How far back a chart reaches from the newest day with figures. */
export const chartRanges = ["1m", "3m", "6m", "ytd", "1y", "2y", "5y", "all"] as const;
export type ChartRange = (typeof chartRanges)[number];

/** Value of `group` for one line over everything. */
export const NO_GROUP = "none";

/** Entities named in `compare`, at most. */
export const MAX_COMPARED = 12;

const flag = z
  .union([z.literal(1), z.literal("1"), z.literal(true)])
  .transform(() => 1 as const)
  .optional()
  .catch(undefined);

const slugs = z
  .union([z.string(), z.array(z.string())])
  .transform((value) => {
    const named = (typeof value === "string" ? value.split(",") : value)
      .map((slug) => slug.trim())
      .filter((slug) => /^[a-z0-9]+(-[a-z0-9]+)*$/.test(slug));
    return named.length === 0 ? undefined : [...new Set(named)].slice(0, MAX_COMPARED).join(",");
  })
  .optional()
  .catch(undefined);

/** Aliases of a metric or grouping become its own name, so that a view has one address. */
export const chartSearchShape = {
  metric: z
    .string()
    .transform((name) => metricByName(name)?.slug)
    .optional()
    .catch(undefined),
  group: z
    .string()
    .transform((name) => (name === NO_GROUP ? NO_GROUP : groupingByName(name)?.name))
    .optional()
    .catch(undefined),
  mode: z.enum(chartModes).optional().catch(undefined),
  range: z.enum(chartRanges).optional().catch(undefined),
  interval: z.enum(intervals).optional().catch(undefined),
  /** Logarithmic scale. */
  log: flag,
  /** Shares of the whole. */
  percent: flag,
  /** Slugs of the groups that are shown, separated by commas. */
  compare: slugs,
  /** Only the chart, for other people's pages. */
  embed: flag,
} as const;

export const chartSearchSchema = z.object(chartSearchShape);
export type ChartSearch = z.output<typeof chartSearchSchema>;

/** What a page's chart shows unless the address says otherwise. */
export interface ChartDefaults {
  metric: string;
  group: string;
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
    log: search.log === 1 && mode === "lines",
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
