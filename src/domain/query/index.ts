/** Queries: filters, operators, dates, limits, and their parsing. */

export * from "./asOf";
export * from "./compileFilterTree";
export * from "./dateValue";
export * from "./filters";
export * from "./likePattern";
export * from "./nearNames";
export * from "./operators";
export * from "./parseQuery";
export * from "./query";
export * from "./queryLimits";
export * from "./schemaWords";
