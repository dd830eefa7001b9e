/** Screens, menu, search and the access that each requires. */

export * from "./accessMatrix";
export { pathOfAlias } from "./aliases";
export * from "./docsPages";
export * from "./entityScreen";
export * from "./explorerPages";
export * from "./mainMetrics";
export * from "./menu";
export * from "./screens";
export * from "./search";
export * from "./seriesPermissions";
