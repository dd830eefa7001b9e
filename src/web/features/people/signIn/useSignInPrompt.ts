import { useLocation } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { SIGN_IN_MODAL_DELAY_MS, SIGN_IN_MODAL_HOLD_MS, type SignInModalMode } from "#domain";
import { useFreeFocus } from "../../../ui/controls/focus";
import { readSessionItem, writeSessionItem } from "../session/sessionItem";
import { INLINE_AUTH_KEY } from "../session/storageKeys";
import type { SessionStatus } from "../session/useSession";
import { opensSignInModal } from "./signInModalRule";
import { countVisit } from "./visitCount";

export interface SignInPrompt {
  isOpen: boolean;
  /** Closes the modal and suppresses it in this tab. */
  dismiss: () => void;
}

export interface SignInPromptOptions {
  status: SessionStatus;
  mode: SignInModalMode;
  /** Loads the code of the modal. */
  prepare: () => Promise<unknown>;
}

/**
 * Counts the pages of this tab and decides when the sign-in modal opens: 2 s after the deciding visit, at
 * least 500 ms after the session is known, and never while a dialog is open or a field has the focus.
 */
export function useSignInPrompt({ status, mode, prepare }: SignInPromptOptions): SignInPrompt {
  const pathname = useLocation({ select: (location) => location.pathname });
  const [settled, setSettled] = useState(false);
  /** The visit whose delay has elapsed; null before that. */
  const [waited, setWaited] = useState<{ pathname: string; visits: number } | null>(null);
  const [openedOn, setOpenedOn] = useState<string | null>(null);

  useEffect(() => {
    if (status === "loading") return;
    const hold = setTimeout(() => setSettled(true), SIGN_IN_MODAL_HOLD_MS);
    return () => clearTimeout(hold);
  }, [status]);

  useEffect(() => {
    const visits = countVisit(pathname);
    const delay = setTimeout(() => setWaited({ pathname, visits }), SIGN_IN_MODAL_DELAY_MS);
    return () => {
      clearTimeout(delay);
      setWaited(null);
    };
  }, [pathname]);

  useEffect(() => {
    const inlineAuth = readSessionItem(INLINE_AUTH_KEY);
    const isDue =
      settled &&
      waited?.pathname === pathname &&
      opensSignInModal({ status, mode, pathname, visits: waited.visits, inlineAuth });
    if (!isDue) {
      setOpenedOn(null);
      return;
    }
    let isCurrent = true;
    const openModal = () => isCurrent && setOpenedOn(pathname);
    void prepare().then(openModal, openModal);
    return () => {
      isCurrent = false;
    };
  }, [pathname, settled, waited, status, mode, prepare]);

  return {
    isOpen: useFreeFocus(openedOn === pathname),
    dismiss: () => {
      writeSessionItem(INLINE_AUTH_KEY, "disabled");
      setOpenedOn(null);
    },
  };
}
