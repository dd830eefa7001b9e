import { SIGN_IN_MODAL_MIN_VISITS, type SignInModalMode } from "#domain";
import type { SessionStatus } from "../session/useSession";

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
