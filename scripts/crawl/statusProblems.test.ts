import { expect, test } from "vitest";
import { type Caller, featureFlagDefaults } from "#domain/vocabulary";
import { statusProblems } from "./statusProblems";

const site = "http://localhost:3000";
const visitor: Caller = { id: "", features: featureFlagDefaults };
const account: Caller = { id: "7", features: featureFlagDefaults };

test.each([
  ["a page for everybody", visitor, "/treasuries", "/treasuries", 200, []],
  ["a page that fails", visitor, "/treasuries", "/treasuries", 500, ["answers 500, not 200"]],
  ["a page of an account", visitor, "/settings", "/login?callbackUrl=%2Fsettings", 200, []],
  ["a page of an account, left open", visitor, "/settings", "/settings", 200, ["opens without an account"]],
  [
    "a closed page for everybody",
    visitor,
    "/treasuries",
    "/login?callbackUrl=%2Ftreasuries",
    200,
    ["asks somebody to sign in who may open it"],
  ],
  ["the sign-in page", visitor, "/login", "/login", 200, []],
  ["a page of administrators", account, "/admin/users", "/admin/users", 403, []],
  ["a page of administrators, left open", account, "/admin", "/admin/users", 200, ["answers 200, not 403"]],
] as const)("%s", (_, caller, requested, at, status, problems) => {
  expect(statusProblems({ requested: site + requested, arrived: site + at, status, caller })).toEqual(
    problems,
  );
});
