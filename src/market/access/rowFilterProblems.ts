import { type Filter, type InputProblem, InvalidError, resourceByName, resources } from "#domain";
import { compileFilter } from "../query/compileFilter";
import { RowSource } from "../query/rowSource";
import { SqlBinder } from "../sql/sqlBinder";

/** Problems of a row filter for some resources, or for all of them if none is named. */
export function rowFilterProblems(filter: Filter, slugs: readonly string[]): InputProblem[] {
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
