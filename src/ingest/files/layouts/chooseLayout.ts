import type { ImportMapping } from "../mapping";
import { chartExportLayout, isChartExport } from "./chartExportLayout";
import { entityColumnsLayout } from "./entityColumnsLayout";
import { conditionColumns, type Layout, type LayoutContext } from "./layout";
import { longLayout, ownLongMapping } from "./longLayout";
import { metricColumnsLayout } from "./metricColumnsLayout";
import { seriesColumnsLayout } from "./seriesColumnsLayout";

/**
 * The layout of a file from its header: as declared by the mapping, else an exported chart or our own long
 * form.
 * @throws LayoutError if the header does not fit the mapping or the catalog
 */
export function chooseLayout(mapping: ImportMapping | undefined, context: LayoutContext): Layout {
  if (mapping === undefined) {
    return isChartExport(context.header)
      ? chartExportLayout(context)
      : longLayout(ownLongMapping(context.header), context);
  }
  if ("columns" in mapping) return seriesColumnsLayout(mapping, context);
  if ("metrics" in mapping) return metricColumnsLayout(mapping, context);
  if ("entities" in mapping) return entityColumnsLayout(mapping, context);
  return longLayout(mapping, context);
}

/** Columns that a mapping reads. */
export function mappedColumns(mapping: ImportMapping): readonly string[] {
  const conditions = conditionColumns(mapping);
  if ("metrics" in mapping) {
    const { entity } = mapping;
    const entityColumns =
      "column" in entity ? [entity.column, ...(entity.network === undefined ? [] : [entity.network])] : [];
    return [mapping.date, ...entityColumns, ...Object.keys(mapping.metrics), ...conditions];
  }
  if ("columns" in mapping) return [mapping.date, ...Object.keys(mapping.columns), ...conditions];
  if ("entities" in mapping) return [mapping.date, ...Object.keys(mapping.entities), ...conditions];
  const { entity, metric, date, value } = mapping;
  const columns = [entity.column, ...(entity.network === undefined ? [] : [entity.network]), metric.column];
  return [...columns, date, value, ...conditions];
}
