/** Whether something on the page can show a toast, apart from the code of toasts: most pages never need that. */
let isNeeded = false;
let tell = () => {};

/** What a reader does. A toast answers it, so the code of toasts waits for the first of these. */
const DOINGS = ["pointerdown", "pointermove", "touchstart", "keydown", "input", "click"] as const;

/** Said when there is a toast to show. */
export function needToasts(): void {
  isNeeded = true;
  tell();
}

/** Said in the browser by the code that can show toasts, as soon as it is loaded. */
export function expectToasts(): void {
  const controller = new AbortController();
  const options = { signal: controller.signal, capture: true, passive: true };
  const begin = () => {
    controller.abort();
    needToasts();
  };
  for (const doing of DOINGS) document.addEventListener(doing, begin, options);
}

/** Calls back as soon as toasts are needed, at once where they are already. */
export function whenToastsNeeded(call: () => void): void {
  tell = call;
  if (isNeeded) call();
}
