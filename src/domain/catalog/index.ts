/** Schemas of the reference catalog. */

export * from "./addressSchema";
export * from "./citationSchema";
export * from "./evidenceSchema";
export * from "./newsSchema";
export * from "./regionSlugs";
export * from "./schema";
