import { SAMPLE_FIELD } from "#domain/api";
import type { ReadScope } from "#domain/people";
import { type EntityType, fieldByName, type Resource } from "#domain/resources";
import { metricsSql } from "../visible/metricsSql";
import { AS_OF_TITLE, SAMPLE_TITLE } from "./columnTitles";
import type { FlatColumn, FlatColumns } from "./flatColumns";

/** Columns of a file that say how the figures of a row are to be read, and the JOIN that they need. */
export interface ReadingColumns {
  columns: readonly FlatColumn[];
  join: string;
}

interface ReadingOptions {
  resource: Resource;
  flat: FlatColumns;
  scope: ReadScope | null;
  /** For readers of screens: with the day of the figures, and as text. */
  isTitled?: boolean;
}

/** Whether the figures of each row are sample data, over the rows `t`. A row of its own field needs it once. */
export function readingColumns({ resource, flat, scope, isTitled = false }: ReadingOptions): ReadingColumns {
  const { metricsOf, idField } = resource;
  if (metricsOf === null || flat.metricIds.size === 0) {
    const isMissing =
      fieldByName(resource, SAMPLE_FIELD) !== undefined &&
      !flat.columns.some(({ name }) => name === SAMPLE_FIELD);
    const column = { name: SAMPLE_FIELD, title: SAMPLE_TITLE, sql: `t.${SAMPLE_FIELD}` };
    return { columns: isMissing ? [column] : [], join: "" };
  }
  const sql = isTitled
    ? "multiIf(isNull(y.as_of), NULL, y.has_sample, 'Yes', 'No')"
    : "ifNull(y.has_sample, false)";
  return {
    columns: [
      ...(isTitled ? [{ name: "as_of", title: AS_OF_TITLE, sql: "y.as_of" }] : []),
      { name: SAMPLE_FIELD, title: SAMPLE_TITLE, sql },
    ],
    join: ` LEFT JOIN (${daysOfFigures(metricsOf, flat.metricIds, scope)}) AS y ON y.entity_id = t.${idField}`,
  };
}

/** The newest day of the figures of each entity, and whether any of them is sample data. */
const daysOfFigures = (metricsOf: EntityType, ids: ReadonlySet<number>, scope: ReadScope | null): string =>
  `SELECT entity_id, maxOrNullIf(as_of, isNotNull(val)) AS as_of, maxIf(is_sample, isNotNull(val)) AS has_sample
   FROM ${metricsSql(scope, metricsOf)}
   WHERE entity_type = '${metricsOf}' AND metric_id IN (${[...ids].join(", ")}) GROUP BY entity_id`;

/** Condition for a row `t` that is sample data or has figures that are; null where rows are neither. */
export function sampleRowSql(
  resource: Resource,
  ids: ReadonlySet<number>,
  scope: ReadScope | null,
): string | null {
  const { metricsOf, idField } = resource;
  if (metricsOf === null) {
    return fieldByName(resource, SAMPLE_FIELD) === undefined ? null : `t.${SAMPLE_FIELD}`;
  }
  if (ids.size === 0) return null;
  return `t.${idField} IN (SELECT entity_id FROM (${daysOfFigures(metricsOf, ids, scope)}) WHERE has_sample)`;
}
