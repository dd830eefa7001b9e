/**
 * The chart types. Search parameters, controls, plans, descriptions and legends read these descriptions. How
 * each is drawn is in `types/`, which is loaded on demand.
 */

/** The description of a chart type. */
interface ChartType {
  /** Name in the controls. */
  label: string;
  /** First words of its description for screen readers: `Stacked areas of …`. */
  describe: string;
  /** `time` shows values over time, `parts` the shares of the latest day's total. */
  family: "time" | "parts";
  /** Number of series from which their values must be additive, and what is then drawn; null for any values. */
  needsSum: { from: number; whole: string } | null;
  /** True if it has a logarithmic scale. */
  hasLogScale: boolean;
  /** Notice for positive and negative values on one date; null if they need none. */
  mixedSigns: string | null;
  /** How it is planned, whatever its size. */
  plan: {
    /** Which series are on top of each other: none, all, or those of an additive metric. */
    piles: "none" | "all" | "additive";
    /** True if lengths show the values, so that the value axis includes zero. */
    fromZero: boolean;
    /** True if a shape is as wide as its period, rather than a point on the time axis. */
    fillsPeriod: boolean;
    /** True if series are lines: they are distinguished by colour and dash, and only the largest are coloured. */
    isLines: boolean;
  };
}

const parts = {
  family: "parts",
  needsSum: { from: 1, whole: "parts" },
  hasLogScale: false,
  mixedSigns: null,
  plan: { piles: "none", fromZero: true, fillsPeriod: false, isLines: false },
} as const;

/** Every chart type by its name in URLs, which never changes, in the order of the controls. */
export const chartTypes = {
  stacked: {
    label: "Stacked",
    describe: "Stacked areas",
    family: "time",
    needsSum: { from: 2, whole: "a stack" },
    hasLogScale: false,
    mixedSigns: "Negative values are stacked below zero, so the top of the stack is not the total.",
    plan: { piles: "all", fromZero: true, fillsPeriod: false, isLines: false },
  },
  lines: {
    label: "Lines",
    describe: "Lines",
    family: "time",
    needsSum: null,
    hasLogScale: true,
    mixedSigns: null,
    plan: { piles: "none", fromZero: false, fillsPeriod: false, isLines: true },
  },
  bars: {
    label: "Bars",
    describe: "Bars",
    family: "time",
    needsSum: null,
    hasLogScale: false,
    mixedSigns: null,
    plan: { piles: "additive", fromZero: true, fillsPeriod: true, isLines: false },
  },
  treemap: { label: "Treemap", describe: "Treemap", ...parts },
  pie: { label: "Pie", describe: "Pie", ...parts },
} as const satisfies Readonly<Record<string, ChartType>>;

type ChartTypes = typeof chartTypes;
export type ChartMode = keyof ChartTypes;
type ModeOf<Family> = {
  [Mode in ChartMode]: ChartTypes[Mode]["family"] extends Family ? Mode : never;
}[ChartMode];
export type TimeMode = ModeOf<"time">;
export type PartsMode = ModeOf<"parts">;

const isMode = (name: string): name is ChartMode => name in chartTypes;

/** True for the parts of the latest day, false for a chart over time. */
export const isPartsMode = (mode: ChartMode): mode is PartsMode => chartTypes[mode].family === "parts";

export const chartModes: readonly ChartMode[] = Object.keys(chartTypes).filter(isMode);
export const timeModes: readonly TimeMode[] = chartModes.filter((mode) => !isPartsMode(mode));
