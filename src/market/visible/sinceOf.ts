import type { ReadScope } from "#domain/people";
import type { EntityKind } from "#domain/resources";

/**
 * Whether totals over listings differ from the stored ones, since some of the listings are not visible.
 * @param kind of the entities of the totals; null for rows that are not entities
 */
export function narrowsTotals(scope: ReadScope, kind: EntityKind | null): boolean {
  const isNarrowed = (slug: string) => scope.termsOf(slug).rows !== null;
  // An asset that may be read has all of its tokens, unless tokens are left out themselves.
  return isNarrowed("tokens") || (kind !== "asset" && isNarrowed("assets"));
}

/** The first day of the shortest history that counts for several resources at once, `YYYY-MM-DD`; null for all of it. */
export const sinceOf = (scope: ReadScope | null, slugs: readonly string[]): string | null =>
  slugs
    .flatMap((slug) => scope?.termsOf(slug).since ?? [])
    .sort()
    .at(-1) ?? null;

/** Condition that some days before a day it was not yet the first day of a history. */
export const isBeforeSql = (day: string, { daysBack, since }: { daysBack: number; since: string }): string =>
  `${day} < toDate32('${since}') + ${daysBack}`;
