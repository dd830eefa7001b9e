import { expect, test } from "vitest";
import { emptyProfile, featureFlagDefaults } from "#domain";
import { needsOnboarding } from "./onboardingRule";

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

test("somebody whose profile lacks the channel, the company type or the company is asked", () => {
  expect(needsOnboarding({ user: user(), popupAuth })).toBe(false);
  expect(needsOnboarding({ user: user({ acquisitionChannel: "" }), popupAuth })).toBe(true);
  expect(needsOnboarding({ user: user({ companyType: "" }), popupAuth })).toBe(true);
  expect(needsOnboarding({ user: user({ company: "  " }), popupAuth })).toBe(true);
});

test("nobody is asked without a session, without the flag, or outside the rollout", () => {
  const lacking = { company: "" };
  expect(needsOnboarding({ user: null, popupAuth })).toBe(false);
  expect(needsOnboarding({ user: user(lacking), popupAuth: "optional-auth" })).toBe(false);
  expect(needsOnboarding({ user: user(lacking, { "enable-inline-onboarding": false }), popupAuth })).toBe(
    false,
  );
});
