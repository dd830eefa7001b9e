import type { ReadScope } from "#domain";

/** The first day of the shortest history that counts for several resources at once, `YYYY-MM-DD`; null for all of it. */
export const sinceOf = (scope: ReadScope | null, slugs: readonly string[]): string | null =>
  slugs
    .flatMap((slug) => scope?.termsOf(slug).since ?? [])
    .sort()
    .at(-1) ?? null;

/** Condition that some days before a day it was not yet the first day of a history. */
export const isBeforeSql = (day: string, { daysBack, since }: { daysBack: number; since: string }): string =>
  `${day} < toDate32('${since}') + ${daysBack}`;
