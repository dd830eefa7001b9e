import { type Filter, filterLeaves, type Warning } from "#domain";
import { warningsOf } from "./compileFilter";
import type { EntityNames } from "./entityNames";
import type { TargetResolver } from "./filterTarget";

/** What a client should know about the values of its filter: which of them name nothing that exists. */
export const queryWarnings = (
  filter: Filter | null,
  { resolve, names }: { resolve: TargetResolver; names: EntityNames },
): Warning[] =>
  [...filterLeaves(filter)].flatMap(({ leaf, path }) =>
    warningsOf(leaf, resolve(leaf.field), { names, path }),
  );
