import { useLocation, useNavigate } from "@tanstack/react-router";
import { useEffect } from "react";
import { consumePostAuthRedirect, isSignInPage } from "./postAuthRedirect";
import type { SessionStatus } from "./useSession";

/**
 * Follows the stored redirect when a user lands on the start page after sign-in. On any other page, for
 * example after signing in through the modal, the redirect is removed.
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
