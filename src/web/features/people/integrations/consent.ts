import { CONSENT_COOKIE, type Consent, consentValues } from "#domain/vocabulary";

const YEAR_SECONDS = 365 * 86_400;

/** The visitor's decision; null before there is one. @param cookies in the format of `document.cookie` */
export function consentIn(cookies: string): Consent | null {
  const value = cookies
    .split("; ")
    .find((cookie) => cookie.startsWith(`${CONSENT_COOKIE}=`))
    ?.slice(CONSENT_COOKIE.length + 1);
  return consentValues.find((known) => known === value) ?? null;
}

/** The cookie that stores a decision for a year. */
export const consentCookie = (consent: Consent, secure: boolean): string =>
  `${CONSENT_COOKIE}=${consent}; path=/; max-age=${YEAR_SECONDS}; samesite=lax${secure ? "; secure" : ""}`;

/** True if the browser sends Do Not Track or Global Privacy Control. */
export const browserObjects = (
  browser: { doNotTrack?: string | null; globalPrivacyControl?: boolean } = navigator,
): boolean => browser.doNotTrack === "1" || browser.globalPrivacyControl === true;
