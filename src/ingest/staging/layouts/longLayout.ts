import type { Metric } from "#domain/metrics";
import { type LongMapping, plainFormat } from "../mapping";
import { type Parsed, refuse, short } from "../parsed";
import {
  anyMetric,
  cellReader,
  columnFinder,
  conditionColumns,
  dateReader,
  type Layout,
  type LayoutContext,
  nameTranslation,
  numberFormat,
  otherColumns,
  partsOf,
  remember,
} from "./layout";

/** Our own layout: a row is one value. A column `network` is used where there is one; the case of names is free. */
export function ownLongMapping(header: readonly string[]): LongMapping {
  const names = header.map((name) => name.trim());
  const find = (wanted: string) =>
    names.includes(wanted) ? wanted : names.find((name) => name.toLowerCase() === wanted);
  const network = find("network");
  return {
    date: find("date") ?? "date",
    entity: { column: find("entity") ?? "entity", ...(network === undefined ? {} : { network }) },
    metric: { column: find("metric") ?? "metric" },
    value: find("value") ?? "value",
    ...plainFormat,
  };
}

export function longLayout(mapping: LongMapping, context: LayoutContext): Layout {
  const { header, resolver, today } = context;
  const find = columnFinder(header);
  const names = [mapping.entity.column, mapping.metric.column, mapping.date, mapping.value];
  const [entityAt, metricAt, dateAt, valueAt] = find(names) as [number, number, number, number];
  const networkAt =
    mapping.entity.network === undefined ? null : (find([mapping.entity.network])[0] as number);
  const used = [
    ...names,
    ...(mapping.entity.network === undefined ? [] : [mapping.entity.network]),
    ...conditionColumns(mapping),
  ];
  const entityNames = nameTranslation(mapping.entity.entities, "entity");
  const metricNames = nameTranslation(mapping.metric.metrics, "metric");

  const readDate = dateReader(mapping, today);
  const readCell = cellReader(mapping);
  const format = numberFormat(mapping);
  const resolve = remember((key: string) => {
    const [name = "", network = ""] = key.split("\n");
    return resolver.resolve(entityNames.translate(name), network);
  });
  const readMetric = remember((text: string): Parsed<Metric> => {
    const name = text.trim();
    const metric = anyMetric(metricNames.translate(name));
    if (metric !== undefined) return { ok: true, value: metric };
    return name === ""
      ? refuse("metric missing", "the metric is missing")
      : refuse("unknown metric", `there is no metric "${short(name)}"`);
  });

  return {
    columns: header.length,
    skippedColumns: otherColumns(header, { used, ignore: mapping.ignoreOtherColumns }),
    read(fields, sink) {
      const name = (fields[entityAt] as string).trim();
      const entity = resolve(networkAt === null ? name : `${name}\n${fields[networkAt]}`);
      const metric = readMetric(fields[metricAt] as string);
      if (!entity.ok) return sink.refuse(mapping.entity.column, entity);
      if (!metric.ok) return sink.refuse(mapping.metric.column, metric);
      const date = readDate(fields[dateAt] as string);
      if (!date.ok) return sink.refuse(mapping.date, date);
      readCell(fields[valueAt], {
        field: mapping.value,
        entity: entity.value,
        metric: metric.value,
        date: date.value,
        format,
        sink,
      });
    },
    parts: partsOf(mapping, {
      entity: entityAt,
      network: networkAt,
      metric: metricAt,
      date: dateAt,
      cells: [{ at: valueAt, entity: null, metric: null, format }],
    }),
    unused: () => [...entityNames.unused(), ...metricNames.unused()],
  };
}
