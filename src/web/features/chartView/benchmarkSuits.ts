/**
 * Benchmarks that a chart can have. Every page parses its URL with this, so it must not import the list of
 * classes.
 */
import { addsUp, type Metric, metricByName } from "#domain";
import type { ChartForm } from "../../charts/series/chartForms";

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
export const benchmarkNamed = (name: string): string | undefined =>
  metricByName(name)?.slug ?? (/^[a-z]{1,20}(-[a-z]{1,20}){0,3}$/.test(name) ? name : undefined);

/** True if a benchmark applies to the chart's metric and form. */
export const benchmarkSuits = (benchmark: string | undefined, measured: Measured): boolean =>
  benchmark !== undefined &&
  isMeasurable(measured) &&
  (metricByName(benchmark) === undefined || measured.metric?.benchmark === benchmark);
