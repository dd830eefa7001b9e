import { type Derivation, inputsOf, type Metric } from "#domain";

/** Every metric a derivation may read. */
export const metricsRead = (way: Derivation): readonly string[] => inputsOf(way).flat();

/**
 * Derived metrics in layers: each reads only observed metrics and those of earlier layers.
 * @throws when descriptions name an unknown metric or depend on one another in a circle.
 */
export function derivationLevels<Slug extends string>(metrics: readonly Metric<Slug>[]): Metric<Slug>[][] {
  const bySlug = new Map<string, Metric<Slug>>(metrics.map((metric) => [metric.slug, metric]));
  const levelOf = new Map<string, number>();
  const level = (slug: string, path: readonly string[]): number => {
    const metric = bySlug.get(slug);
    if (metric === undefined) throw new Error(`${path.at(-1)} is derived from ${slug}, which is no metric`);
    if (path.includes(slug))
      throw new Error(`Metrics derive from each other: ${[...path, slug].join(" → ")}`);
    const known = levelOf.get(slug);
    if (known !== undefined) return known;
    const inputs = metric.derive.flatMap(metricsRead);
    const found =
      inputs.length === 0 ? 0 : 1 + Math.max(...inputs.map((input) => level(input, [...path, slug])));
    levelOf.set(slug, found);
    return found;
  };
  const levels: Metric<Slug>[][] = [];
  for (const metric of metrics) {
    const index = level(metric.slug, []) - 1;
    if (index < 0) continue;
    levels[index] = [...(levels[index] ?? []), metric];
  }
  return levels;
}
