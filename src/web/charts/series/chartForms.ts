/** What a chart can show in place of its values; apart from how, which pages need only once they draw one. */

/** The value itself; its change on the point before; 100 on the first date; how far it is below its peak. */
export const chartForms = ["value", "change", "indexed", "drawdown"] as const;
export type ChartForm = (typeof chartForms)[number];

/** Days over which a chart can average. */
export const chartAverages = [7, 30, 90] as const;
export type ChartAverage = (typeof chartAverages)[number];

const formWords: Readonly<Record<Exclude<ChartForm, "value">, string>> = {
  change: "change",
  indexed: "indexed to 100",
  drawdown: "drawdown",
};

/** Whether changes of figures are in points: those of percentages are, since a yield from 5% to 4% is not down by 20%. */
export const changesInPoints = (unit: string | undefined): boolean => unit === "percent";

/** A form as it stands after the name of a metric of a unit. */
export const wordsOfForm = (form: Exclude<ChartForm, "value">, unit: string | undefined): string =>
  form === "change" && changesInPoints(unit) ? "change in percentage points" : formWords[form];
