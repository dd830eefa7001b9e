import { type RefObject, useLayoutEffect, useRef } from "react";

/**
 * Reports input of a control before hydration. React keeps the value of the element but not in its state, and would reset
 * it at the next change.
 *
 * @param read the value of the element at hydration
 * @param known the value it was rendered with; undefined for an uncontrolled element
 */
export function useEarlyInput<Element extends HTMLElement, Value>(
  read: (element: Element) => Value,
  known: Value | undefined,
  onChange: ((value: Value) => void) | undefined,
): RefObject<Element | null> {
  const element = useRef<Element>(null);
  const adopt = useRef(() => {
    if (element.current === null || known === undefined) return;
    const found = read(element.current);
    if (found !== known) onChange?.(found);
  });
  // Before the next paint, and before an effect of the page can set the value to something else.
  useLayoutEffect(() => adopt.current(), []);
  return element;
}
