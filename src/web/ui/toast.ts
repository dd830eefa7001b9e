import { Toast } from "@base-ui/react/toast";
import { TOAST_DURATION_MS, type toastVariants } from "#domain";

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

export interface ToastData {
  variant: ToastVariant;
  dismissible: boolean;
}

/** Shared by `showToast` and the viewport in the shell. */
export const toastManager = Toast.createToastManager<ToastData>();

let made = 0;

/** Toasts that were asked for before the viewport was there to show them; null once it is. */
let waiting: (() => void)[] | null = [];

/** Called by the viewport, which loads after the page: shows what was asked for in the meantime. */
export function toastViewportIsReady(): void {
  const shown = waiting ?? [];
  waiting = null;
  for (const show of shown) show();
}

/**
 * Shows a message at the bottom right. Only in the browser.
 *
 * @returns its id, for `dismissToast`.
 */
export function showToast({
  message,
  variant = "primary",
  dismissible = true,
  duration = TOAST_DURATION_MS,
  id = `toast-${++made}`,
}: ToastOptions): string {
  const show = () => {
    toastManager.add({
      id,
      title: message,
      timeout: duration,
      priority: variant === "danger" || variant === "warning" ? "high" : "low",
      data: { variant, dismissible },
    });
  };
  if (waiting === null) show();
  else waiting.push(show);
  return id;
}

export const dismissToast = (id: string): void => toastManager.close(id);
