import type { Theme } from "../../shell/theme";

/** The theme of `preferences.darkMode`; null follows the system. */
export const themeOfPreference = (darkMode: boolean | null): Theme =>
  darkMode === null ? "system" : darkMode ? "dark" : "light";

/** The inverse of `themeOfPreference`. */
export const preferenceOfTheme = (theme: Theme): boolean | null =>
  theme === "system" ? null : theme === "dark";
