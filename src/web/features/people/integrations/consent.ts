import { CONSENT_COOKIE, type Consent, consentValues } from "#domain";

const YEAR_SECONDS = 365 * 86_400;

/** What the visitor decided; null while they have not. @param cookies as `document.cookie` has them */
export function consentIn(cookies: string): Consent | null {
  const value = cookies
    .split("; ")
    .find((cookie) => cookie.startsWith(`${CONSENT_COOKIE}=`))
    ?.slice(CONSENT_COOKIE.length + 1);
  return consentValues.find((known) => known === value) ?? null;
}

/** The cookie that keeps a decision for a year. */
export const consentCookie = (consent: Consent, secure: boolean): string =>
  `${CONSENT_COOKIE}=${consent}; path=/; max-age=${YEAR_SECONDS}; samesite=lax${secure ? "; secure" : ""}`;

/** Whether the browser itself says no, by Do Not Track or Global Privacy Control. */
export const browserObjects = (
  browser: { doNotTrack?: string | null; globalPrivacyControl?: boolean } = navigator,
): boolean => browser.doNotTrack === "1" || browser.globalPrivacyControl === true;
