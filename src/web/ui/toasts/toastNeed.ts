/**
 * Tracks whether the page can show a toast, separately from the code of toasts, which most pages never need.
 */
let isNeeded = false;
let notify = () => {};

/** User interactions. Toasts respond to interactions, so their code loads with the first one. */
const DOINGS = ["pointerdown", "pointermove", "touchstart", "keydown", "input", "click"] as const;

/** Called when there is a toast to show. */
export function needToasts(): void {
  isNeeded = true;
  notify();
}

/** Called in the browser by code that can show toasts, once it is loaded. */
export function expectToasts(): void {
  const controller = new AbortController();
  const options = { signal: controller.signal, capture: true, passive: true };
  const begin = () => {
    controller.abort();
    needToasts();
  };
  for (const doing of DOINGS) document.addEventListener(doing, begin, options);
}

/** Calls back once toasts are needed, immediately if they already are. */
export function whenToastsNeeded(call: () => void): void {
  notify = call;
  if (isNeeded) call();
}
