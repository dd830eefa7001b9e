import { expect, test } from "vitest";
import { browserObjects, consentCookie, consentIn } from "./consent";

test("a decision is parsed among other cookies", () => {
  expect(consentIn("a=1; cadastre_consent=granted; b=2")).toBe("granted");
  expect(consentIn("cadastre_consent=denied")).toBe("denied");
  expect(consentIn("xcadastre_consent=granted")).toBeNull();
  expect(consentIn("cadastre_consent=perhaps")).toBeNull();
  expect(consentIn("")).toBeNull();
});

test("the cookie lasts a year and is limited to our own site", () => {
  expect(consentCookie("denied", true)).toBe(
    "cadastre_consent=denied; path=/; max-age=31536000; samesite=lax; secure",
  );
});

test("a browser with a privacy signal gets no consent request", () => {
  expect(browserObjects({ doNotTrack: "1" })).toBe(true);
  expect(browserObjects({ globalPrivacyControl: true })).toBe(true);
  expect(browserObjects({ doNotTrack: null })).toBe(false);
});
