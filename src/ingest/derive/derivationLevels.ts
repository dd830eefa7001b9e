import { type Derivation, inputsOf, type Metric, type MetricSlug } from "#domain/metrics";

/** Every metric a derivation may read. */
export const metricsRead = <Slug extends string>(way: Derivation<Slug>): readonly Slug[] =>
  inputsOf(way).flat();

/**
 * Derived metrics in layers: each reads only observed metrics and those of earlier layers.
 * @throws when descriptions name an unknown metric or depend on one another in a circle.
 */
export function derivationLevels<Slug extends string>(metrics: readonly Metric<Slug>[]): Metric<Slug>[][] {
  const bySlug = new Map<string, Metric<Slug>>(metrics.map((metric) => [metric.slug, metric]));
  const levelOf = new Map<string, number>();
  const level = (slug: string, path: readonly string[]): number => {
    const metric = bySlug.get(slug);
    if (metric === undefined)
      throw new Error(`${path.at(-1)} is derived from ${slug}, which is not a metric`);
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

/** A metric that is computable from the observed ones. */
export interface Attainable {
  metric: Metric;
  isObserved: boolean;
  /**
   * Its derivations with all inputs computable, each with its position among all of the metric's derivations,
   * from 1.
   */
  ways: readonly { way: Derivation; place: number }[];
}

/** The way without the alternatives that cannot be known; null where an input is left without any. */
function wayThrough(way: Derivation, isKnown: (slug: MetricSlug) => boolean): Derivation | null {
  if (way.op !== "product") return metricsRead(way).every(isKnown) ? way : null;
  const factors = way.factors.map((input) => input.filter(isKnown));
  return factors.every((slugs) => slugs.length > 0) ? { ...way, factors } : null;
}

/**
 * The computable metrics if these were observed: all others would be empty for every row.
 * @param levels as returned by `derivationLevels`
 * @returns the levels restricted to computable metrics, none of them empty
 */
export function attainableLevels(
  levels: readonly (readonly Metric[])[],
  isObserved: (metric: Metric) => boolean,
  given: readonly Metric[],
): Attainable[][] {
  const known = new Set<string>(given.filter(isObserved).map(({ slug }) => slug));
  return levels.flatMap((level) => {
    const attained = level.flatMap((metric): Attainable[] => {
      const ways = metric.derive.flatMap((way, i) => {
        const through = wayThrough(way, (slug) => known.has(slug));
        return through === null ? [] : [{ way: through, place: i + 1 }];
      });
      return ways.length > 0 || isObserved(metric) ? [{ metric, isObserved: isObserved(metric), ways }] : [];
    });
    for (const { metric } of attained) known.add(metric.slug);
    return attained.length > 0 ? [attained] : [];
  });
}
