import type { EntityKind, ReadScope } from "#domain";

/**
 * Whether totals over listings differ from the stored ones, since some of the listings are not visible.
 * @param kind of the entities of the totals; null for rows that are not entities
 */
export function narrowsTotals(scope: ReadScope, kind: EntityKind | null): boolean {
  const isNarrowed = (slug: string) => scope.termsOf(slug).rows !== null;
  // An asset that may be read has all of its tokens, unless tokens are left out themselves.
  return isNarrowed("tokens") || (kind !== "asset" && isNarrowed("assets"));
}
