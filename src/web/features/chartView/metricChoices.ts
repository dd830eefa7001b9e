import { metricByName, type Unit } from "#domain";
import type { ChartChoice } from "../../charts/ChartControls";

const unitWords: Record<Unit, string> = {
  dollar: "$",
  token: "tokens",
  percent: "%",
  count: "count",
  days: "days",
  index: "index",
};

/** Metrics as a picker offers them: by label, with the unit where two have the same one. */
export function metricChoices(slugs: readonly string[]): ChartChoice[] {
  const described = slugs.flatMap((slug) => metricByName(slug) ?? []);
  return described.map(({ slug, label, unit }) => ({
    value: slug,
    label: described.some((other) => other.slug !== slug && other.label === label)
      ? `${label} (${unitWords[unit]})`
      : label,
  }));
}
