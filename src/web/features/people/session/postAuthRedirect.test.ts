import fc from "fast-check";
import { expect, test } from "vitest";
import { isWorthReturningTo, ownPath } from "./postAuthRedirect";

const origin = "https://app.example";

test("a path of our own origin keeps its query and fragment", () => {
  expect(ownPath("/assets?page=2#rows", origin)).toBe("/assets?page=2#rows");
  expect(ownPath("https://app.example/networks", origin)).toBe("/networks");
});

test("other origins, other schemes and invalid URLs are rejected", () => {
  for (const address of [
    "https://evil.example/",
    "//evil.example/path",
    "/\\evil.example",
    "\\\\evil.example",
    "https://app.example.evil.example/",
    "https://app.example@evil.example/",
    "http://app.example/",
    "https://app.example//evil.example",
    "javascript:alert(1)",
    "data:text/html,x",
    "https://",
    "/\t/evil.example",
    "",
    null,
    undefined,
  ]) {
    expect(ownPath(address, origin), String(address)).toBeNull();
  }
});

test("every accepted path stays on our origin when a browser resolves it", () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.webUrl(), fc.stringMatching(/^[/\\.@:a-z]{0,12}$/)), (address) => {
      const path = ownPath(address, origin);
      if (path !== null) expect(new URL(path, origin).origin).toBe(origin);
    }),
  );
});

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
