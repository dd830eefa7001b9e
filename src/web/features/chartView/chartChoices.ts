/** The choices of the pickers of a chart. */

import { metricByName } from "#domain/metrics";
import { type Filter, isEqual } from "#domain/query";
import { type FieldName, type SplitResource, splitNamed } from "#domain/resources";
import { assetClasses } from "#domain/vocabulary";
import type { ChartChoice } from "../../charts/ChartControls";
import { isMeasurable, type Measured, NO_GROUP } from "./chartSearch";

/** The whole market. */
const MARKET = "market";

/**
 * The benchmarks of a chart, or undefined if there are none.
 *
 * @param known slugs of the metrics with figures
 */
export function benchmarkChoices(
  measured: Measured,
  { known, resource }: { known: readonly string[]; resource: SplitResource },
): ChartChoice[] | undefined {
  if (!isMeasurable(measured) || (resource !== "tokens" && resource !== "assets")) return undefined;
  const own = measured.metric?.benchmark ?? null;
  return [
    ...(own !== null && known.includes(own) ? [{ value: own, label: benchmarkLabel(own) }] : []),
    { value: MARKET, label: benchmarkLabel(MARKET) },
    ...assetClasses.map(({ slug }) => ({ value: slug, label: benchmarkLabel(slug) })),
  ];
}

export const benchmarkLabel = (benchmark: string): string =>
  metricByName(benchmark)?.label ?? assetClasses.find(({ slug }) => slug === benchmark)?.name ?? "All assets";

/** A benchmark's name within a title; proper names stay capitalized. */
export function benchmarkWords(benchmark: string): string {
  const label = benchmarkLabel(benchmark);
  return assetClasses.some(({ slug }) => slug === benchmark)
    ? label
    : `${label.charAt(0).toLowerCase()}${label.slice(1)}`;
}

/**
 * Source of a benchmark's series: another metric of the chart's subject, or the chart's metric of another
 * subject.
 */
type BenchmarkSource = { metric: string } | { filter: Filter<FieldName<"tokens">> | null };

export function benchmarkSource(benchmark: string): BenchmarkSource {
  if (metricByName(benchmark) !== undefined) return { metric: benchmark };
  return { filter: benchmark === MARKET ? null : isEqual("asset_class_slug", benchmark) };
}

/** Groupings as options of a picker. */
export const groupChoices = (groups: readonly string[], resource: SplitResource = "tokens"): ChartChoice[] =>
  groups.map((name) => ({
    value: name,
    label: name === NO_GROUP ? "Total only" : (splitNamed(resource, name)?.label ?? name),
  }));

/** ` by network`, or blank without a grouping. */
export const groupWords = (group: string, resource: SplitResource = "tokens"): string => {
  const split = splitNamed(resource, group);
  return split === undefined ? "" : ` by ${split.label.toLowerCase()}`;
};

/** Metrics as options of a picker. Labels are unique. */
export const metricChoices = (slugs: readonly string[]): ChartChoice[] =>
  slugs.flatMap((slug) => {
    const metric = metricByName(slug);
    return metric ? [{ value: metric.slug, label: metric.label, topic: metric.topic, doc: metric.doc }] : [];
  });
