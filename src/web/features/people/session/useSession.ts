import { useQuery } from "@tanstack/react-query";
import { useRouteContext } from "@tanstack/react-router";
import { isAnonymous } from "#domain/people";
import type { Session } from "./sessionClient";
import { sessionQuery } from "./sessionQuery";

export type SessionStatus = "loading" | "authenticated" | "unauthenticated";

/**
 * Status of the session. The response to the browser's own request wins; before it arrives, a page that was
 * rendered for a user has a session.
 *
 * @param answer undefined before the response
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
