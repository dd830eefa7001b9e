import type { StatementReader } from "#stores";

/**
 * Which providers nothing was ever stored of: a preference for one has no effect.
 * @param providers as rows keep them
 */
export async function unknownProviders(
  store: StatementReader,
  providers: readonly string[],
): Promise<string[]> {
  if (providers.length === 0) return [];
  const known = await store.rows<{ provider: string }>("SELECT DISTINCT provider FROM sources");
  return providers.filter((name) => !known.some(({ provider }) => provider === name));
}
