import type { Warning } from "#domain/api";
import { type Filter, filterLeaves, invalidAt, type Query } from "#domain/query";
import { warningsOf } from "./compileFilter";
import type { EntityNames } from "./entityNames";
import type { TargetResolver } from "./filterTarget";

/** Rejects a search in totals and series: one without results would go unnoticed in a figure. */
export function refuseSearch({ search }: Query): void {
  if (search === null) return;
  throw invalidAt("search", "search applies to lists of rows only; select by filter instead");
}

/** Warnings about the values of a filter that match no entity. */
export const queryWarnings = (
  filter: Filter | null,
  { resolve, names }: { resolve: TargetResolver; names: EntityNames },
): Warning[] =>
  [...filterLeaves(filter)].flatMap(({ leaf, path }) =>
    warningsOf(leaf, resolve(leaf.field), { names, path }),
  );
