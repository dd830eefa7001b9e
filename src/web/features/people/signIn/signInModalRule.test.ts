import { expect, test } from "vitest";
import { opensSignInModal, type SignInModalFacts } from "./signInModalRule";

const facts: SignInModalFacts = {
  status: "unauthenticated",
  mode: "required",
  pathname: "/treasuries",
  visits: 2,
  inlineAuth: null,
};

test("the modal opens for anonymous visitors after at least 2 internal page visits, not counting the landing page", () => {
  expect(opensSignInModal({ ...facts, visits: 1 })).toBe(false);
  expect(opensSignInModal(facts)).toBe(true);
  expect(opensSignInModal({ ...facts, visits: 9 })).toBe(true);
});

test("the modal stays closed while the session is unknown, and for signed-in users", () => {
  expect(opensSignInModal({ ...facts, status: "loading" })).toBe(false);
  expect(opensSignInModal({ ...facts, status: "authenticated" })).toBe(false);
});

test("some pages never open the modal", () => {
  for (const pathname of [
    "/",
    "/login",
    "/login/",
    "/auth/error",
    "/auth/verify",
    "/citations",
    "/platform-overview",
  ]) {
    expect(opensSignInModal({ ...facts, pathname }), pathname).toBe(false);
  }
});

test("session storage can suppress the modal in a tab", () => {
  expect(opensSignInModal({ ...facts, inlineAuth: "disabled" })).toBe(false);
  expect(opensSignInModal({ ...facts, inlineAuth: "anything else" })).toBe(true);
});

test("the operator can make the modal dismissible or disable it", () => {
  expect(opensSignInModal({ ...facts, mode: "dismissible" })).toBe(true);
  expect(opensSignInModal({ ...facts, mode: "off", visits: 9 })).toBe(false);
});
