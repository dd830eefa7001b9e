import { SIGN_IN_MODAL_MIN_VISITS, type SignInModalMode } from "#domain";
import type { SessionStatus } from "../session/useSession";

/** Pages that anybody may read for as long as they like: home, signing in, citations, the sales page. */
const openPages = new Set(["/", "/login", "/auth/error", "/auth/verify", "/citations", "/platform-overview"]);

export interface SignInModalFacts {
  status: SessionStatus;
  /** What the operator set. */
  mode: SignInModalMode;
  pathname: string;
  /** Pages of ours shown in this tab after the one it landed on, this one included. */
  visits: number;
  /** Value of `INLINE_AUTH_KEY` in session storage. */
  inlineAuth: string | null;
}

/** Whether an anonymous visitor has seen enough to be asked to sign in. */
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
