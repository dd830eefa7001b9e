import { formatLookback, lookbacks, type Metric, type MetricPart, type Unit } from "#domain/metrics";
import type { Field } from "#domain/resources";

/** Units as in names of metrics; counts name what they count. */
const unitWords: Readonly<Partial<Record<Unit, string>>> = {
  dollar: "Dollar",
  token: "Token",
  percent: "Percent",
  days: "Days",
};

const isUnit = (unit: string | null): unit is Unit => unit !== null && unit in unitWords;

/** Title of a column of a file for readers: the label on screens, with its unit. */
export const fieldTitle = ({ label, unit }: Pick<Field, "label" | "unit">): string =>
  isUnit(unit) ? `${label} (${unitWords[unit]})` : label;

const wordsOfParts = new Map<MetricPart, string>(
  lookbacks.flatMap((back) => {
    const words = formatLookback(back);
    return [
      [`val_${back}`, `${words} before`],
      [`chg_${back}_amt`, `change in ${words}`],
      [`chg_${back}_pct`, `change in ${words} in percent`],
    ] as const;
  }),
);

/** The full name of a metric, which includes its unit; screens have space only for a short one. */
export const metricTitle = ({ name }: Pick<Metric, "name">, part: MetricPart): string =>
  [name, wordsOfParts.get(part)].filter(Boolean).join(", ");

/** The columns that state how the figures of each row are to be read. */
export const AS_OF_TITLE = "As of";
export const SAMPLE_TITLE = "Sample data";

/** Adds names to columns with equal titles. */
export function uniqueTitles(columns: readonly { name: string; title: string }[]): string[] {
  const seen = new Set<string>();
  return columns.map(({ name, title }) => {
    const own = seen.has(title) ? `${title} (${name})` : title;
    seen.add(own);
    return own;
  });
}
