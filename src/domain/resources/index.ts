/** Every resource of the market with its fields, described once. */

export { assetsResource } from "./assets";
export * from "./catalogIndex";
export * from "./catalogue";
export { checksResource } from "./checks";
export * from "./entities";
export { evidenceCoverageResource } from "./evidenceCoverage";
export * from "./formerIds";
export * from "./groups";
export { holdersResource } from "./holders";
export * from "./ledgerResources";
export * from "./lent";
export * from "./perUnit";
export * from "./resource";
export * from "./splitName";
export * from "./splits";
export { tokensResource } from "./tokens";
