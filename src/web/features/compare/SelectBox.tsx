import { useEarlyInput } from "../../hydration/useEarlyInput";
import type { Selection } from "./useSelection";

export interface SelectBoxProps {
  selection: Selection;
  slug: string;
  name: string;
}

/** Selects a table row. A native checkbox, because a page has a hundred. */
export function SelectBox({ selection: { selected, isFull, set }, slug, name }: SelectBoxProps) {
  const isSelected = selected.has(slug);
  const change = (checked: boolean) => set(slug, name, checked);
  const box = useEarlyInput((input: HTMLInputElement) => input.checked, isSelected, change);
  return (
    <input
      ref={box}
      type="checkbox"
      className="select-box"
      aria-label={`Select ${name}`}
      checked={isSelected}
      disabled={isFull && !isSelected}
      onChange={({ target }) => change(target.checked)}
    />
  );
}
