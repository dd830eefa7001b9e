import { expect, test } from "vitest";
import { afterVisit, opensSignInModal, type SignInModalFacts, type Visits } from "./useSignInPrompt";

const visiting = (...paths: string[]) => paths.reduce<Visits | null>(afterVisit, null)?.count;

test("the landing page of a tab is not a visit; each later one is, including returns", () => {
  expect(visiting("/treasuries")).toBe(0);
  expect(visiting("/treasuries", "/networks")).toBe(1);
  expect(visiting("/treasuries", "/networks", "/treasuries")).toBe(2);
});

test("a reload is not a visit", () => {
  expect(visiting("/treasuries", "/treasuries")).toBe(0);
  expect(visiting("/treasuries", "/networks", "/networks")).toBe(1);
});

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
