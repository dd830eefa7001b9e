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

test("nobody is asked while it is unknown who they are, or once it is known", () => {
  expect(opensSignInModal({ ...facts, status: "loading" })).toBe(false);
  expect(opensSignInModal({ ...facts, status: "authenticated" })).toBe(false);
});

test("some pages never ask", () => {
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

test("a tab can be told not to ask", () => {
  expect(opensSignInModal({ ...facts, inlineAuth: "disabled" })).toBe(false);
  expect(opensSignInModal({ ...facts, inlineAuth: "anything else" })).toBe(true);
});

test("the operator can make the modal dismissible or turn it off", () => {
  expect(opensSignInModal({ ...facts, mode: "dismissible" })).toBe(true);
  expect(opensSignInModal({ ...facts, mode: "off", visits: 9 })).toBe(false);
});
