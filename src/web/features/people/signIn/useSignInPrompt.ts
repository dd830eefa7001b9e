import { useLocation } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { SIGN_IN_MODAL_DELAY_MS, SIGN_IN_MODAL_HOLD_MS } from "#domain";
import { useFreeMoment } from "../../../ui/early/attention";
import { readSessionItem } from "../session/sessionItem";
import { INLINE_AUTH_KEY } from "../session/storageKeys";
import type { SessionStatus } from "../session/useSession";
import { asksToSignIn } from "./signInModalRule";
import { countVisit } from "./visitCount";

/**
 * Counts the pages that this tab shows, and tells when to ask a visitor to sign
 * in: not before it has been known for a while that there is no session, a
 * moment after they have seen enough, and never in the middle of something.
 *
 * @param prepare fetches what asking needs, so that it appears at once when its moment has come
 */
export function useSignInPrompt(status: SessionStatus, prepare: () => Promise<unknown>): boolean {
  const pathname = useLocation({ select: (location) => location.pathname });
  const [settled, setSettled] = useState(false);
  const [askedOn, setAskedOn] = useState<string | null>(null);

  useEffect(() => {
    if (status === "loading") return;
    const hold = setTimeout(() => setSettled(true), SIGN_IN_MODAL_HOLD_MS);
    return () => clearTimeout(hold);
  }, [status]);

  useEffect(() => {
    const visits = countVisit(pathname);
    const facts = { status, pathname, visits, inlineAuth: readSessionItem(INLINE_AUTH_KEY) };
    if (!settled || !asksToSignIn(facts)) {
      setAskedOn(null);
      return;
    }
    let isCurrent = true;
    const ask = () => isCurrent && setAskedOn(pathname);
    const delay = setTimeout(() => void prepare().then(ask, ask), SIGN_IN_MODAL_DELAY_MS);
    return () => {
      isCurrent = false;
      clearTimeout(delay);
    };
  }, [pathname, settled, status, prepare]);

  return useFreeMoment(askedOn === pathname);
}
