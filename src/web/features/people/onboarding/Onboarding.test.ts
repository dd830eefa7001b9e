import { expect, test } from "vitest";
import { emptyProfile } from "#domain/people";
import { featureFlagDefaults } from "#domain/vocabulary";
import { needsOnboarding } from "./Onboarding";

const complete = {
  ...emptyProfile,
  company: "Acme",
  companyType: "Other",
  acquisitionChannel: "Word of Mouth",
};
const user = (profile = {}, features = {}) => ({
  profile: { ...complete, ...profile },
  features: { ...featureFlagDefaults, ...features },
});
const popupAuth = "forced-auth";
const pathname = "/networks";

test("users without a channel, company type or company must complete their profile", () => {
  expect(needsOnboarding({ user: user(), popupAuth, pathname })).toBe(false);
  expect(needsOnboarding({ user: user({ acquisitionChannel: "" }), popupAuth, pathname })).toBe(true);
  expect(needsOnboarding({ user: user({ companyType: "" }), popupAuth, pathname })).toBe(true);
  expect(needsOnboarding({ user: user({ company: "  " }), popupAuth, pathname })).toBe(true);
});

test("the form stays closed without a session, without the flag, and outside the rollout", () => {
  const lacking = { company: "" };
  expect(needsOnboarding({ user: null, popupAuth, pathname })).toBe(false);
  expect(needsOnboarding({ user: user(lacking), popupAuth: "optional-auth", pathname })).toBe(false);
  expect(
    needsOnboarding({ user: user(lacking, { "enable-inline-onboarding": false }), popupAuth, pathname }),
  ).toBe(false);
});

test("the form stays closed on sign-in pages", () => {
  for (const path of ["/login", "/auth/error", "/auth/verify"]) {
    expect(needsOnboarding({ user: user({ company: "" }), popupAuth, pathname: path }), path).toBe(false);
  }
});
