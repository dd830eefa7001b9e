import { expect, test } from "vitest";
import { themes } from "../../shell/theme";
import { preferenceOfTheme, themeOfPreference } from "./ThemeSync";

test("dark, light and system convert to the preference and back", () => {
  for (const theme of themes) expect(themeOfPreference(preferenceOfTheme(theme))).toBe(theme);
  expect([true, false, null].map(themeOfPreference)).toEqual(["dark", "light", "system"]);
});
