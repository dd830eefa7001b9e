import { type Metric, type MetricValue, metricById, metricByName, unknownMetric } from "#domain/metrics";
import type { SqlParameters, StatementReader } from "#stores";
import { type MetricTuple, metricTupleSql, readMetricTuple } from "../sql/metricParts";
import type { WrittenJson } from "../written/writtenJson";
import { unknownWritten, writtenMetricSql, writtenMetrics } from "../written/writtenMetrics";

/** Metrics of rows as values; or as the JSON of these that the engine wrote, for rows that `writeJson` writes. */
export type MetricForm = "values" | "written";

export type MetricCell = MetricValue | WrittenJson;

/** A row of a statement whose last column is a list of metrics. */
export interface RowWithMetrics<T> {
  /** The other columns. */
  values: T;
  metrics: (readonly [id: number, cell: MetricCell])[];
}

interface MetricCells {
  /** SQL of an item of the list: the id of a metric, and its value over columns of present and past values. */
  sql: (id: string, column: (name: string) => string) => string;
  unknown: MetricCell;
  /** Runs a statement with the list as its last column. */
  rows: <T extends unknown[]>(
    store: StatementReader,
    sql: string,
    parameters: SqlParameters,
  ) => Promise<RowWithMetrics<T>[]>;
}

export const metricCells: Readonly<Record<MetricForm, MetricCells>> = {
  values: {
    sql: metricTupleSql,
    unknown: unknownMetric,
    rows: async <T extends unknown[]>(store: StatementReader, sql: string, parameters: SqlParameters) => {
      const rows = await store.compactRows<[...T, MetricTuple[]]>(sql, parameters);
      return rows.map((row) => ({
        metrics: metricsOfTuples(row.pop() as MetricTuple[]),
        values: row as unknown as T,
      }));
    },
  },
  written: {
    sql: writtenMetricSql,
    unknown: unknownWritten,
    rows: async <T extends unknown[]>(store: StatementReader, sql: string, parameters: SqlParameters) => {
      const rows = await store.writtenRows<T>(sql, parameters);
      return rows.map(({ values, written }) => ({ values, metrics: writtenMetrics(written) }));
    },
  },
};

export const metricsOfTuples = (tuples: readonly MetricTuple[]): RowWithMetrics<unknown>["metrics"] =>
  tuples.map((tuple) => [tuple[0], readMetricTuple(tuple)] as const);

/** Puts metrics under their slugs; those that are not found are unknown. */
export function addMetrics(
  row: Record<string, unknown>,
  found: RowWithMetrics<unknown>["metrics"],
  {
    metrics,
    aliases,
    form = "values",
  }: { metrics: readonly Metric[]; aliases: readonly string[]; form?: MetricForm },
): void {
  const { unknown } = metricCells[form];
  // In the order of the catalogue first, so that every row has its metrics in the same order.
  for (const { slug } of metrics) row[slug] = unknown;
  for (const [id, cell] of found) {
    const slug = metricById(id)?.slug;
    if (slug !== undefined && slug in row) row[slug] = cell;
  }
  for (const alias of aliases) {
    const metric = metricByName(alias);
    if (metric !== undefined && metric.slug in row) row[alias] = row[metric.slug];
  }
}
