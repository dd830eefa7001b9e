import { expect, test } from "vitest";
import { emptyProfile } from "#domain/people";
import {
  channelOptions,
  emptyOnboardingForm,
  isOnboardingComplete,
  onboardedProfile,
  onboardingFormOf,
} from "./OnboardingModal";

const complete = {
  ...emptyOnboardingForm,
  name: "Ann",
  company: "Acme",
  companyType: "Media",
  acquisitionChannel: "Other",
};

test("the newsletter is on by default", () => {
  expect(emptyOnboardingForm.shouldReceiveMarketing).toBe(true);
});

test("every required field must be filled in, and blanks do not count", () => {
  expect(isOnboardingComplete(complete, { requiresName: true })).toBe(true);
  for (const part of [{ name: "  " }, { company: " " }, { companyType: "" }, { acquisitionChannel: "" }]) {
    expect(isOnboardingComplete({ ...complete, ...part }, { requiresName: true }), JSON.stringify(part)).toBe(
      false,
    );
  }
});

test("a name is required only if the user has none", () => {
  expect(isOnboardingComplete({ ...complete, name: "" }, { requiresName: false })).toBe(true);
});

test("saved values are trimmed, and other fields of the profile are kept", () => {
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

test("the form starts with the stored channel and newsletter choice, and saving preserves them", () => {
  const stored = { ...emptyProfile, acquisitionChannel: "Podcast", shouldReceiveMarketing: false };
  const form = { ...onboardingFormOf(stored), company: "Acme", companyType: "Media" };
  expect(isOnboardingComplete(form, { requiresName: false })).toBe(true);
  expect(onboardedProfile(form, stored)).toEqual({ ...stored, company: "Acme", companyType: "Media" });
});

test("a stored channel that the specification does not list is also an option", () => {
  const offered = ["Social Media", "Word of Mouth", "Search Engine", "Other"];
  const labelsFor = (stored: string) => channelOptions(stored).map(({ label }) => label);
  expect(labelsFor("Podcast")).toEqual(["Podcast", ...offered]);
  expect(labelsFor("Search Engine")).toEqual(offered);
  expect(labelsFor("")).toEqual(offered);
});
