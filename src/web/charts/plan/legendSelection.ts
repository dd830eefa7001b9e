import type { ChartLayer } from "./planChart";

/** Visible series of a chart by their slugs in the URL: those of `only`, or all except those of `hide`. */
export interface LegendSelection {
  only?: readonly string[] | undefined;
  hide?: readonly string[] | undefined;
}

type NamedLayer = Pick<ChartLayer, "key" | "slug">;

/**
 * Keys of the layers that a selection hides. A selection without layers of the chart, for example after
 * another grouping, hides none.
 */
export function hiddenKeys(
  layers: readonly NamedLayer[],
  { only = [], hide = [] }: LegendSelection,
): ReadonlySet<string> {
  const isNamed = layers.some(({ slug }) => only.includes(slug));
  return new Set(
    layers.filter(({ slug }) => (isNamed ? !only.includes(slug) : hide.includes(slug))).map(({ key }) => key),
  );
}

/** The selection that hides layers: the shorter list of visible and hidden ones; empty if all are visible. */
export function legendSelection(layers: readonly NamedLayer[], hidden: ReadonlySet<string>): LegendSelection {
  const slugsOf = (isHidden: boolean) =>
    layers.filter(({ key }) => hidden.has(key) === isHidden).map(({ slug }) => slug);
  const [only, hide] = [slugsOf(false), slugsOf(true)];
  if (hide.length === 0) return {};
  return only.length > 0 && only.length < hide.length ? { only } : { hide };
}
