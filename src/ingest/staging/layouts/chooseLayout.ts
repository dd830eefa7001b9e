import type { EntityColumnsMapping, ImportMapping, SeriesColumnsMapping } from "../mapping";
import { chartExportLayout, isChartExport } from "./chartExportLayout";
import {
  anyMetric,
  cellReader,
  columnFinder,
  conditionColumns,
  dateReader,
  type Layout,
  type LayoutContext,
  LayoutError,
  numberFormat,
  otherColumns,
  partsOf,
  requireDistinct,
  requireEntity,
  requireMetric,
} from "./layout";
import { longLayout, ownLongMapping } from "./longLayout";
import { metricColumnsLayout } from "./metricColumnsLayout";

/** Each column is one series: a metric of an entity. */
function seriesColumnsLayout(mapping: SeriesColumnsMapping, context: LayoutContext): Layout {
  const { header, resolver, today } = context;
  const find = columnFinder(header);
  const [dateAt] = find([mapping.date]) as [number];
  const names = Object.keys(mapping.columns);
  const positions = find(names);
  const problems: string[] = [];
  const cells = Object.entries(mapping.columns).flatMap(([field, series], i) => {
    const entity = resolver.resolve(series.entity, series.network);
    const metric = anyMetric(series.metric);
    if (!entity.ok) problems.push(`column "${field}": entity "${series.entity}": ${entity.reason}`);
    if (metric === undefined) problems.push(`column "${field}": there is no metric "${series.metric}"`);
    if (!entity.ok || metric === undefined) return [];
    const format = numberFormat(mapping, series);
    return [{ field, at: positions[i] as number, entity: entity.value, metric, format }];
  });
  if (problems.length > 0) throw new LayoutError(`The mapping is invalid: ${problems.join("; ")}`);
  requireDistinct(
    cells,
    ({ entity, metric }) => `${entity.listingId}/${metric.id}`,
    ({ field, metric }) => `${metric.slug} of ${mapping.columns[field]?.entity}`,
  );
  const readDate = dateReader(mapping, today);
  const readCell = cellReader(mapping);
  return {
    columns: header.length,
    skippedColumns: otherColumns(header, {
      used: [mapping.date, ...names, ...conditionColumns(mapping)],
      ignore: mapping.ignoreOtherColumns,
    }),
    read(fields, sink) {
      const date = readDate(fields[dateAt] as string);
      if (!date.ok) return sink.refuse(mapping.date, date);
      for (const { at, ...cell } of cells) readCell(fields[at], { ...cell, date: date.value, sink });
    },
    parts: partsOf(mapping, { date: dateAt, cells }),
  };
}

/** Each column is an entity; the metric is the same for the file. */
function entityColumnsLayout(mapping: EntityColumnsMapping, context: LayoutContext): Layout {
  const { header, resolver, today } = context;
  const find = columnFinder(header);
  const [dateAt] = find([mapping.date]) as [number];
  const names = Object.keys(mapping.entities);
  const positions = find(names);
  const cells = names.map((field, i) => ({
    field,
    at: positions[i] as number,
    entity: requireEntity(resolver, mapping.entities[field] as string),
  }));
  requireDistinct(
    cells,
    ({ entity }) => entity.listingId,
    ({ field }) => mapping.entities[field] as string,
  );
  const metric = requireMetric(mapping.metric);
  const format = numberFormat(mapping);
  const readDate = dateReader(mapping, today);
  const readCell = cellReader(mapping);
  return {
    columns: header.length,
    skippedColumns: otherColumns(header, {
      used: [mapping.date, ...names, ...conditionColumns(mapping)],
      ignore: mapping.ignoreOtherColumns,
    }),
    read(fields, sink) {
      const date = readDate(fields[dateAt] as string);
      if (!date.ok) return sink.refuse(mapping.date, date);
      for (const { field, at, entity } of cells) {
        readCell(fields[at], { field, entity, metric, date: date.value, format, sink });
      }
    },
    parts: partsOf(mapping, { date: dateAt, cells: cells.map((cell) => ({ ...cell, metric, format })) }),
  };
}

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
