import { readSessionItem, writeSessionItem } from "./sessionItem";
import { POST_AUTH_REDIRECT_KEY } from "./storageKeys";

/**
 * The path (with query and fragment) of a URL of our own origin; null for any other: another origin,
 * `//host`, `/\host`, another scheme, an invalid URL. Every redirect after sign-in uses it.
 *
 * @param origin for example `https://app.example`
 */
export function ownPath(address: string | null | undefined, origin: string): string | null {
  if (!address) return null;
  try {
    const url = new URL(address, origin);
    if (url.origin !== origin || !/^https?:$/.test(url.protocol)) return null;
    const path = `${url.pathname}${url.search}${url.hash}`;
    // "/\\host" and "//host" as a path would lead to another origin when resolved again.
    return path.startsWith("//") ? null : path;
  } catch {
    return null;
  }
}

/** URL of the sign-in page, with its reason and the return path. */
export const loginAddress = (returnTo: string): string =>
  `/login?${new URLSearchParams({ error: "SessionRequired", callbackUrl: returnTo })}`;

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
