import { type ParsedLocation, redirect } from "@tanstack/react-router";
import { accessTo, pagePermission, type User } from "#domain";
import { loginAddress } from "./loginAddress";

/**
 * Before a page loads: sends a visitor without an account to sign in where the
 * page needs one, and back afterwards. The server asks the same at its door;
 * this is for moving about in the browser.
 */
export function requirePage(location: ParsedLocation, user: Pick<User, "id" | "features">): void {
  if (accessTo(pagePermission(location.pathname), user) !== "sign_in") return;
  throw redirect({ href: loginAddress(location.href) });
}
