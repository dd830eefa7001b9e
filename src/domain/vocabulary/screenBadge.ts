/** What the menu says of a screen that is new or not finished. */
export type ScreenBadge = "NEW" | "BETA";
