import { expect, test } from "vitest";
import { emptyProfile } from "#domain";
import {
  emptyOnboardingForm,
  isOnboardingComplete,
  onboardedProfile,
  onboardingFormOf,
} from "./onboardingForm";

const complete = {
  ...emptyOnboardingForm,
  name: "Ann",
  company: "Acme",
  companyType: "Media",
  acquisitionChannel: "Other",
};

test("the newsletter is on unless switched off", () => {
  expect(emptyOnboardingForm.shouldReceiveMarketing).toBe(true);
});

test("every required answer is required, and blanks do not count", () => {
  expect(isOnboardingComplete(complete, { asksName: true })).toBe(true);
  for (const part of [{ name: "  " }, { company: " " }, { companyType: "" }, { acquisitionChannel: "" }]) {
    expect(isOnboardingComplete({ ...complete, ...part }, { asksName: true }), JSON.stringify(part)).toBe(
      false,
    );
  }
});

test("a name is required only of somebody who has none", () => {
  expect(isOnboardingComplete({ ...complete, name: "" }, { asksName: false })).toBe(true);
});

test("what is saved is trimmed and keeps the other answers", () => {
  const known = { ...emptyProfile, occupation: "Analyst", assetClassInterests: ["Stablecoins"] };
  expect(onboardedProfile({ ...complete, company: " Acme " }, known)).toEqual({
    company: "Acme",
    companyType: "Media",
    occupation: "Analyst",
    acquisitionChannel: "Other",
    assetClassInterests: ["Stablecoins"],
    shouldReceiveMarketing: true,
  });
});

test("a channel chosen elsewhere that the form does not offer is asked again", () => {
  expect(onboardingFormOf({ ...emptyProfile, acquisitionChannel: "Podcast" }).acquisitionChannel).toBe("");
  expect(onboardingFormOf({ ...emptyProfile, acquisitionChannel: "Search Engine" }).acquisitionChannel).toBe(
    "Search Engine",
  );
});
