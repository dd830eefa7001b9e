import { formatDate } from "../../format/formatDate";
import { formatExact } from "../../format/formatNumber";
import type { Alignment } from "./alignSeries";
import { type ChartView, measureAddsUp, partModeOf } from "./chartSeries";

export interface SuitedView {
  view: ChartView;
  /** Why the chart differs from what was chosen, in sentences. */
  notices: string[];
}

/** The chosen view as far as the figures allow it, and words for what they do not allow. */
export function suitView({ dates, rows }: Alignment, chosen: ChartView): SuitedView {
  const view = { ...chosen };
  const notices: string[] = [];
  const odd = rows.find(({ series }) => !measureAddsUp(series.measure))?.series.measure;

  if (view.percent && odd) {
    view.percent = false;
    notices.push(`${nameOf(odd)} cannot be summed across groups, so shares are not available.`);
  }
  if (view.percent && rows.some(({ values }) => values.some((value) => value !== null && value < 0))) {
    notices.push("Dates with negative values have no shares and are left blank.");
  }
  if (odd && partModeOf(view.mode) !== null) {
    view.mode = "lines";
    notices.push(`${nameOf(odd)} cannot be summed across groups, so the chart shows lines instead of parts.`);
  }
  if (partModeOf(view.mode) !== null && rows.some(({ values }) => (values.at(-1) ?? 0) < 0)) {
    view.mode = "bars";
    notices.push("Negative values cannot be shown as parts, so the chart shows bars.");
  }
  if (view.mode === "stacked" && odd && rows.length > 1) {
    view.mode = "lines";
    notices.push(
      `${nameOf(odd)} cannot be summed across groups, so the chart shows lines instead of a stack.`,
    );
  }
  if (partModeOf(view.mode) !== null) {
    view.percent = false;
    view.scale = "linear";
  }
  if (view.scale === "log") {
    const refusal = refuseLog({ dates, rows });
    if (refusal) {
      view.scale = "linear";
      notices.push(refusal);
    } else if (view.mode !== "lines") {
      view.mode = "lines";
      notices.push("Values cannot be stacked on a logarithmic scale, so the chart shows lines.");
    }
  }
  return { view, notices };
}

const nameOf = (measure: { label?: string; name: string }) => measure.label ?? measure.name;

function refuseLog({ dates, rows }: Alignment): string | undefined {
  for (const { series, values } of rows) {
    const index = values.findIndex((value) => value !== null && value <= 0);
    const value = values[index];
    const date = dates[index];
    if (value === undefined || value === null || date === undefined) continue;
    return (
      `A logarithmic scale cannot show zero or negative values, and ${series.group.name} is ` +
      `${formatExact(value, series.measure.unit)} on ${formatDate(date)}. A linear scale is shown instead.`
    );
  }
  return undefined;
}
