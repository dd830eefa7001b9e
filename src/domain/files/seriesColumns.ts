interface NamedGroup {
  id: number | string | null;
  slug?: string | null;
  name: string;
}

const SLUG = /^[a-z0-9-]+$/;

/**
 * Titles of the columns of wide files, one for each group: its name, followed by its slug if the name does not identify
 * it. That is so if several groups of the file share the name, if the name could be the slug of another group, and for
 * a token that is not the only one of its asset on its network, whose slug ends in its id: the other tokens of that
 * name need not be in the file.
 */
export function seriesColumns(groups: readonly NamedGroup[]): string[] {
  const counts = new Map<string, number>();
  for (const { name } of groups) counts.set(name, (counts.get(name) ?? 0) + 1);
  return groups.map(({ id, slug = null, name }) => {
    const isClear =
      counts.get(name) === 1 &&
      (slug === null || !(slug.endsWith(`-${id}`) || (SLUG.test(name) && name !== slug)));
    return isClear ? name : `${name} (${slug ?? id})`;
  });
}

/** The name and the slug of a column title that has both; null for others. */
export function partsOfSeriesColumn(title: string): { name: string; slug: string } | null {
  const [, name, slug] = /^(.+) \(([^\s()]+)\)$/s.exec(title) ?? [];
  return name === undefined || slug === undefined ? null : { name, slug };
}
