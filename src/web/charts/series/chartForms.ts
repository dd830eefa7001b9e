/**
 * Transformations of a chart's values. Their implementation is a separate module, which pages load with a
 * chart.
 */

/**
 * The value; its change from the previous point; indexed to 100 on the first date; its distance below the
 * peak.
 */
export const chartForms = ["value", "change", "indexed", "drawdown"] as const;
export type ChartForm = (typeof chartForms)[number];

/** Days of the available moving averages. */
export const chartAverages = [7, 30, 90] as const;
export type ChartAverage = (typeof chartAverages)[number];

const formWords: Readonly<Record<Exclude<ChartForm, "value">, string>> = {
  change: "change",
  indexed: "indexed to 100",
  drawdown: "drawdown",
};

/** True if changes of figures are in points, as of percentages: a yield from 5% to 4% is not down by 20%. */
export const changesInPoints = (unit: string | undefined): boolean => unit === "percent";

/** A form as text after the name of a metric. */
export const wordsOfForm = (form: Exclude<ChartForm, "value">, unit: string | undefined): string =>
  form === "change" && changesInPoints(unit) ? "change in percentage points" : formWords[form];
