import { type ParsedLocation, redirect } from "@tanstack/react-router";
import { accessTo, isAnonymous, isPageOfSignIn, pagePermission, type Site, type User } from "#domain";
import { loginAddress } from "./loginAddress";

/**
 * Before a page loads: sends a visitor without an account to sign in where the page or the installation needs one, and
 * back afterwards. The server makes the same check; this is for navigation in the browser.
 */
export function requirePage(
  location: ParsedLocation,
  { user, site }: { user: Pick<User, "id" | "features">; site: Pick<Site, "requiresSignIn"> },
): void {
  const isClosed = site.requiresSignIn && isAnonymous(user) && !isPageOfSignIn(location.pathname);
  if (!isClosed && accessTo(pagePermission(location.pathname), user) !== "sign_in") return;
  throw redirect({ href: loginAddress(location.href) });
}
