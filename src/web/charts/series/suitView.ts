import { formatDate } from "../../format/formatDate";
import { formatExact } from "../../format/formatNumber";
import type { Alignment } from "./alignSeries";
import { type ChartView, measureAddsUp } from "./chartSeries";
import { chartTypes, isPartsMode } from "./chartTypes";

export interface SuitedView {
  view: ChartView;
  /** Sentences that explain differences from the selected view. */
  notices: string[];
}

/** Adapts the selected view to the figures, with notices for unsupported options. */
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
  const { needsSum } = chartTypes[view.mode];
  if (odd && needsSum && rows.length >= needsSum.from) {
    view.mode = "lines";
    notices.push(
      `${nameOf(odd)} cannot be summed across groups, so the chart shows lines instead of ${needsSum.whole}.`,
    );
  }
  if (isPartsMode(view.mode)) {
    if (rows.some(({ values }) => (values.at(-1) ?? 0) < 0)) {
      view.mode = "bars";
      notices.push("Negative values cannot be shown as parts, so the chart shows bars.");
    } else {
      view.percent = false;
      view.scale = "linear";
    }
  }
  if (view.scale === "log") {
    const notice = logNotice({ dates, rows });
    if (notice?.isRefused) view.scale = "linear";
    else if (!chartTypes[view.mode].hasLogScale) {
      view.mode = "lines";
      notices.push("Values cannot be stacked on a logarithmic scale, so the chart shows lines.");
    }
    if (notice) notices.push(notice.text);
  }
  const { mixedSigns } = chartTypes[view.mode];
  if (mixedSigns !== null && !view.percent && hasMixedSigns({ dates, rows })) notices.push(mixedSigns);
  return { view, notices };
}

const nameOf = (measure: { label?: string; name: string }) => measure.label ?? measure.name;

/**
 * Notice about values that a logarithmic scale cannot show. They are gaps in the chart; the scale is rejected
 * if they are half of the values or more.
 */
function logNotice({ dates, rows }: Alignment): { isRefused: boolean; text: string } | undefined {
  const known = rows.flatMap(({ series, values }) =>
    values.flatMap((value, index) => (value === null ? [] : [{ series, value, date: dates[index] ?? "" }])),
  );
  const omitted = known.filter(({ value }) => value <= 0);
  const [first] = omitted;
  if (first === undefined) return undefined;
  const { series, value, date } = first;
  const example = `${series.group.name} is ${formatExact(value, series.measure.unit)} on ${formatDate(date)}`;
  if (omitted.length * 2 >= known.length) {
    const text = `A logarithmic scale cannot show zero or negative values, and ${example}. A linear scale is shown instead.`;
    return { isRefused: true, text };
  }
  const count = omitted.length === 1 ? "1 value is" : `${omitted.length.toLocaleString("en-US")} values are`;
  const text = `A logarithmic scale cannot show zero or negative values: ${count} omitted (${example}).`;
  return { isRefused: false, text };
}

/** True if positive and negative values are stacked on one date. */
const hasMixedSigns = ({ dates, rows }: Alignment): boolean =>
  dates.some(
    (_, index) =>
      rows.some(({ values }) => (values[index] ?? 0) > 0) &&
      rows.some(({ values }) => (values[index] ?? 0) < 0),
  );
