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
export type FeatureFlags = Record<FeatureFlag, boolean>;
