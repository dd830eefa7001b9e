import { useEffect, useState } from "react";

/** Elements that need attention first. Toasts have the role of dialogs but do not. */
const DIALOGS = ':is([role="dialog"], [role="alertdialog"], [role="menu"]):not([aria-modal="false"])';

/** True if a dialog, a popover or a menu is open. */
export const isDialogOpen = (): boolean => document.querySelector(DIALOGS) !== null;

/** True if typing changes an element. */
export const isTextInput = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    target.closest("input, textarea, select, [role=textbox], [role=combobox]") !== null);

/** True if moving the focus would interrupt the reader. */
const isFocusBusy = (): boolean => isDialogOpen() || isTextInput(document.activeElement);

/**
 * Delays a dialog that would take the focus.
 *
 * @returns true once no dialog is open and no field has the focus, and from then on while `wanted`
 */
export function useFreeFocus(wanted: boolean): boolean {
  const [granted, setGranted] = useState(false);
  useEffect(() => {
    if (!wanted) {
      setGranted(false);
      return;
    }
    let timer: ReturnType<typeof setTimeout>;
    // In the next task: between two fields nothing has the focus, and a closing dialog restores it.
    const check = () => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        if (isFocusBusy()) return;
        stop();
        setGranted(true);
      });
    };
    const dialogs = new MutationObserver(check);
    const stop = () => {
      clearTimeout(timer);
      dialogs.disconnect();
      removeEventListener("focusin", check);
      removeEventListener("focusout", check);
    };
    dialogs.observe(document.body, { childList: true });
    addEventListener("focusin", check);
    addEventListener("focusout", check);
    check();
    return stop;
  }, [wanted]);
  return wanted && granted;
}
