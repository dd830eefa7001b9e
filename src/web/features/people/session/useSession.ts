import { useQuery } from "@tanstack/react-query";
import { useRouteContext } from "@tanstack/react-router";
import { isAnonymous } from "#domain";
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

/** The session of this browser. */
export function useSession(): { status: SessionStatus } {
  const session = useQuery(sessionQuery);
  const renderedFor = useRouteContext({ from: "__root__", select: (context) => context.user });
  return { status: sessionStatus(session.data, !isAnonymous(renderedFor)) };
}
