import type { EntityColumnsMapping } from "../mapping";
import {
  cellReader,
  columnFinder,
  conditionColumns,
  dateReader,
  type Layout,
  type LayoutContext,
  numberFormat,
  otherColumns,
  requireDistinct,
  requireEntity,
  requireMetric,
} from "./layout";

/** Each column is an entity; the metric is the same for the file. */
export function entityColumnsLayout(mapping: EntityColumnsMapping, context: LayoutContext): Layout {
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
  };
}
