import { type ParsedLocation, redirect } from "@tanstack/react-router";
import { accessTo, isAnonymous, isPageOfSignIn, pagePermission, type Site, type User } from "#domain";
import { loginAddress } from "./loginAddress";

/**
 * Runs before a page loads: redirects visitors without an account to sign in if the page or the installation
 * requires it, and back afterwards. The server makes the same check; this one covers navigation in the
 * browser.
 */
export function requirePage(
  location: ParsedLocation,
  { user, site }: { user: Pick<User, "id" | "features">; site: Pick<Site, "requiresSignIn"> },
): void {
  const isClosed = site.requiresSignIn && isAnonymous(user) && !isPageOfSignIn(location.pathname);
  if (!isClosed && accessTo(pagePermission(location.pathname), user) !== "sign_in") return;
  throw redirect({ href: loginAddress(location.href) });
}
