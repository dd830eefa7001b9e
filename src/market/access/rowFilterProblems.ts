import { type InputProblem, InvalidError } from "#domain/errors";
import { type Filter, isFilterGroup } from "#domain/query";
import { resourceByName, resources } from "#domain/resources";
import { compileFilter } from "../query/compileFilter";
import { RowSource } from "../query/rowSource";
import { SqlBinder } from "../sql/sqlBinder";

/**
 * Problems of a row filter for some resources, or for all of them if none is named. A group without conditions matches
 * every row, so it is refused here, although queries may contain one.
 */
export function rowFilterProblems(filter: Filter, slugs: readonly string[]): InputProblem[] {
  const empty = emptyGroups(filter, "filter");
  if (empty.length > 0) return empty;
  const named = slugs.length === 0 ? resources : slugs.flatMap((slug) => resourceByName(slug) ?? []);
  return named.flatMap((resource) => {
    const { resolve } = new RowSource(resource);
    try {
      compileFilter(filter, { binder: new SqlBinder(), resolve, names: new Map(), of: resource.label });
      return [];
    } catch (error) {
      if (error instanceof InvalidError) return [...error.problems];
      throw error;
    }
  });
}

const emptyGroups = (filter: Filter, path: string): InputProblem[] => {
  if (!isFilterGroup(filter)) return [];
  if (filter.filters.length === 0) {
    return [
      { path: `${path}.filters`, message: "Enter at least one condition; an empty group matches every row" },
    ];
  }
  return filter.filters.flatMap((part, index) => emptyGroups(part, `${path}.filters[${index}]`));
};
