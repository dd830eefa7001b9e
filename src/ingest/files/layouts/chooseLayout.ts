import type { ImportMapping } from "../mapping";
import { chartExportLayout, isChartExport } from "./chartExportLayout";
import { entityColumnsLayout } from "./entityColumnsLayout";
import type { Layout, LayoutContext } from "./layout";
import { longLayout, ownLongMapping } from "./longLayout";
import { metricColumnsLayout } from "./metricColumnsLayout";

/**
 * The layout of a file from its header: what the mapping says, else an exported chart or our own long form.
 * @throws LayoutError when the header and the mapping or the catalog do not fit.
 */
export function chooseLayout(mapping: ImportMapping | undefined, context: LayoutContext): Layout {
  if (mapping === undefined) {
    return isChartExport(context.header)
      ? chartExportLayout(context)
      : longLayout(ownLongMapping(context.header), context);
  }
  if ("metrics" in mapping) return metricColumnsLayout(mapping, context);
  if ("entities" in mapping) return entityColumnsLayout(mapping, context);
  return longLayout(mapping, context);
}

/** Columns that are read where they are: a JSON Lines file need not have them all in its first object. */
export function mappedColumns(mapping: ImportMapping | undefined): readonly string[] {
  if (mapping === undefined) return ["network"];
  if ("metrics" in mapping) return Object.keys(mapping.metrics);
  if ("entities" in mapping) return Object.keys(mapping.entities);
  return [];
}
