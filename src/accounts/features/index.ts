/** Feature flags and what is open in an installation. */

export { type ExplainedFeature, evaluateFeatures, type FeatureOrigin } from "./evaluateFeatures";
export {
  type FeatureOverride,
  listFeatureOverrides,
  openAllFeatures,
  openFeatures,
  setFeatureOverride,
} from "./featureOverrides";
export { explainOpenFeatures, type Installation, readInstallation } from "./readInstallation";
