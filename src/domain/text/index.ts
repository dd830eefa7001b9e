/** Text for messages and markup. */

export * from "./cutText";
export * from "./escapeMarkup";
export * from "./formatCount";
export * from "./formatTimeLeft";
export * from "./once";
