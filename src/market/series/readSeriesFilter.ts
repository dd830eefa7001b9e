import type { Warning } from "#domain/api";
import { type Metric, metrics } from "#domain/metrics";
import { type Filter, filterLeaves, nearNames, suggestedNames } from "#domain/query";
import { quoted } from "#domain/text";
import { type CompileOptions, compileFilter } from "../query/compileFilter";
import type { FilterTarget } from "../query/filterTarget";
import { queryWarnings } from "../query/queryWarnings";
import { SqlBinder } from "../sql/sqlBinder";
import { DATE_FIELD, isMeasureLeaf, metricOfValue, namedMetrics } from "./seriesFilter";

/**
 * The measures in the filter of a series, and its warnings.
 * @throws InvalidError naming the invalid part of the query
 */
export function readSeriesFilter(
  filter: Filter | null,
  options: CompileOptions,
  hidden: ReadonlySet<number> = new Set(),
): { metrics: Metric[]; warnings: Warning[] } {
  const named = namedMetrics(filter).filter(({ id }) => !hidden.has(id));
  checkFilter(filter, options);
  const warnings = [
    ...unknownMeasures(filter, hidden),
    ...queryWarnings(filter, {
      names: options.names,
      resolve: (name) => (Object.hasOwn(noReference, name) ? null : options.resolve(name)),
    }),
  ];
  return { metrics: named, warnings };
}

/** Fields that name no catalog entity. */
const noReference = {
  [DATE_FIELD]: true,
  measure_id: true,
  measure_slug: true,
  metric_id: true,
  metric_slug: true,
};

/** The days of a series, as `d`. */
export const dateTarget: FilterTarget = {
  sql: "d.date",
  type: "date",
  values: null,
  nullable: false,
  sortable: true,
  reference: null,
};

/** Compiles every leaf once in place, so that errors name its path. */
function checkFilter(filter: Filter | null, options: CompileOptions): void {
  const trial = { ...options, binder: new SqlBinder() };
  for (const { leaf, path } of filterLeaves(filter)) {
    if (!isMeasureLeaf(leaf)) compileFilter(leaf, trial, path);
  }
}

/** Hidden metrics are treated like unknown ones. */
const isUnknown = (metric: Metric | undefined, hidden: ReadonlySet<number>): boolean =>
  metric === undefined || hidden.has(metric.id);

const metricMeant = (value: unknown, hidden: ReadonlySet<number>): string => {
  const visible = metrics
    .filter(({ id }) => !hidden.has(id))
    .map(({ slug, label }) => ({ name: slug, label }));
  const near = nearNames(String(value), visible);
  return near.length === 0 ? "; /measures lists them" : suggestedNames(near);
};

const unknownMeasures = (filter: Filter | null, hidden: ReadonlySet<number>): Warning[] =>
  [...filterLeaves(filter)].flatMap(({ leaf, path }) =>
    isMeasureLeaf(leaf)
      ? [leaf.value].flat().flatMap((value, i) =>
          isUnknown(metricOfValue(leaf, value), hidden)
            ? [
                {
                  path: Array.isArray(leaf.value) ? `${path}.value[${i}]` : `${path}.value`,
                  message: `no metric has the ${leaf.field.split("_")[1]} ${typeof value === "string" ? quoted(value) : JSON.stringify(value)}${metricMeant(value, hidden)}`,
                },
              ]
            : [],
        )
      : [],
  );
