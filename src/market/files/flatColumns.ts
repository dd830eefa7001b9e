import { FORMULA_START } from "#domain/files";
import { type Metric, type MetricPart, metricByName, metricParts } from "#domain/metrics";
import { type Field, fieldByName, type NestedPart, type Resource } from "#domain/resources";
import { selectColumns } from "../query/selectColumns";
import { splitMetricPath } from "../sql/metricParts";
import type { VisibleResource } from "../visible/visibleResource";
import { fieldTitle, metricTitle } from "./columnTitles";
import { filedPartSql } from "./filedMetrics";
import type { FileFormat } from "./rowFile";

/** A text column that no spreadsheet takes for a formula: `neutralText` in SQL. */
const neutralTextSql = (sql: string): string =>
  `if(match(${sql}, '^[${FORMULA_START.replaceAll("\\", "\\\\")}]'), concat('\\'', ${sql}), ${sql})`;

/** A column of a file: its name, its title for readers and its SQL over the rows `t` and their metrics `x`. */
export interface FlatColumn {
  name: string;
  title: string;
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
  resource: Resource & Partial<Pick<VisibleResource, "hiddenMetrics">>,
  names: readonly string[] | null,
  format: FileFormat,
): FlatColumns {
  // Rejects names that the resource does not have, as in a list.
  const selection = selectColumns(resource, names);
  const metricIds = new Set<number>();
  const metricColumn = (metric: Metric, name: string, part: MetricPart): FlatColumn => {
    const { id } = metric;
    metricIds.add(id);
    return {
      name,
      title: metricTitle(metric, part),
      sql: filedPartSql(id, part),
    };
  };
  const fieldColumnNamed = (name: string) => {
    const field = fieldByName(resource, name);
    return field === undefined ? undefined : fieldColumn(field);
  };
  const fieldColumn = (field: Field) => ({
    name: field.name,
    title: fieldTitle(field),
    sql: fieldSql(field, format),
  });
  if (names === null) {
    const columns = [
      ...selection.fields.map(fieldColumn),
      ...selection.metrics.flatMap((metric) =>
        metricParts.map((part) =>
          metricColumn(metric, part === "val" ? metric.slug : `${metric.slug}.${part}`, part),
        ),
      ),
    ];
    return { columns, metricIds };
  }
  const columns = names.flatMap((name): FlatColumn[] => {
    const part = selection.nested.find((one) => one.name === name);
    if (part !== undefined) return partColumns(part).flatMap((of) => fieldColumnNamed(of) ?? []);
    const field = selection.fields.find((f) => f.name === name || f.aliases.includes(name));
    if (field !== undefined) return [{ ...fieldColumn(field), name }];
    const path = splitMetricPath(name);
    const metric = path === null ? undefined : metricByName(path.name);
    return path === null || metric === undefined ? [] : [metricColumn(metric, name, path.part)];
  });
  return { columns, metricIds };
}

/** The fields that stand for a nested part in a file: those that it repeats. Lists have no place there. */
const partColumns = (part: NestedPart): readonly string[] =>
  part.kind === "object" ? Object.values(part.parts) : part.kind === "copy" ? [part.of] : [];

/**
 * Spreadsheets get lists as text with semicolons, and no text that they would take for a formula. Cells of workbooks hold
 * doubles, so exact amounts are rounded there.
 */
function fieldSql({ name, type }: Field, format: FileFormat): string {
  const column = `t.${name}`;
  if (format !== "csv" && format !== "xlsx") return column;
  switch (type) {
    case "amount":
      return format === "xlsx" ? `toFloat64(${column})` : column;
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
