import { type Metric, metricById, metricByName } from "#domain/metrics";
import type { Entity, EntityResolver } from "../entityResolver";
import { FileError } from "../fileError";
import type { FileFormat } from "../mapping";
import { disprovesOrder, parseDate } from "../parseDate";
import type { Parsed, Refusal } from "../parsed";
import { type NumberFormat, parseValue } from "../parseValue";
import type { RowParts } from "../plainRows";
import { isSampleColumn } from "../refusalKinds";

export interface SkippedColumn {
  column: string;
  reason: string;
}

/** Receives the values and problems of a row. */
export interface RowSink {
  value(found: { entity: Entity; metric: Metric; date: string; value: number }): void;
  refuse(field: string, refusal: Refusal): void;
}

/** How the rows of one file become values. */
export interface Layout {
  /** Number of columns of a row. */
  columns: number;
  skippedColumns: readonly SkippedColumn[];
  /** @throws LayoutError when a row shows that the mapping is wrong for the whole file. */
  read(fields: readonly string[], sink: RowSink): void;
  /** What its values depend on; null if on more than the row and its parts. */
  parts: RowParts | null;
  /** Names in the mapping that no row has used so far, such as `entity "BENJI"`. */
  unused?(): string[];
}

export interface LayoutContext {
  header: readonly string[];
  resolver: EntityResolver;
  /** Name of the file without its folder. */
  fileName: string;
  today: string;
}

/** The whole file cannot be read; the message names the missing or unknown part. */
export class LayoutError extends FileError {}

export const anyMetric = (name: string): Metric | undefined =>
  metricByName(name) ?? (/^\d+$/.test(name) ? metricById(Number(name)) : undefined);

export function requireMetric(name: string): Metric {
  const metric = anyMetric(name);
  if (metric === undefined) throw new LayoutError(`There is no metric "${name}"`);
  return metric;
}

export function requireEntity(resolver: EntityResolver, name: string): Entity {
  const found = resolver.resolve(name);
  if (!found.ok) throw new LayoutError(`Entity "${name}": ${found.reason}`);
  return found.value;
}

/** Positions of columns by name. @throws LayoutError naming every column that is not there, or there twice. */
export function columnFinder(header: readonly string[]) {
  const positions = new Map<string, number>();
  const repeated = new Set<string>();
  for (const [i, name] of header.entries()) {
    const trimmed = name.trim();
    if (positions.has(trimmed)) repeated.add(trimmed);
    else positions.set(trimmed, i);
  }
  return (names: readonly string[]): number[] => {
    const ambiguous = names.find((name) => repeated.has(name));
    if (ambiguous !== undefined) {
      throw new LayoutError(`The file has more than one column "${ambiguous}": column names must be unique`);
    }
    const missing = names.filter((name) => !positions.has(name));
    if (missing.length > 0) {
      throw new LayoutError(
        `The file has no column ${missing.map((m) => `"${m}"`).join(", ")}; its columns are ${list(header)}`,
      );
    }
    return names.map((name) => positions.get(name) as number);
  };
}

const list = (names: readonly string[]) =>
  names.length > 20
    ? `${names.slice(0, 20).join(", ")} … (${names.length})`
    : names.map((name) => name.trim() || "(empty)").join(", ");

/** @throws LayoutError when two columns would give values of the same series. */
export function requireDistinct<Cell extends { field: string }>(
  cells: readonly Cell[],
  seriesOf: (cell: Cell) => number | string,
  nameOf: (cell: Cell) => string,
): void {
  const known = new Map<number | string, Cell>();
  for (const cell of cells) {
    const other = known.get(seriesOf(cell));
    if (other !== undefined) {
      throw new LayoutError(
        `The columns "${other.field}" and "${cell.field}" both map to ${nameOf(cell)}: map only one of them`,
      );
    }
    known.set(seriesOf(cell), cell);
  }
}

/** Translates names in a file by the mapping. Remembers which of them occurred. */
export function nameTranslation(names: Readonly<Record<string, string>> | undefined, kind: string) {
  const unused = new Set(Object.keys(names ?? {}));
  return {
    /** The name itself if the mapping has none for it. */
    translate: (name: string): string => {
      if (names === undefined || !Object.hasOwn(names, name)) return name;
      unused.delete(name);
      return names[name] as string;
    },
    unused: () => [...unused].map((name) => `${kind} "${name}"`),
  };
}

/** What to do with columns that a mapping says nothing of. The marks of sample data are read with any mapping. */
export function otherColumns(
  header: readonly string[],
  { used, ignore }: { used: readonly string[]; ignore: boolean },
): SkippedColumn[] {
  const others = header
    .map((name) => name.trim())
    .filter((name) => !used.includes(name) && !isSampleColumn(name));
  if (others.length > 0 && !ignore) {
    throw new LayoutError(
      `The mapping does not cover the columns ${list(others)}: map them, or set "ignoreOtherColumns"`,
    );
  }
  return others.map((column) => ({ column, reason: "not in the mapping" }));
}

