import { useState } from "react";
import type { ResourceRow } from "#domain";
import { useCaller } from "../people/session/useCaller";
import { type ComparedRows, type Comparison, comparisonOf, MAX_SELECTED } from "./comparison";

/** What a reader has selected of a table, over all of its pages. */
export interface Selection {
  comparison: Comparison;
  /** Names by slugs, in the order in which they were selected. */
  selected: ReadonlyMap<string, string>;
  isFull: boolean;
  slugOf: (row: ResourceRow) => string | null;
  set: (slug: string, name: string, isSelected: boolean) => void;
  clear: () => void;
}

const nothing: ReadonlyMap<string, string> = new Map();

/** Selects rows of a table to compare them; null where they cannot be. */
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
