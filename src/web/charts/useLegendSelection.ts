import { useState } from "react";
import type { LegendSelection } from "./plan/legendSelection";

const textOf = ({ only, hide }: LegendSelection) => JSON.stringify([only, hide]);

/**
 * Which series a chart shows: what its address says, and at once what a reader chooses, before the address follows.
 *
 * @param given of the address; whenever it changes, it applies
 * @param onSelect changes the address; without it, the choice is the chart's own
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
