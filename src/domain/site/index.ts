/** Facts about an installation and its pages that server and pages exchange. */

export * from "./page";
export * from "./settingTypes";
export * from "./site";
