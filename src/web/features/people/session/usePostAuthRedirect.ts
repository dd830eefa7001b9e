import { useLocation, useNavigate } from "@tanstack/react-router";
import { useEffect } from "react";
import { takePostAuthRedirect } from "./postAuthRedirect";
import type { SessionStatus } from "./useSession";

/** Follows the remembered redirect when somebody who has just signed in lands on home. */
export function usePostAuthRedirect(status: SessionStatus): void {
  const pathname = useLocation({ select: (location) => location.pathname });
  const navigate = useNavigate();
  useEffect(() => {
    if (status !== "authenticated" || pathname !== "/") return;
    const target = takePostAuthRedirect();
    if (target !== null) void navigate({ href: target, replace: true });
  }, [status, pathname, navigate]);
}
