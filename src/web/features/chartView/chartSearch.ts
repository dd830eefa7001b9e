/**
 * The state of a chart, as it stands in the address. Whatever is left out, or
 * is no valid value, takes the page's default; the rest is kept.
 */
import * as v from "valibot";
import {
  addsUp,
  type Interval,
  intervals,
  isUnitGrouping,
  type Metric,
  type MetricSlug,
  metricByName,
  type SplitName,
  splitName,
} from "#domain";
import { type ChartAverage, type ChartForm, chartAverages, chartForms } from "../../charts/series/chartForms";
import {
  type ChartMode,
  type ChartRange,
  partModeOf,
  partModes,
  type RangePreset,
  timeModes,
} from "../../charts/series/chartSeries";
import { daysOf, readSpan, spanOf } from "../../charts/series/daySpan";
import { benchmarkNamed, benchmarkSuits } from "./benchmarkSuits";

export const chartModes = [...timeModes, ...partModes] as const;

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
] as const satisfies readonly RangePreset[];

/** Value of `group` for one line over everything. */
export const NO_GROUP = "none";

/** Entities named in `compare`, at most. */
export const MAX_COMPARED = 12;

/** Series named in `only` and `hide`, at most: those compared, a rest or benchmark, and a second metric. */
const MAX_SELECTED = MAX_COMPARED + 2;

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

const slugs = (most: number) =>
  optional(
    v.pipe(
      v.string(),
      v.transform((text) => {
        const valid = text
          .split(",")
          .filter((slug) => slug.length <= MAX_SLUG && /^[a-z0-9]+([-_.][a-z0-9]+)*$/i.test(slug));
        return valid.length === 0 ? undefined : [...new Set(valid)].slice(0, most).join(",");
      }),
    ),
  );

