import type { SeriesColumnsMapping } from "../mapping";
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
  requireDistinct,
} from "./layout";

/** Each column is one series: a metric of an entity. */
export function seriesColumnsLayout(mapping: SeriesColumnsMapping, context: LayoutContext): Layout {
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
  };
}
