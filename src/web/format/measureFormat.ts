import { type FigureFormat, formatOfUnit, metricByName } from "#domain/metrics";

/** Formats of a chart's transformed values, in units without metrics. */
const made: Readonly<Record<string, FigureFormat>> = {
  index: { notation: "full", decimals: 2 },
  points: { notation: "full", decimals: 2 },
};

/** Format of a metric's figures: its own, or that of its unit if the metric is unknown here. */
export const measureFormat = ({ slug, unit }: { slug: string; unit: string }): FigureFormat | null =>
  metricByName(slug)?.format ?? made[unit] ?? formatOfUnit(unit);
