import { useLocation, useNavigate } from "@tanstack/react-router";
import { useEffect } from "react";
import { consumePostAuthRedirect, isSignInPage } from "./postAuthRedirect";
import type { SessionStatus } from "./useSession";

/**
 * Follows the remembered redirect when a user who has signed in lands on home. A user who lands on another page, for
 * example after signing in through the modal, is where they wanted to be: the redirect is forgotten.
 */
export function usePostAuthRedirect(status: SessionStatus): void {
  const pathname = useLocation({ select: (location) => location.pathname });
  const navigate = useNavigate();
  // Effect: reads and clears session storage.
  useEffect(() => {
    if (status !== "authenticated" || isSignInPage(pathname)) return;
    const target = consumePostAuthRedirect();
    if (target !== null && pathname === "/") void navigate({ href: target, replace: true });
  }, [status, pathname, navigate]);
}
