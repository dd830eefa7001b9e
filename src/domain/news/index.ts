/** Subjects and tags of news. */

export * from "./newsSubject";
export * from "./tagNews";
