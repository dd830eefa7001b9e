import { type RefObject, useLayoutEffect, useRef } from "react";

/**
 * Hands over what somebody did to a control of a server-rendered page before
 * scripts took it over. React keeps what it finds in the element but does not
 * know of it, and would put its own value back with the next change.
 *
 * @param read what the element holds when it is taken over
 * @param known the value it was rendered with; undefined for an element that keeps its own
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
