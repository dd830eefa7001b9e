/** Every metric, described once. */

export * from "./aggregationWords";
export * from "./catalogue";
export * from "./combination";
export * from "./figureWords";
export * from "./lookbacks";
export * from "./metric";
export * from "./ownMetrics";
