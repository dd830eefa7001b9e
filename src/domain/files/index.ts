/** File formats, names and uploads of imports and exports. */

export * from "./datedFileName";
export * from "./importFormats";
export * from "./seriesColumns";
export * from "./workbookRows";
