/**
 * The state of a chart in the URL. Missing and invalid parameters take the page's defaults; valid ones are
 * kept.
 */
import * as v from "valibot";
import { addsUp, type Metric, type MetricSlug, metricByName } from "#domain/metrics";
import { type Interval, intervals } from "#domain/query";
import { isUnitGrouping, type SplitName, splitName } from "#domain/resources";
import {
  type ChartAverage,
  type ChartForm,
  type ChartRange,
  chartAverages,
  chartForms,
  type RangePreset,
} from "../../charts/series/chartSeries";
import { type ChartMode, chartModes, chartTypes, isPartsMode } from "../../charts/series/chartTypes";
import { daysOf, readSpan, spanOf } from "../../charts/series/daySpan";

/** What a benchmark is compared with. */
export interface Measured {
  metric: Metric | undefined;
  form: ChartForm;
}

/**
 * True if series can be compared with a benchmark. Additive metrics can only as an index, a change or a
 * drawdown, because totals differ in size.
 */
export const isMeasurable = ({ metric, form }: Measured): boolean =>
  metric !== undefined && (form !== "value" || !addsUp(metric));

/** Canonical name of a benchmark: a benchmark metric, or a possible slug of an asset class. */
const benchmarkNamed = (name: string): string | undefined =>
  metricByName(name)?.slug ?? (/^[a-z]{1,20}(-[a-z]{1,20}){0,3}$/.test(name) ? name : undefined);

/** True if a benchmark applies to the chart's metric and form. */
const benchmarkSuits = (benchmark: string | undefined, measured: Measured): boolean =>
  benchmark !== undefined &&
  isMeasurable(measured) &&
  (metricByName(benchmark) === undefined || measured.metric?.benchmark === benchmark);

/** Length of a chart's range, counted back from the latest day with figures. */
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

/** Value of `group` for a single line of the total. */
export const NO_GROUP = "none";

/** Limit of entities in `compare`. */
export const MAX_COMPARED = 12;

/**
 * Limit of series in `only` and `hide`: the compared ones, the others or a benchmark, and a second metric.
 */
const MAX_SELECTED = MAX_COMPARED + 2;

/** Exceeds every slug of the catalog. */
const MAX_SLUG = 200;

/** Invalid values count as missing. */
const optional = <T extends v.GenericSchema>(schema: T) => v.fallback(v.optional(schema), undefined);

const flag = optional(
  v.pipe(
    v.union([v.literal(1), v.literal("1"), v.literal(true)]),
    v.transform(() => 1 as const),
  ),
);

/** Resolves names to canonical ones, so that each view has one URL. */
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
  /** Slug of the metric. */
  metric: named((name) => metricByName(name)?.slug),
  group: named((name) => (name === NO_GROUP ? NO_GROUP : splitName(name))),
  mode: optional(v.picklist(chartModes)),
  /** A preset range back from the latest day, or a first and last day. */
  range: optional(
    v.pipe(
      v.string(),
      v.transform(
        (text): ChartRange | undefined => chartRanges.find((range) => range === text) ?? readSpan(text),
      ),
    ),
  ),
  interval: optional(v.picklist(intervals)),
  /** Logarithmic scale. */
  log: flag,
  /** Shares of the total. */
  percent: flag,
  /** Transformation of the values. */
  form: optional(v.picklist(chartForms)),
  /** Days of the moving average. */
  average: optional(v.picklist(chartAverages)),
  /** Slugs of the compared groups, separated by commas. */
  compare: slugs(MAX_COMPARED),
  /** Slugs of the series that the legend isolates, or hides, separated by commas. */
  only: slugs(MAX_SELECTED),
  hide: slugs(MAX_SELECTED),
  /** Slug of the metric on the secondary axis. */
  second: named((name) => metricByName(name)?.slug),
  /** Shows the correlation of the series below the chart. */
  correlation: flag,
  /** Benchmark of the series: a metric, an asset class or the market. */
  benchmark: named((name) => benchmarkNamed(name)),
  /** Hides event marks. */
  events: optional(v.literal("none")),
  /** The metric whose provenance is open. */
  explain: named((name) => metricByName(name)?.slug),
  /** Opens the chart's data table. */
  table: flag,
  /** Shows only the chart, for embedding in other sites. */
  embed: flag,
});

/** The state of a chart in the URL, without defaults. */
export type ChartSearch = Partial<v.InferOutput<typeof schema>>;

/** Names of the chart's search parameters. */
export const chartSearchParts: readonly (keyof ChartSearch)[] = v.keyof(schema).options;

/** Part of a route's `validateSearch`: keeps valid parameters and drops the rest. */
export function readChartSearch(raw: Record<string, unknown>): ChartSearch {
  const search = v.parse(schema, raw);
  // Lists every parameter: the router fills omitted ones from the raw URL.
  return Object.fromEntries(chartSearchParts.map((part) => [part, search[part]]));
}

