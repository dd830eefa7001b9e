import { allOf } from "../query/filters";
import type { Filter } from "../query/query";
import type { ReadScope } from "./accessPolicy";

/**
 * A scope with conditions on the rows of resources, in addition to those of access policies.
 *
 * @param name identifies the conditions in the fingerprint of the scope
 * @param rows conditions by the slug of the resource
 */
export function narrowedScope(
  scope: ReadScope | null,
  { name, rows }: { name: string; rows: ReadonlyMap<string, Filter> },
): ReadScope {
  return {
    fingerprint: `${name} ${scope?.fingerprint ?? ""}`,
    termsOf: (resource) => {
      const terms = scope?.termsOf(resource) ?? unrestricted;
      return { ...terms, rows: allOf(terms.rows, rows.get(resource)) };
    },
  };
}

const unrestricted: ReturnType<ReadScope["termsOf"]> = {
  deniedBy: null,
  openedBy: null,
  rows: null,
  hidden: new Set(),
  historyDays: null,
  since: null,
};
