import { useState } from "react";
import type { LegendSelection } from "./plan/legendSelection";

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
