import { ownPath } from "./ownPath";
import { readSessionItem, writeSessionItem } from "./sessionItem";
import { POST_AUTH_REDIRECT_KEY } from "./storageKeys";

/** Remembers in this tab where to go once signed in; the start page needs no remembering. */
export function rememberPostAuthRedirect(address: string): void {
  const path = ownPath(address, location.origin);
  if (path !== null && isWorthReturningTo(path)) writeSessionItem(POST_AUTH_REDIRECT_KEY, path);
}

/** The remembered path, once: it is forgotten by asking. */
export function consumePostAuthRedirect(): string | null {
  const path = ownPath(readSessionItem(POST_AUTH_REDIRECT_KEY), location.origin);
  writeSessionItem(POST_AUTH_REDIRECT_KEY, null);
  return path !== null && isWorthReturningTo(path) ? path : null;
}

/** False for the start page and for the sign-in pages. */
export const isWorthReturningTo = (path: string): boolean => !/^\/($|[?#])/.test(path) && !isSignInPage(path);

/** Whether a path, with or without a query, is one of the pages under `/login` and `/auth`. */
export const isSignInPage = (path: string): boolean => /^\/(login|auth)([/?#]|$)/.test(path);
