import type { EntityKind, ReadScope } from "#domain";

/**
 * Whether totals over listings are no longer those that are kept, since some of the listings do not count.
 * @param kind of what the totals are of; null for what is no entity
 */
export function narrowsTotals(scope: ReadScope, kind: EntityKind | null): boolean {
  const isNarrowed = (slug: string) => scope.termsOf(slug).rows !== null;
  // An asset that may be read has all of its tokens, unless tokens are left out themselves.
  return isNarrowed("tokens") || (kind !== "asset" && isNarrowed("assets"));
}
