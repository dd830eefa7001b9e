import { ownPath } from "./ownPath";
import { readSessionItem, writeSessionItem } from "./sessionItem";
import { POST_AUTH_REDIRECT_KEY } from "./storageKeys";

/** Stores the redirect after sign-in for this tab. The start page is the default and not stored. */
export function rememberPostAuthRedirect(address: string): void {
  const path = ownPath(address, location.origin);
  if (path !== null && isWorthReturningTo(path)) writeSessionItem(POST_AUTH_REDIRECT_KEY, path);
}

/** Returns the stored path and removes it. */
export function consumePostAuthRedirect(): string | null {
  const path = ownPath(readSessionItem(POST_AUTH_REDIRECT_KEY), location.origin);
  writeSessionItem(POST_AUTH_REDIRECT_KEY, null);
  return path !== null && isWorthReturningTo(path) ? path : null;
}

/** False for the start page and for the sign-in pages. */
export const isWorthReturningTo = (path: string): boolean => !/^\/($|[?#])/.test(path) && !isSignInPage(path);

/** True for a path under `/login` and `/auth`, with or without a query. */
export const isSignInPage = (path: string): boolean => /^\/(login|auth)([/?#]|$)/.test(path);
