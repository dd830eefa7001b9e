import { expect, test } from "vitest";
import { emptyProfile } from "#domain/people";
import { hasChanges, profileChanges, profileFormOf, profileProblems } from "./ProfileSettings";

const user = {
  name: "Ann",
  profile: { ...emptyProfile, company: "Acme", assetClassInterests: ["Stablecoins"] },
};
const form = profileFormOf(user);

test("an unchanged form has nothing to save", () => {
  expect(hasChanges(profileChanges(form, user))).toBe(false);
  expect(hasChanges(profileChanges({ ...form, name: " Ann " }, user))).toBe(false);
});

test("only differences are saved", () => {
  const changed = { ...form, name: "Ann Lee", assetClassInterests: [], shouldReceiveMarketing: false };
  expect(profileChanges(changed, user)).toEqual({
    name: "Ann Lee",
    profile: { assetClassInterests: [], shouldReceiveMarketing: false },
  });
});

test("errors are named by field", () => {
  expect(profileProblems(form, user)).toEqual({});
  expect(profileProblems({ ...form, name: " ", company: "x".repeat(201) }, user)).toEqual({
    name: "Please enter your name",
    company: "Company names can have at most 200 characters",
  });
});

test("a user without a name can leave it blank", () => {
  expect(profileProblems({ ...form, name: "" }, { name: null })).toEqual({});
});
