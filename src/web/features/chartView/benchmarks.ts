/** What the series of a chart can be measured against. */
import {
  assetClasses,
  type FieldName,
  type Filter,
  isEqual,
  metricByName,
  type SplitResource,
} from "#domain";
import type { ChartChoice } from "../../charts/ChartControls";
import { isMeasurable, type Measured } from "./benchmarkSuits";

/** Everything that there is. */
const MARKET = "market";

/**
 * What is on offer for a chart; undefined where nothing is.
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

/** A benchmark within a title: names keep their capital. */
export function benchmarkWords(benchmark: string): string {
  const label = benchmarkLabel(benchmark);
  return assetClasses.some(({ slug }) => slug === benchmark)
    ? label
    : `${label.charAt(0).toLowerCase()}${label.slice(1)}`;
}

/** What a benchmark is made of: another metric of what the chart is about, or its metric of something else. */
export type BenchmarkSource = { metric: string } | { filter: Filter<FieldName<"tokens">> | null };

export function benchmarkSource(benchmark: string): BenchmarkSource {
  if (metricByName(benchmark) !== undefined) return { metric: benchmark };
  return { filter: benchmark === MARKET ? null : isEqual("asset_class_slug", benchmark) };
}
