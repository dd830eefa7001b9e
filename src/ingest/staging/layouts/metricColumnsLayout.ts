import type { Entity } from "../entityResolver";
import type { MetricColumnsMapping } from "../mapping";
import type { Parsed } from "../parsed";
import type { RowParts } from "../plainRows";
import {
  cellReader,
  columnFinder,
  conditionColumns,
  dateReader,
  type Layout,
  type LayoutContext,
  LayoutError,
  nameTranslation,
  numberFormat,
  otherColumns,
  partsOf,
  remember,
  requireDistinct,
  requireEntity,
  requireMetric,
} from "./layout";

/** Each column is a metric; the entity is the same for the file, or in a column of its own. */
export function metricColumnsLayout(mapping: MetricColumnsMapping, context: LayoutContext): Layout {
  const { header, today } = context;
  const find = columnFinder(header);
  const [dateAt] = find([mapping.date]) as [number];
  const names = Object.keys(mapping.metrics);
  const positions = find(names);
  const cells = names.map((name, i) => {
    const wanted = mapping.metrics[name] as MetricColumnsMapping["metrics"][string];
    const own = typeof wanted === "string" ? { metric: wanted } : wanted;
    return {
      field: name,
      at: positions[i] as number,
      metric: requireMetric(own.metric),
      format: numberFormat(mapping, own),
    };
  });
  requireDistinct(
    cells,
    ({ metric }) => metric.id,
    ({ metric }) => metric.slug,
  );
  const entity = entityReader(mapping, context, find);
  const readDate = dateReader(mapping, today);
  const readCell = cellReader(mapping);
  return {
    columns: header.length,
    skippedColumns: otherColumns(header, {
      used: [mapping.date, ...names, ...entity.columns, ...conditionColumns(mapping)],
      ignore: mapping.ignoreOtherColumns,
    }),
    read(fields, sink) {
      const found = entity.read(fields);
      if (!found.ok) return sink.refuse(entity.columns[0] ?? "entity", found);
      const date = readDate(fields[dateAt] as string);
      if (!date.ok) return sink.refuse(mapping.date, date);
      for (const { field, at, metric, format } of cells) {
        readCell(fields[at], { field, entity: found.value, metric, date: date.value, format, sink });
      }
    },
    parts: partsOf(mapping, {
      ...entity.places,
      date: dateAt,
      cells: cells.map(({ at, metric, format }) => ({ at, entity: entity.fixed, metric, format })),
    }),
    unused: entity.unused,
  };
}

function entityReader(
  { entity }: MetricColumnsMapping,
  { resolver, fileName }: LayoutContext,
  find: (names: readonly string[]) => number[],
): {
  columns: string[];
  /** Columns that name the entity. */
  places: Partial<Pick<RowParts, "entity" | "network">>;
  /** The entity of every row; null if rows name it. */
  fixed: Entity | null;
  read: (fields: readonly string[]) => Parsed<Entity>;
  unused: () => string[];
} {
  const fixed = (name: string) => {
    const value = requireEntity(resolver, name);
    const read = () => ({ ok: true, value }) as const;
    return { columns: [], places: {}, fixed: value, read, unused: () => [] };
  };
  if ("asset" in entity) return fixed(`asset:${entity.asset}`);
  if ("token" in entity) return fixed(`token:${entity.token}`);
  if ("fileName" in entity) {
    const match = patternOf(entity.fileName).exec(fileName);
    const name = match?.[1] ?? match?.[0];
    if (name === undefined)
      throw new LayoutError(`The name ${fileName} does not match the pattern ${entity.fileName}`);
    // One mapping serves many files, and each file has only one of the names.
    return fixed(nameTranslation(entity.entities, "entity").translate(name));
  }
  const columns = [entity.column, ...(entity.network === undefined ? [] : [entity.network])];
  const [nameAt, networkAt] = find(columns) as [number, number | undefined];
  const names = nameTranslation(entity.entities, "entity");
  const resolve = remember((key: string) => {
    const [name = "", network = ""] = key.split("\n");
    return resolver.resolve(names.translate(name), network);
  });
  return {
    columns,
    places: { entity: nameAt, network: networkAt ?? null },
    fixed: null,
    unused: names.unused,
    read: (fields) =>
      resolve(`${fields[nameAt]?.trim()}\n${networkAt === undefined ? "" : fields[networkAt]}`),
  };
}

function patternOf(source: string): RegExp {
  try {
    return new RegExp(source, "u");
  } catch (cause) {
    throw new LayoutError(
      `The pattern ${source} is not a valid regular expression: ${(cause as Error).message}`,
    );
  }
}
