import type { MouseEvent } from "react";

/** Takes a link's click over, unless the reader wants it in another tab or saved. */
export function followPlainClick(event: MouseEvent, act: () => void): void {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  act();
}