/** A page's defaults for its chart. */
export interface ChartDefaults {
  metric: MetricSlug;
  group: SplitName | typeof NO_GROUP;
  mode: ChartMode;
  range: ChartRange;
}

/** A chart's state with all defaults applied. */
export interface ChartState {
  metric: string;
  group: string;
  mode: ChartMode;
  range: ChartRange;
  interval: Interval;
  log: boolean;
  percent: boolean;
  form: ChartForm;
  /** Days of the moving average; 0 for none. */
  average: ChartAverage | 0;
  compare: readonly string[];
  /** Slug of the metric on the secondary axis, or null. */
  second: string | null;
  correlation: boolean;
  /** The benchmark of the series; null for none or if it does not apply. */
  benchmark: string | null;
  /** True if events are marked. */
  events: boolean;
}

/** Longest range in days that is drawn by day. */
const MOST_DAYS = 500;

/**
 * Interval of a range. Long ranges are drawn by week, which keeps the page small: more points than pixels are
 * not visible.
 */
function intervalFor(range: ChartRange): Interval {
  const span = spanOf(range);
  if (span !== null) return daysOf(span) > MOST_DAYS ? "week" : "day";
  return range === "2y" || range === "5y" || range === "all" ? "week" : "day";
}

/** The chart options that a page offers. */
export interface ChartOffer {
  /** Available groupings. */
  groups: readonly string[];
  /** True if all figures belong to one asset, so that unit metrics can be grouped freely. Default: false. */
  isOneUnit?: boolean;
}

/** The groupings of a metric that a page offers. Unit metrics can only be grouped by asset or token. */
export const groupsOffered = (metric: Metric | undefined, { groups, isOneUnit }: ChartOffer) =>
  metric?.isPerUnit === true && isOneUnit !== true ? groups.filter(isUnitGrouping) : groups;

/**
 * Applies the defaults. Replaces a metric, grouping or mode that does not apply, so that every state can be
 * drawn.
 */
export function chartState(search: ChartSearch, defaults: ChartDefaults, offer: ChartOffer): ChartState {
  const requested = metricByName(search.metric ?? defaults.metric);
  const metric =
    requested !== undefined && groupsOffered(requested, offer).length > 0
      ? requested
      : metricByName(defaults.metric);
  const groups = groupsOffered(metric, offer);
  const wantedGroups = [search.group, defaults.group, groups[0]];
  const group = wantedGroups.find((one) => one !== undefined && groups.includes(one)) ?? defaults.group;
  // The second metric is drawn as a single ungrouped line.
  const isSecondOffered = offer.isOneUnit === true || metricByName(search.second ?? "")?.isPerUnit !== true;
  const range = search.range ?? defaults.range;
  const form = search.form ?? "value";
  // Averages use daily values: seven days of weekly values would be a single point.
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

/** The figures of a chart as far as they decide which chart types apply. */
export interface ChartedFigures {
  /** True if the values of groups add up. */
  adds: boolean;
  group: string;
}

/** The chart types that apply: some need additive values, and parts also a grouping. */
export const modesThatSuit = ({ adds, group }: ChartedFigures): readonly ChartMode[] =>
  chartModes.filter(
    (mode) => (adds || chartTypes[mode].needsSum === null) && !(isPartsMode(mode) && group === NO_GROUP),
  );

/** Replaces a chart type that does not apply. */
function modeThatSuits(mode: ChartMode, figures: ChartedFigures): ChartMode {
  if (modesThatSuit(figures).includes(mode)) return mode;
  return figures.adds ? "stacked" : "lines";
}

/** Default mode: bars for flows, lines for relative forms. */
function naturalMode(metric: Metric | undefined, form: ChartForm, defaults: ChartDefaults): ChartMode {
  if (form !== "value") return "lines";
  return metric?.kind === "flow" ? "bars" : defaults.mode;
}

/** Changes of a view. A null range resets it to the page's range. */
export type ChartStateChange = Omit<Partial<ChartState>, "range"> & { range?: ChartRange | null };

/** The search parameters of a changed view, without defaults. */
export function changedChartSearch(
  search: ChartSearch,
  change: ChartStateChange,
  defaults: ChartDefaults,
): ChartSearch {
  const next: ChartSearch = { ...search };
  if (change.metric !== undefined) {
    next.metric = change.metric === defaults.metric ? undefined : change.metric;
    // The mode and scale of one metric rarely suit the next.
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
    // Neither mode nor scale of plain values suits relative forms.
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
    // Shows a newly compared group even if the legend isolates others.
    next.only = undefined;
    next.hide = undefined;
  }
  return next;
}
