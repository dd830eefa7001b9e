import type { ChartLayer } from "./planChart";

/** Which series of a chart are shown, by their slugs in the address: those of `only`, or all but those of `hide`. */
export interface LegendSelection {
  only?: readonly string[] | undefined;
  hide?: readonly string[] | undefined;
}

type NamedLayer = Pick<ChartLayer, "key" | "slug">;

/** Keys of the layers that a selection hides. One that names no layer of the chart, such as after another grouping, hides none. */
export function hiddenKeys(
  layers: readonly NamedLayer[],
  { only = [], hide = [] }: LegendSelection,
): ReadonlySet<string> {
  const isNamed = layers.some(({ slug }) => only.includes(slug));
  return new Set(
    layers.filter(({ slug }) => (isNamed ? !only.includes(slug) : hide.includes(slug))).map(({ key }) => key),
  );
}

/** The selection that hides some layers: the shorter list of those shown and those hidden; empty where all are shown. */
export function legendSelection(layers: readonly NamedLayer[], hidden: ReadonlySet<string>): LegendSelection {
  const slugsOf = (isHidden: boolean) =>
    layers.filter(({ key }) => hidden.has(key) === isHidden).map(({ slug }) => slug);
  const [only, hide] = [slugsOf(false), slugsOf(true)];
  if (hide.length === 0) return {};
  return only.length > 0 && only.length < hide.length ? { only } : { hide };
}
