import type { Theme } from "../../shell/theme";

/** The theme that `preferences.darkMode` stands for; null follows the system. */
export const themeOfPreference = (darkMode: boolean | null): Theme =>
  darkMode === null ? "system" : darkMode ? "dark" : "light";

/** The other way round. */
export const preferenceOfTheme = (theme: Theme): boolean | null =>
  theme === "system" ? null : theme === "dark";
