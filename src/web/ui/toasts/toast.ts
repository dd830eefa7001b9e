import { TOAST_DURATION_MS, type toastVariants } from "#domain/vocabulary";
import { expectToasts, needToasts } from "./toastNeed";

export type ToastVariant = (typeof toastVariants)[number];

export interface ToastOptions {
  message: string;
  /** Default: `primary`. Warnings and dangers are announced immediately. */
  variant?: ToastVariant;
  /** True to show a close button. Default: true. */
  dismissible?: boolean;
  /** Milliseconds on screen, not counting hover and focus; 0 keeps it until dismissed. Default: 5000. */
  duration?: number;
  /** Replaces a visible toast with the same id. */
  id?: string;
}

/** A toast with all defaults applied. */
export interface Toast extends Required<Omit<ToastOptions, "id">> {
  id: string;
}

/** Shows a toast. */
export type Toaster = (toast: Toast) => void;

// The region is rendered before the first toast: screen readers only announce additions to a known region.
if (typeof document !== "undefined") expectToasts();

let made = 0;
let toaster: Toaster | null = null;
/** Toasts from before the viewport was ready. */
let waiting: Toast[] = [];

/** Called by the viewport once it can show toasts. It then receives the waiting ones. */
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
