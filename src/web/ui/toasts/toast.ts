import { TOAST_DURATION_MS, type toastVariants } from "#domain";
import { expectToasts, needToasts } from "./toastNeed";

export type ToastVariant = (typeof toastVariants)[number];

export interface ToastOptions {
  message: string;
  /** Default: `primary`. Warnings and dangers are announced at once. */
  variant?: ToastVariant;
  /** Whether it has a close button. Default: true. */
  dismissible?: boolean;
  /** Milliseconds on screen, not counting hover and focus; 0 keeps it until dismissed. Default: 5000. */
  duration?: number;
  /** A toast with the id of one in view takes its place. */
  id?: string;
}

/** A toast with nothing left open. */
export interface Toast extends Required<Omit<ToastOptions, "id">> {
  id: string;
}

/** What shows a toast. */
export type Toaster = (toast: Toast) => void;

// Their region stands in the page before the first of them: screen readers tell what is added to one they know.
if (typeof document !== "undefined") expectToasts();

let made = 0;
let toaster: Toaster | null = null;
/** Toasts that were asked for before there was anything to show them. */
let waiting: Toast[] = [];

/** Called by the viewport once it can show toasts: it is given those of the meantime. */
export function provideToaster(given: Toaster): void {
  toaster = given;
  const shown = waiting;
  waiting = [];
  for (const toast of shown) given(toast);
}

/** Shows a message at the bottom right. Only in the browser. */
export function showToast({
  message,
  variant = "primary",
  dismissible = true,
  duration = TOAST_DURATION_MS,
  id = `toast-${++made}`,
}: ToastOptions): void {
  const toast = { message, variant, dismissible, duration, id };
  if (toaster !== null) toaster(toast);
  else {
    waiting = [...waiting.filter((other) => other.id !== id), toast];
    needToasts();
  }
}
