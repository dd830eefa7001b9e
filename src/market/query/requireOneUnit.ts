import type { Metric } from "#domain/metrics";
import { type Filter, type FilterLeaf, invalidAt, isFilterGroup } from "#domain/query";
import { isUnitGrouping, perUnitProblem } from "#domain/resources";
import type { ListingSource } from "./listingSource";

export interface UnitQuery {
  /** Undefined for one total over everything. */
  groupBy: string | undefined;
  filter: Filter | null;
  source: ListingSource;
}

/** Fields that name one asset, token or listed instrument by a single value. */
const unitFields = new Set(["id", "slug", "asset_id", "asset_slug", "underlying_symbol"]);

/**
 * Whether every group of a query is one unit: by its grouping, or because its filter selects one asset, token
 * or instrument.
 */
export const isOfOneUnit = ({ groupBy, filter, source }: UnitQuery): boolean =>
  isUnitQueryGroup(groupBy, source) || requiredLeaves(filter).some((leaf) => namesOneUnit(leaf, source));

/** @throws InvalidError for a figure of one unit that is requested over several */
export function requireOneUnit(
  metrics: readonly Metric[],
  query: UnitQuery,
  path = "aggregate.groupBy",
): void {
  const [first] = metrics.filter(({ isPerUnit }) => isPerUnit);
  if (first !== undefined && !isOfOneUnit(query)) throw invalidAt(path, perUnitProblem(first));
}

function isUnitQueryGroup(groupBy: string | undefined, source: ListingSource): boolean {
  if (groupBy === undefined) return false;
  return isUnitGrouping(groupBy) || isUnitGrouping(source.column(groupBy)?.field.name ?? groupBy);
}

/** Conditions that every row meets. */
function requiredLeaves(filter: Filter | null): readonly FilterLeaf[] {
  if (filter === null) return [];
  if (!isFilterGroup(filter)) return [filter];
  return filter.operator === "and" || filter.filters.length === 1
    ? filter.filters.flatMap(requiredLeaves)
    : [];
}

function namesOneUnit({ field, operator, value }: FilterLeaf, source: ListingSource): boolean {
  if (!unitFields.has(source.column(field)?.field.name ?? "")) return false;
  const values = [value].flat();
  return (operator === "equals" || operator === "in") && values.length === 1 && values[0] !== null;
}
