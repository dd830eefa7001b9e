import type { ReadScope } from "#domain";

/** The shortest history that counts for figures about several resources at once, in days; null for all of it. */
export function historyOf(scope: ReadScope | null, slugs: readonly string[]): number | null {
  const days = slugs.flatMap((slug) => scope?.termsOf(slug).historyDays ?? []);
  return days.length === 0 ? null : Math.min(...days);
}

/** The first day of the shortest history that counts for several resources at once, `YYYY-MM-DD`; null for all of it. */
export const sinceOf = (scope: ReadScope | null, slugs: readonly string[]): string | null =>
  slugs
    .flatMap((slug) => scope?.termsOf(slug).since ?? [])
    .sort()
    .at(-1) ?? null;
