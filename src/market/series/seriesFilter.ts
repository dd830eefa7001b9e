/**
 * The filter of a series covers measures, days and listings. It is decomposed here: measures are decided
 * without the store, and the remainder for each of them is split into a condition on days, one on listings,
 * and one on both.
 */

import { type Metric, metricById, metricByName } from "#domain/metrics";
import { type Filter, type FilterLeaf, filterLeaves, invalidAt, isFilterGroup } from "#domain/query";

/** A map, since a query can name properties of every object. */
const measureFields: ReadonlyMap<string, "id" | "slug"> = new Map([
  ["measure_id", "id"],
  ["measure_slug", "slug"],
  ["metric_id", "id"],
  ["metric_slug", "slug"],
]);
export const DATE_FIELD = "date";

export const isMeasureLeaf = (leaf: FilterLeaf): boolean => measureFields.has(leaf.field);

/** The metric that one value of a measure leaf names. */
export function metricOfValue(leaf: FilterLeaf, value: unknown): Metric | undefined {
  if (measureFields.get(leaf.field) === "id") return metricById(Number(value));
  return typeof value === "string" ? metricByName(value) : undefined;
}

/**
 * The id by which a filter requests a metric, if it differs from the metric's own: the response has the
 * requested one.
 */
export function requestedIds(filter: Filter | null): ReadonlyMap<Metric, number> {
  const ids = new Map<Metric, number>();
  for (const { leaf } of filterLeaves(filter)) {
    if (measureFields.get(leaf.field) !== "id" || negative(leaf)) continue;
    for (const value of valuesOf(leaf)) {
      const metric = metricOfValue(leaf, value);
      if (metric?.idAliases.includes(Number(value))) ids.set(metric, Number(value));
    }
  }
  return ids;
}

const valuesOf = ({ value }: FilterLeaf): readonly unknown[] => (Array.isArray(value) ? value : [value]);
const negative = (leaf: FilterLeaf) => leaf.operator === "notEquals" || leaf.operator === "not-in";

/**
 * Metrics that a filter names with `equals` or `in`, in the order of naming.
 * @throws InvalidError if it names none, or uses another operator
 */
export function namedMetrics(filter: Filter | null): Metric[] {
  const named = new Set<Metric>();
  let hasMeasure = false;
  for (const { leaf, path } of filterLeaves(filter)) {
    if (!isMeasureLeaf(leaf)) continue;
    const fits = Array.isArray(leaf.value)
      ? leaf.operator === "in" || leaf.operator === "not-in"
      : leaf.operator === "equals" || leaf.operator === "notEquals";
    if (!fits) {
      throw invalidAt(
        `${path}.operator`,
        `${leaf.field} takes equals or notEquals with a value, in or not-in with a list`,
      );
    }
    if (negative(leaf)) continue;
    hasMeasure = true;
    for (const value of valuesOf(leaf)) {
      const metric = metricOfValue(leaf, value);
      if (metric !== undefined) named.add(metric);
    }
  }
  if (!hasMeasure) {
    throw invalidAt(
      "filter",
      'select at least one metric: add {operator: "equals", field: "measure_slug", value: …}',
    );
  }
  return [...named];
}

/** A partly decided filter: true and false represent filters that match all or nothing. */
export type Decided = Filter | boolean;

/** The conditions of a filter on the rows of one metric. */
export function decideMeasure(filter: Filter | null, metric: Metric): Decided {
  if (filter === null) return true;
  if (!isFilterGroup(filter)) {
    if (!isMeasureLeaf(filter)) return filter;
    const isNamed = valuesOf(filter).some((value) => metricOfValue(filter, value) === metric);
    return isNamed !== negative(filter);
  }
  if (filter.filters.length === 0) return true;
  return join(
    filter.operator,
    filter.filters.map((inner) => decideMeasure(inner, metric)),
  );
}

function join(operator: "and" | "or", parts: readonly Decided[]): Decided {
  const deciding = operator === "or";
  if (parts.some((part) => part === deciding)) return deciding;
  const open = parts.filter((part): part is Filter => typeof part !== "boolean");
  const [first] = open;
  if (first === undefined) return !deciding;
  return open.length === 1 ? first : { operator, filters: open };
}

export interface SplitFilter {
  /** On days only. */
  days: Filter[];
  /** On listings only. */
  listings: Filter[];
  /** On both, such as `date after … or network_id equals …`. */
  both: Filter[];
}

/** Splits a filter into conditions that must all hold. */
export function splitFilter(filter: Filter | true): SplitFilter {
  const split: SplitFilter = { days: [], listings: [], both: [] };
  const add = (part: Filter): void => {
    if (isFilterGroup(part) && part.operator === "and") for (const inner of part.filters) add(inner);
    else split[subjectOf(part)].push(part);
  };
  if (filter !== true) add(filter);
  return split;
}

/** The subject of a filter. */
export function subjectOf(filter: Filter): keyof SplitFilter {
  const subjects = new Set<keyof SplitFilter>();
  for (const { leaf } of filterLeaves(filter)) subjects.add(leaf.field === DATE_FIELD ? "days" : "listings");
  if (subjects.size > 1) return "both";
  return [...subjects][0] ?? "listings";
}
