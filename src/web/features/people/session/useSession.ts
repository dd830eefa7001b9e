import { useQuery } from "@tanstack/react-query";
import { useRouteContext } from "@tanstack/react-router";
import { useEffect } from "react";
import { isAnonymous } from "#domain";
import { loginAddress } from "./loginAddress";
import type { Session } from "./sessionClient";
import { sessionQuery } from "./sessionQuery";

export type SessionStatus = "loading" | "authenticated" | "unauthenticated";

/**
 * What is known of the session. The browser's own answer counts; until it is
 * there, a page that was rendered for somebody says that there is one.
 *
 * @param answer undefined until it has come
 */
export function sessionStatus(answer: Session | null | undefined, renderedForUser: boolean): SessionStatus {
  if (answer === undefined) return renderedForUser ? "authenticated" : "loading";
  return answer === null ? "unauthenticated" : "authenticated";
}

/**
 * The session of this browser.
 *
 * @param required sends whoever has none to the sign-in page, and back afterwards
 */
export function useSession({ required = false }: { required?: boolean } = {}): { status: SessionStatus } {
  const session = useQuery(sessionQuery);
  const renderedFor = useRouteContext({ from: "__root__", select: (context) => context.user });
  const status = sessionStatus(session.data, !isAnonymous(renderedFor));
  useEffect(() => {
    if (required && status === "unauthenticated")
      location.assign(loginAddress(location.pathname + location.search));
  }, [required, status]);
  return { status };
}
