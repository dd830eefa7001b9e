import { type Field, type MetricPart, metricByName, metricParts, metrics, type Resource } from "#domain";
import { selectColumns } from "../query/selectColumns";
import { metricPartSql, splitMetricPath } from "../sql/metricParts";
import { neutralTextSql } from "./neutralText";
import type { FileFormat } from "./rowFile";

/** A column of a file: its name and its SQL over the rows `t` and their metrics `x`. */
export interface FlatColumn {
  name: string;
  sql: string;
}

export interface FlatColumns {
  columns: readonly FlatColumn[];
  /** Metrics to join as `x`. */
  metricIds: ReadonlySet<number>;
}

/**
 * The columns of a resource's rows in a file: every field, then a column for each part of each metric (`holders`'s value
 * under its slug, its parts as `slug.chg_30d_pct`). Where fields are named, those, in the order of naming:
 * `slug` gives the value of a metric alone, `slug.part` a part.
 */
export function flatColumns(
  resource: Resource,
  names: readonly string[] | null,
  format: FileFormat,
): FlatColumns {
  // Refuses names that the resource does not have, as in a list.
  const selection = selectColumns(resource, names);
  const metricIds = new Set<number>();
  const metricColumn = (id: number, name: string, part: MetricPart): FlatColumn => {
    metricIds.add(id);
    return { name, sql: metricPartSql(part, (column) => `x.m${id}_${column}`) };
  };
  const fieldColumn = (field: Field) => ({ name: field.name, sql: fieldSql(field, format) });
  if (names === null) {
    const carried = resource.metricsOf === null ? [] : metrics;
    const columns = [
      ...selection.fields.map(fieldColumn),
      ...carried.flatMap(({ id, slug }) =>
        metricParts.map((part) => metricColumn(id, part === "val" ? slug : `${slug}.${part}`, part)),
      ),
    ];
    return { columns, metricIds };
  }
  const columns = names.flatMap((name): FlatColumn[] => {
    const field = selection.fields.find((f) => f.name === name || f.aliases.includes(name));
    if (field !== undefined) return [fieldColumn(field)];
    const path = splitMetricPath(name);
    const metric = path === null ? undefined : metricByName(path.name);
    return path === null || metric === undefined ? [] : [metricColumn(metric.id, name, path.part)];
  });
  return { columns, metricIds };
}

/** Spreadsheets get lists as text with semicolons, and no text that they would take for a formula. */
function fieldSql({ name, type }: Field, format: FileFormat): string {
  const column = `t.${name}`;
  if (format !== "csv" && format !== "xlsx") return column;
  switch (type) {
    case "ids":
      return `arrayStringConcat(arrayMap(id -> toString(id), ${column}), '; ')`;
    case "strings":
      return neutralTextSql(`arrayStringConcat(${column}, '; ')`);
    case "slug":
    case "string":
    case "text":
    case "url":
    case "color":
      return neutralTextSql(column);
    default:
      return column;
  }
}
