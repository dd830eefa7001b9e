/** Whether something on the page can show a toast, apart from the code of toasts: most pages never need that. */
let isNeeded = false;
let tell = () => {};

/** Said by the code that shows toasts as soon as it is loaded. */
export function needToasts(): void {
  isNeeded = true;
  tell();
}

/** Calls back as soon as toasts are needed, at once where they are already. */
export function whenToastsNeeded(call: () => void): void {
  tell = call;
  if (isNeeded) call();
}
