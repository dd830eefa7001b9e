/** Badge of a new or unfinished screen in the menu. */
export type ScreenBadge = "NEW" | "BETA";
