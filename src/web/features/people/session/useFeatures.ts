import type { FeatureFlags } from "#domain";
import { useCaller } from "./useCaller";

/** The feature flags of the current user or visitor. */
export const useFeatures = (): Readonly<FeatureFlags> => useCaller().features;
