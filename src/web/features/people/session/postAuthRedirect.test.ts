import { expect, test } from "vitest";
import { isWorthReturningTo } from "./postAuthRedirect";

test("pages are stored as return addresses with their queries", () => {
  for (const path of ["/assets", "/settings/plan", "/networks?sort=x", "/logins", "/authority"]) {
    expect(isWorthReturningTo(path), path).toBe(true);
  }
});

test("the start page and sign-in pages are not stored", () => {
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
