import type { MouseEvent } from "react";

/** Handles a link's click, unless it opens another tab or saves the target. */
export function followPlainClick(event: MouseEvent, act: () => void): void {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  act();
}
