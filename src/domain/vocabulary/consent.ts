/** What visitors decided about being measured, and how a browser keeps it. */

/** Set by our pages, for a year. Without it nothing is measured. */
export const CONSENT_COOKIE = "cadastre_consent";
export const consentValues = ["granted", "denied"] as const;
export type Consent = (typeof consentValues)[number];
