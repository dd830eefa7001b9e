import { useEffect, useState } from "react";
import { takesText } from "./takesText";

/** What asks for something first; toasts call themselves dialogs and ask for nothing. */
const ASKING = ':is([role="dialog"], [role="alertdialog"], [role="menu"]):not([aria-modal="false"])';

/** Whether a dialog, a popover or a menu is open. */
export const isDialogOpen = (): boolean => document.querySelector(ASKING) !== null;

/** Whether somebody is in the middle of something from which the focus must not be taken. */
const isOccupied = (): boolean => isDialogOpen() || takesText(document.activeElement);

/**
 * Waits with what would take the focus: true from the first moment, while it is
 * wanted, in which no dialog is open and no field has the focus; then until it is not wanted any more.
 */
export function useFreeMoment(wanted: boolean): boolean {
  const [granted, setGranted] = useState(false);
  useEffect(() => {
    if (!wanted) {
      setGranted(false);
      return;
    }
    let timer: ReturnType<typeof setTimeout>;
    // Between two fields the focus is nowhere for a moment, and a dialog that closes gives it back.
    const look = () => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        if (isOccupied()) return;
        stop();
        setGranted(true);
      });
    };
    const dialogs = new MutationObserver(look);
    const stop = () => {
      clearTimeout(timer);
      dialogs.disconnect();
      removeEventListener("focusin", look);
      removeEventListener("focusout", look);
    };
    dialogs.observe(document.body, { childList: true });
    addEventListener("focusin", look);
    addEventListener("focusout", look);
    look();
    return stop;
  }, [wanted]);
  return wanted && granted;
}
