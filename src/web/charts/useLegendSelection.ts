import { useState } from "react";
import type { ChartLayer } from "./plan/planChart";

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

const textOf = ({ only, hide }: LegendSelection) => JSON.stringify([only, hide]);

/**
 * Visible series of a chart: those of its URL, and immediately after a change the reader's selection, before
 * the URL follows.
 *
 * @param given selection of the URL; applies whenever it changes
 * @param onSelect changes the URL; without it, the selection is local state
 */
export function useLegendSelection(
  given: LegendSelection,
  onSelect: ((selection: LegendSelection) => void) | undefined,
): [selection: LegendSelection, select: (selection: LegendSelection) => void] {
  const [selection, setSelection] = useState(given);
  const [followed, setFollowed] = useState(textOf(given));
  if (textOf(given) !== followed) {
    setFollowed(textOf(given));
    setSelection(given);
  }
  return [
    selection,
    (next) => {
      setSelection(next);
      onSelect?.(next);
    },
  ];
}
