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

/** For whom a flag may be set; each counts before those that stand before it. */
export const overrideKinds = ["everyone", "plan", "organization", "user"] as const;
export type OverrideKind = (typeof overrideKinds)[number];
/** Flags that may be set for everyone. Administration is granted to people one by one. */
export const openFlags: readonly FeatureFlag[] = featureFlags.filter((flag) => flag !== "enable-admin-tools");
/** Stands for all of `gatedFlags` where a flag is named: in commands and in OPEN_FEATURES. */
export const ALL_FEATURES = "all";
export type FlagChoice = FeatureFlag | typeof ALL_FEATURES;
/** Flags that gate pages, files and procedures, without administration. */
export const gatedFlags = [
  "enable-data-downloads",
  "enable-api-keys",
  "enable-experimental-features",
  "enable-team-self-serve",
] as const satisfies readonly FeatureFlag[];
export const flagChoices: readonly FlagChoice[] = [ALL_FEATURES, ...featureFlags];
export const flagsOfChoice = (choice: FlagChoice): readonly FeatureFlag[] =>
  choice === ALL_FEATURES ? gatedFlags : [choice];
export type FeatureFlags = Record<FeatureFlag, boolean>;
