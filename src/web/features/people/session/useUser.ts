import { useQuery } from "@tanstack/react-query";
import { useRouteContext } from "@tanstack/react-router";
import { isAnonymous, type User } from "#domain/people";
import type { ApiOptions } from "../../../rpc/apiOptions";
import { useTrpc } from "../../../rpc/useTrpc";
import { useSession } from "./useSession";

/** Shown if the profile could not be loaded and the error has no message. */
const PROFILE_ERROR = "An error occurred while fetching user profile";

export interface UserState {
  /** Null while no user is known to be signed in. */
  user: User | null;
  isLoading: boolean;
  isLoggedIn: boolean;
  /** Error message if the profile could not be loaded. */
  error: string | null;
}

export interface ProfileResponse {
  data: User | undefined;
  isPending: boolean;
  error: { message: string } | null;
}

/** Pending: loading and not logged in. Fulfilled: the user, logged in. Rejected: the error's message. */
export function userState({ data, isPending, error }: ProfileResponse, isSignedIn: boolean): UserState {
  if (!isSignedIn) return { user: null, isLoading: false, isLoggedIn: false, error: null };
  if (data !== undefined && !isAnonymous(data)) {
    return { user: data, isLoading: false, isLoggedIn: true, error: null };
  }
  if (error !== null) {
    return { user: null, isLoading: false, isLoggedIn: false, error: error.message || PROFILE_ERROR };
  }
  return { user: null, isLoading: isPending || data !== undefined, isLoggedIn: false, error: null };
}

export const profileOptions = (trpc: ApiOptions) =>
  trpc.users.getProfile.queryOptions(undefined, { trpc: { context: { skipBatch: true } } });

/** The query of the profile, enabled while there is a session. Pages rendered for a user carry it. */
export function useProfile() {
  const { status } = useSession();
  const renderedFor = useRouteContext({ from: "__root__", select: (context) => context.user });
  return useQuery({
    ...profileOptions(useTrpc()),
    enabled: status === "authenticated",
    initialData: isAnonymous(renderedFor) ? undefined : renderedFor,
    // Its value is part of the router context, which is sent with the page.
    meta: { dehydrate: false },
  });
}

/** The signed-in user. A cached page that was rendered for no user fetches the profile when there is a session. */
export function useUser(): UserState {
  const { status } = useSession();
  return userState(useProfile(), status === "authenticated");
}
