/** What a chart can show in place of its values; apart from how, which pages need only once they draw one. */

/** The value itself; its change on the point before; 100 on the first date; how far it is below its peak. */
export const chartForms = ["value", "change", "indexed", "drawdown"] as const;
export type ChartForm = (typeof chartForms)[number];

/** Days over which a chart can average. */
export const chartAverages = [7, 30, 90] as const;
export type ChartAverage = (typeof chartAverages)[number];

/** As they stand after the name of a metric. */
export const formWords: Readonly<Record<Exclude<ChartForm, "value">, string>> = {
  change: "change",
  indexed: "indexed to 100",
  drawdown: "drawdown",
};
