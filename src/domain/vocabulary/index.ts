/** Option lists: asset classes, countries, roles, permissions, flags, limits. */

export * from "./addressKinds";
export * from "./assetClassDescriptions";
export * from "./assetClasses";
export * from "./consent";
export * from "./countryName";
export * from "./credit";
export * from "./featureFlags";
export * from "./firms";
export * from "./goods";
export * from "./holdersAudience";
export * from "./limits";
export * from "./newsTagKinds";
export * from "./people";
export * from "./permissions";
export * from "./recordKind";
export * from "./recordKinds.gen";
export * from "./screenBadge";
export * from "./serviceProviderRoles";
export * from "./tokenKinds";
export * from "./valueWords";
