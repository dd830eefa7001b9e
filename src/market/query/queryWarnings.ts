import { type Filter, filterLeaves, type Warning } from "#domain";
import { warningsOf } from "./compileFilter";
import type { EntityNames } from "./entityNames";
import type { TargetResolver } from "./filterTarget";

/** Warnings about the values of a filter that match no entity. */
export const queryWarnings = (
  filter: Filter | null,
  { resolve, names }: { resolve: TargetResolver; names: EntityNames },
): Warning[] =>
  [...filterLeaves(filter)].flatMap(({ leaf, path }) =>
    warningsOf(leaf, resolve(leaf.field), { names, path }),
  );
