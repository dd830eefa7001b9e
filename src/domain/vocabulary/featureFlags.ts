/** Feature flags and their defaults (specification, section 3). */
export const featureFlagDefaults = {
  "enable-data-downloads": false,
  "enable-api-keys": false,
  "enable-admin-tools": false,
  "enable-experimental-features": false,
  "enable-team-self-serve": false,
  "enable-inline-onboarding": true,
} as const satisfies Record<string, boolean>;

export type FeatureFlag = keyof typeof featureFlagDefaults;
export const featureFlags = Object.keys(featureFlagDefaults) as FeatureFlag[];

/** For whom a flag may be set; that of a user counts before that of the organization, and that before the plan's. */
export const overrideKinds = ["plan", "organization", "user"] as const;
export type OverrideKind = (typeof overrideKinds)[number];
export type FeatureFlags = Record<FeatureFlag, boolean>;
