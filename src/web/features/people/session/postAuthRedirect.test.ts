import { expect, test } from "vitest";
import { isWorthReturningTo } from "./postAuthRedirect";

test("pages are worth returning to, with their queries", () => {
  for (const path of ["/assets", "/settings/plan", "/networks?sort=x", "/logins", "/authority"]) {
    expect(isWorthReturningTo(path), path).toBe(true);
  }
});

test("home and the pages of signing in are not", () => {
  for (const path of [
    "/",
    "/?utm=x",
    "/#top",
    "/login",
    "/login?callbackUrl=%2F",
    "/auth/error",
    "/auth/verify?a",
  ]) {
    expect(isWorthReturningTo(path), path).toBe(false);
  }
});
