/** Users, organizations, plans, policies, keys and what they own. */

export * from "./accessPolicy";
export * from "./anonymousUser";
export * from "./apiKeyActions";
export * from "./apiKeys";
export * from "./contactRequest";
export * from "./contactTopics";
export * from "./email";
export * from "./emailSchema";
export * from "./emptyClasses";
export * from "./jobs";
export * from "./pageOrganization";
export * from "./plainText";
export * from "./plans";
export * from "./roles";
export * from "./savedView";
export * from "./savedViewLimits";
export { CONTROL, shownText } from "./shownText";
export * from "./signUp";
export * from "./spreadsheetLinks";
export * from "./stablecoinScope";
export * from "./storedId";
export * from "./user";
export * from "./watchlist";
