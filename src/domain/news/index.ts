/** Subjects and tags of news. */

export * from "./newsFeedPath";
export * from "./newsSubject";
export * from "./tagNews";
