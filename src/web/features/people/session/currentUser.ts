import { noop, useQuery, useQueryClient } from "@tanstack/react-query";
import { type AnyRouter, useRouteContext } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { anonymousUser, isAnonymous, type User } from "#domain/people";
import { featureFlags } from "#domain/vocabulary";
import type { RouterContext } from "../../../rpc/routerContext";
import { useTrpc } from "../../../rpc/useTrpc";
import { sessionQuery } from "./sessionQuery";
import { profileOptions, useProfile, useUser } from "./useUser";

/**
 * The signed-in user. After the session has ended, the anonymous user with the features that are open to
 * everyone. Until either is known, the user that the page was rendered for.
 */
export function useCurrentUser(): User {
  const renderedFor = useRouteContext({ from: "__root__", select: (context) => context.user });
  const { data: session } = useQuery(sessionQuery);
  const { user } = useUser();
  const profile = useProfile();
  useProfileRefetch(session === undefined ? undefined : (session?.user.id ?? ""));
  if (user !== null || session !== null || isAnonymous(renderedFor)) return user ?? renderedFor;
  if (profile.data !== undefined && isAnonymous(profile.data)) return profile.data;
  return profile.isError ? anonymousUser : renderedFor;
}

/**
 * Fetches the profile again when the session ends or continues as another user.
 *
 * @param sessionUser id of the session's user: blank without a session, undefined until it is known
 */
function useProfileRefetch(sessionUser: string | undefined): void {
  const trpc = useTrpc();
  const queryClient = useQueryClient();
  const wasRenderedForUser = useRouteContext({
    from: "__root__",
    select: (context) => !isAnonymous(context.user),
  });
  const known = useRef<string | undefined>(undefined);
  // Effect: the browser detects changes of other tabs through the session endpoint only.
  useEffect(() => {
    if (sessionUser === undefined) return;
    const isFirst = known.current === undefined;
    const hasChanged = isFirst ? (sessionUser !== "") !== wasRenderedForUser : known.current !== sessionUser;
    known.current = sessionUser;
    if (hasChanged) void queryClient.query({ ...profileOptions(trpc), staleTime: 0 }).catch(noop);
  }, [sessionUser, wasRenderedForUser, queryClient, trpc]);
}

/** True if two users have access to the same pages and data. */
export const hasSameAccess = (one: User, other: User): boolean =>
  one.id === other.id && featureFlags.every((flag) => one.features[flag] === other.features[flag]);

/**
 * Sets the user for loaders and access checks of later navigations. The current page keeps the user in the
 * context of its route match.
 */
export function followUser(router: AnyRouter, user: User): void {
  const context: RouterContext = router.options.context;
  if (!hasSameAccess(context.user, user)) context.user = user;
}