const schema = v.object({
  metric: named((name) => metricByName(name)?.slug),
  group: named((name) => (name === NO_GROUP ? NO_GROUP : splitName(name))),
  mode: optional(v.picklist(chartModes)),
  range: optional(
    v.pipe(
      v.string(),
      v.transform((text) => chartRanges.find((range) => range === text) ?? readSpan(text)),
    ),
  ),
  interval: optional(v.picklist(intervals)),
  log: flag,
  percent: flag,
  form: optional(v.picklist(chartForms)),
  average: optional(v.picklist(chartAverages)),
  compare: slugs(MAX_COMPARED),
  only: slugs(MAX_SELECTED),
  hide: slugs(MAX_SELECTED),
  second: named((name) => metricByName(name)?.slug),
  correlation: flag,
  benchmark: named((name) => benchmarkNamed(name)),
  events: optional(v.literal("none")),
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
  /** How far back from the newest day, or from which day to which. */
  range?: ChartRange;
  interval?: Interval;
  /** Logarithmic scale. */
  log?: 1;
  /** Shares of the whole. */
  percent?: 1;
  /** What stands in place of the values. */
  form?: ChartForm;
  /** Days over which values are averaged. */
  average?: ChartAverage;
  /** Slugs of the groups that are shown, separated by commas. */
  compare?: string;
  /** Slugs of the series that the legend shows alone, or hides, separated by commas. */
  only?: string;
  hide?: string;
  /** Slug of the metric on an axis of its own. */
  second?: string;
  /** How the series move together is told below them. */
  correlation?: 1;
  /** What the series are measured against: a metric, an asset class or the market. */
  benchmark?: string;
  /** Nothing that happened is marked. */
  events?: "none";
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
  group: SplitName | typeof NO_GROUP;
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
  form: ChartForm;
  /** Days over which values are averaged; 0 for none. */
  average: ChartAverage | 0;
  compare: readonly string[];
  /** Slug of the metric on an axis of its own; null without one. */
  second: string | null;
  correlation: boolean;
  /** What the series are measured against; null for nothing, and where nothing suits. */
  benchmark: string | null;
  /** Whether what happened is marked. */
  events: boolean;
}

/** Days that are drawn one by one. */
const MOST_DAYS = 500;

/** Long ranges are drawn by week: more points than pixels help nobody, and the page stays light. */
function intervalFor(range: ChartRange): Interval {
  const span = spanOf(range);
  if (span !== null) return daysOf(span) > MOST_DAYS ? "week" : "day";
  return range === "2y" || range === "5y" || range === "all" ? "week" : "day";
}

/** What a page offers of a chart. */
export interface ChartOffer {
  /** Ways to split the figures. */
  groups: readonly string[];
  /** Whether everything that it shows is of one asset, whose units are alike. Default: false. */
  isOneUnit?: boolean;
}

/** The ways to split a metric that a page offers: a figure of one unit only by what is one unit. */
export const groupsOffered = (metric: Metric | undefined, { groups, isOneUnit }: ChartOffer) =>
  metric?.isPerUnit === true && isOneUnit !== true ? groups.filter(isUnitGrouping) : groups;

/** Fills in the defaults. A metric, grouping or mode that does not suit is replaced, so that every state can be drawn. */
export function chartState(search: ChartSearch, defaults: ChartDefaults, offer: ChartOffer): ChartState {
  const requested = metricByName(search.metric ?? defaults.metric);
  const metric =
    requested !== undefined && groupsOffered(requested, offer).length > 0
      ? requested
      : metricByName(defaults.metric);
  const groups = groupsOffered(metric, offer);
  const wantedGroups = [search.group, defaults.group, groups[0]];
  const group = wantedGroups.find((one) => one !== undefined && groups.includes(one)) ?? defaults.group;
  // The second metric is drawn as one line over everything.
  const isSecondOffered = offer.isOneUnit === true || metricByName(search.second ?? "")?.isPerUnit !== true;
  const range = search.range ?? defaults.range;
  const form = search.form ?? "value";
  // Days are averaged one by one: of ends of weeks, seven days would be a single value.
  const average = search.average ?? 0;
  const adds = metric !== undefined && addsUp(metric) && form === "value";
  const wanted = search.mode ?? naturalMode(metric, form, defaults);
  const mode = modeThatSuits(wanted, { adds, group });
  return {
    metric: metric?.slug ?? defaults.metric,
    group,
    mode,
    range,
    interval: average === 0 ? (search.interval ?? intervalFor(range)) : "day",
    log: search.log === 1,
    percent: search.percent === 1 && adds && group !== NO_GROUP,
    form,
    average,
    compare: search.compare?.split(",") ?? [],
    second: search.second === metric?.slug || !isSecondOffered ? null : (search.second ?? null),
    correlation: search.correlation === 1,
    benchmark: benchmarkSuits(search.benchmark, { metric, form }) ? (search.benchmark ?? null) : null,
    events: search.events !== "none",
  };
}

/** Only what adds up is stacked or parted, and only what is split has parts. */
function modeThatSuits(mode: ChartMode, { adds, group }: { adds: boolean; group: string }): ChartMode {
  if (!adds) return mode === "bars" ? "bars" : "lines";
  return partModeOf(mode) !== null && group === NO_GROUP ? "stacked" : mode;
}

/** What happens in a period is drawn as bars; what is compared with something as lines. */
function naturalMode(metric: Metric | undefined, form: ChartForm, defaults: ChartDefaults): ChartMode {
  if (form !== "value") return "lines";
  return metric?.kind === "flow" ? "bars" : defaults.mode;
}

/** What changes of a view; a range of null is that of the page. */
export type ChartStateChange = Omit<Partial<ChartState>, "range"> & { range?: ChartRange | null };

/** The address of a changed view: what equals its default is left out. */
export function changedChartSearch(
  search: ChartSearch,
  change: ChartStateChange,
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
    next.only = undefined;
    next.hide = undefined;
  }
  if (change.form !== undefined) {
    next.form = change.form === "value" ? undefined : change.form;
    // Neither shape nor scale of values suits what they are compared with.
    next.mode = undefined;
    next.log = undefined;
    next.percent = undefined;
  }
  if (change.average !== undefined) {
    next.average = change.average === 0 ? undefined : change.average;
    if (change.average !== 0) next.interval = undefined;
  }
  if (change.second !== undefined) next.second = change.second ?? undefined;
  if (change.correlation !== undefined) next.correlation = change.correlation ? 1 : undefined;
  if (change.benchmark !== undefined) next.benchmark = change.benchmark ?? undefined;
  if (change.events !== undefined) next.events = change.events ? undefined : "none";
  if (change.mode !== undefined) {
    const metric = metricByName(next.metric ?? defaults.metric);
    const natural = naturalMode(metric, next.form ?? "value", defaults);
    next.mode = change.mode === natural ? undefined : change.mode;
  }
  if (change.range !== undefined) {
    next.range = change.range === null || change.range === defaults.range ? undefined : change.range;
    next.interval = undefined;
  }
  if (change.interval !== undefined) {
    if (change.interval !== "day") next.average = undefined;
    next.interval =
      change.interval === intervalFor(next.range ?? defaults.range) ? undefined : change.interval;
  }
  if (change.log !== undefined) next.log = change.log ? 1 : undefined;
  if (change.percent !== undefined) next.percent = change.percent ? 1 : undefined;
  if (change.compare !== undefined) {
    next.compare = change.compare.length === 0 ? undefined : change.compare.join(",");
    // Who adds a group wants to see it.
    next.only = undefined;
    next.hide = undefined;
  }
  return next;
}
