/** Records of people, described once. */

export * from "./catalogue";
export * from "./record";
