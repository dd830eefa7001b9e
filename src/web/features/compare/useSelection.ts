import { useState } from "react";
import type { ResourceRow } from "#domain/api";
import { useCaller } from "../people/session/useCaller";
import { type ComparedRows, type Comparison, comparisonOf, MAX_SELECTED } from "./comparison";

/** Selected rows of a table, across all of its pages. */
export interface Selection {
  comparison: Comparison;
  /** Names by slug, in the order of selection. */
  selected: ReadonlyMap<string, string>;
  isFull: boolean;
  slugOf: (row: ResourceRow) => string | null;
  set: (slug: string, name: string, isSelected: boolean) => void;
  clear: () => void;
}

const nothing: ReadonlyMap<string, string> = new Map();

/** Selects rows of a table for comparison; null if they cannot be compared. */
export function useSelection(rows: ComparedRows): Selection | null {
  const comparison = comparisonOf(rows, useCaller());
  const [selected, setSelected] = useState(nothing);
  if (comparison === null) return null;
  return {
    comparison,
    selected,
    isFull: selected.size >= MAX_SELECTED,
    slugOf: ({ slug }) => (typeof slug === "string" && slug !== "" ? slug : null),
    set: (slug, name, isSelected) =>
      setSelected((before) => {
        const others = [...before].filter(([other]) => other !== slug);
        if (!isSelected) return new Map(others);
        return others.length < MAX_SELECTED ? new Map([...others, [slug, name]]) : before;
      }),
    clear: () => setSelected(nothing),
  };
}
