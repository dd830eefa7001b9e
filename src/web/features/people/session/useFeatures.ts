import type { FeatureFlags } from "#domain";
import { useCaller } from "./useCaller";

/** The flags that apply to whoever looks at the page. */
export const useFeatures = (): Readonly<FeatureFlags> => useCaller().features;
