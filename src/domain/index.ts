/**
 * domain: the vocabulary of the product (entities, metrics, option lists, permissions, errors).
 * Pure descriptions and functions; no I/O. Every other room builds on it.
 */
export * from "./accessMatrix";
export * from "./api/answers";
export * from "./api/wire";
export * from "./catalog/schema";
export { errorForLog, errorLines } from "./errorForLog";
export * from "./errors";
export * from "./maskSecrets";
export * from "./metrics/catalogue";
export * from "./metrics/lookbacks";
export * from "./metrics/metric";
export * from "./page";
export * from "./people/email";
export * from "./people/pageOrganization";
export * from "./people/plainText";
export * from "./people/plans";
export * from "./people/user";
export * from "./permissions";
export * from "./query/operators";
export * from "./query/parseQuery";
export * from "./query/query";
export * from "./query/queryLimits";
export * from "./quoted";
export { assetsResource } from "./resources/assets";
export * from "./resources/catalogIndex";
export * from "./resources/catalogue";
export * from "./resources/entities";
export * from "./resources/groups";
export * from "./resources/ledgerResources";
export * from "./resources/resource";
export { tokensResource } from "./resources/tokens";
export * from "./screens/menu";
export * from "./screens/screens";
export * from "./search";
export * from "./shortAddress";
export * from "./site";
export * from "./vocabulary/assetClasses";
export * from "./vocabulary/consent";
export * from "./vocabulary/credit";
export * from "./vocabulary/featureFlags";
export * from "./vocabulary/limits";
export * from "./vocabulary/people";
export * from "./vocabulary/valueWords";
