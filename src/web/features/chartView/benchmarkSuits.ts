/** Which benchmark a chart can have. Every page reads its address by it, so that it knows no list of classes. */
import { addsUp, type Metric, metricByName } from "#domain";
import type { ChartForm } from "../../charts/series/chartForms";

export interface Measured {
  metric: Metric | undefined;
  form: ChartForm;
}

/**
 * Whether series can be measured at all: what adds up is of any size, and comes beside another total only as an index, a change or
 * a drawdown.
 */
export const isMeasurable = ({ metric, form }: Measured): boolean =>
  metric !== undefined && (form !== "value" || !addsUp(metric));

/** The own name of a benchmark: of a metric that others are measured against, or what may be the slug of an asset class. */
export const benchmarkNamed = (name: string): string | undefined =>
  metricByName(name)?.slug ?? (/^[a-z]{1,20}(-[a-z]{1,20}){0,3}$/.test(name) ? name : undefined);

/** Whether a benchmark suits what a chart shows. */
export const benchmarkSuits = (benchmark: string | undefined, measured: Measured): boolean =>
  benchmark !== undefined &&
  isMeasurable(measured) &&
  (metricByName(benchmark) === undefined || measured.metric?.benchmark === benchmark);
