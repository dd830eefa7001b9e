import { type FigureFormat, formatOfUnit, metricByName } from "#domain";

/** Of what a chart makes of its values, in units that no metric has. */
const made: Readonly<Record<string, FigureFormat>> = {
  index: { notation: "full", decimals: 2 },
  points: { notation: "full", decimals: 2 },
};

/** How the figures of a metric are written: as it is described, or as is usual for its unit where it is not known here. */
export const measureFormat = ({ slug, unit }: { slug: string; unit: string }): FigureFormat | null =>
  metricByName(slug)?.format ?? made[unit] ?? formatOfUnit(unit);
