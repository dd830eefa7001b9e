import { type FigureFormat, formatOfUnit, metricByName } from "#domain";

/** How the figures of a metric are written: as it is described, or as is usual for its unit where it is not known here. */
export const measureFormat = ({ slug, unit }: { slug: string; unit: string }): FigureFormat | null =>
  metricByName(slug)?.format ?? formatOfUnit(unit);