type RowConditions = Pick<FileFormat, "onlyRows" | "skipRows">;

/** Columns by which rows are chosen. */
export const conditionColumns = ({ onlyRows = [], skipRows = [] }: RowConditions): string[] =>
  [...onlyRows, ...skipRows].map(({ column }) => column);

/** A layout that reads only the rows that a mapping chooses. The others are counted by `onSkip`. */
export function withRowConditions(
  layout: Layout,
  { mapping, header, onSkip }: { mapping: RowConditions; header: readonly string[]; onSkip: () => void },
): Layout {
  const find = columnFinder(header);
  const conditionsOf = (conditions: RowConditions["onlyRows"] = []) =>
    conditions.map(({ column, values }) => ({
      column,
      at: find([column])[0] as number,
      values: new Set(values),
      unused: new Set(values),
    }));
  const [only, skip] = [conditionsOf(mapping.onlyRows), conditionsOf(mapping.skipRows)];
  if (only.length + skip.length === 0) return layout;
  return {
    ...layout,
    parts: null,
    read(fields, sink) {
      const cell = (at: number) => (fields[at] ?? "").trim();
      for (const { at, unused } of only) unused.delete(cell(at));
      const isRead =
        only.every(({ at, values }) => values.has(cell(at))) &&
        !skip.some(({ at, values }) => values.has(cell(at)));
      if (isRead) layout.read(fields, sink);
      else onSkip();
    },
    unused: () => [
      ...only.flatMap(({ column, unused }) => [...unused].map((value) => `"${value}" in "${column}"`)),
      ...(layout.unused?.() ?? []),
    ],
  };
}

/** The parts of rows of a mapping. */
export const partsOf = (
  { skipLeadingZeros }: Pick<FileFormat, "skipLeadingZeros">,
  parts: Pick<RowParts, "date" | "cells"> & Partial<RowParts>,
): RowParts | null => (skipLeadingZeros ? null : { entity: null, network: null, metric: null, ...parts });

type ValueFormat = Partial<Pick<FileFormat, "scale" | "percent" | "currency" | "magnitudes">>;

export function numberFormat(
  file: ValueFormat & Pick<FileFormat, "decimal" | "thousands" | "missing">,
  own: ValueFormat = {},
): NumberFormat {
  return {
    decimal: file.decimal,
    thousands: file.thousands ?? null,
    percentSign: own.percent ?? file.percent ?? false,
    currency: own.currency ?? file.currency ?? null,
    magnitudes: own.magnitudes ?? file.magnitudes ?? false,
    missing: file.missing,
    scale: own.scale ?? file.scale ?? 1,
  };
}

/** Dates repeat from row to row, so results are cached. */
export function dateReader(
  { dateFormat: format, periodDay }: Pick<FileFormat, "dateFormat" | "periodDay">,
  today: string,
): (text: string) => Parsed<string> {
  return remember((text) => {
    const parsed = parseDate(text, { format, periodDay, today });
    if (!parsed.ok && disprovesOrder(text, format)) {
      throw new LayoutError(
        `The date "${text.trim()}" is not written ${format}, so other dates of the file would be read wrongly: declare the order of days and months that it has`,
      );
    }
    return parsed;
  });
}

const REMEMBERED = 50_000;

/** Remembers the answers for the texts seen last, within bounds. */
export function remember<T>(answer: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>();
  return (text) => {
    const found = known.get(text);
    if (found !== undefined) return found;
    const fresh = answer(text);
    if (known.size >= REMEMBERED) known.clear();
    if (text.length <= 200) known.set(text, fresh);
    return fresh;
  };
}

/** Reads one cell into the sink. An empty cell is no value and no mistake. */
export function cellReader({ skipLeadingZeros }: { skipLeadingZeros: boolean }) {
  const started = new Set<string>();
  return (
    text: string | undefined,
    {
      field,
      entity,
      metric,
      date,
      format,
      sink,
    }: {
      field: string;
      entity: Entity;
      metric: Metric;
      date: string;
      format: NumberFormat;
      sink: RowSink;
    },
  ): void => {
    const parsed = parseValue(text ?? "", { metric, format });
    if (!parsed.ok) {
      sink.refuse(field, parsed);
      return;
    }
    if (parsed.value === null) return;
    if (skipLeadingZeros) {
      const series = `${entity.listingId}/${metric.id}`;
      if (parsed.value === 0 && !started.has(series)) return;
      started.add(series);
    }
    sink.value({ entity, metric, date, value: parsed.value });
  };
}
