import { useLocation } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import * as v from "valibot";
import type { SignInModalMode } from "#domain/site";
import { SIGN_IN_MODAL_DELAY_MS, SIGN_IN_MODAL_HOLD_MS, SIGN_IN_MODAL_MIN_VISITS } from "#domain/vocabulary";
import { useFreeFocus } from "../../../ui/controls/focus";
import { readSessionItem, writeSessionItem } from "../session/sessionItem";
import { INLINE_AUTH_KEY, VISITS_KEY } from "../session/storageKeys";
import type { SessionStatus } from "../session/useSession";

const visitsSchema = v.object({ count: v.pipe(v.number(), v.integer(), v.minValue(0)), path: v.string() });
/** Number of pages shown in this tab after the landing page, and the latest one. */
export type Visits = v.InferOutput<typeof visitsSchema>;

/**
 * Adds a visit for another page. The landing page and the same page again (a reload, another filter) do not
 * count.
 *
 * @param visits null before the first page
 */
export function afterVisit(visits: Visits | null, path: string): Visits {
  if (visits === null) return { count: 0, path };
  return visits.path === path ? visits : { count: visits.count + 1, path };
}

function parseVisits(text: string | null): Visits | null {
  try {
    return v.parse(visitsSchema, JSON.parse(text ?? ""));
  } catch {
    return null;
  }
}

/** Counts a page and returns the number of visits in this tab since the landing page. */
function countVisit(path: string): number {
  const visits = afterVisit(parseVisits(readSessionItem(VISITS_KEY)), path);
  writeSessionItem(VISITS_KEY, JSON.stringify(visits));
  return visits.count;
}

/** Pages that never open the modal: home, sign-in pages, citations, the sales page. */
const openPages = new Set(["/", "/login", "/auth/error", "/auth/verify", "/citations", "/platform-overview"]);

export interface SignInModalFacts {
  status: SessionStatus;
  /** The operator's setting. */
  mode: SignInModalMode;
  pathname: string;
  /** Pages shown in this tab after the landing page, including this one. */
  visits: number;
  /** Value of `INLINE_AUTH_KEY` in session storage. */
  inlineAuth: string | null;
}

/** True if an anonymous visitor has visited enough pages for the sign-in modal. */
export function opensSignInModal({ status, mode, pathname, visits, inlineAuth }: SignInModalFacts): boolean {
  const page = pathname.length > 1 ? pathname.replace(/\/+$/, "") : pathname;
  return (
    mode !== "off" &&
    status === "unauthenticated" &&
    visits >= SIGN_IN_MODAL_MIN_VISITS &&
    !openPages.has(page) &&
    inlineAuth !== "disabled"
  );
}

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
