import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import type { User } from "#domain/people";
import { useTrpc } from "../../../rpc/useTrpc";
import { type Theme, useTheme } from "../../shell/theme";

/** The theme of `preferences.darkMode`; null follows the system. */
export const themeOfPreference = (darkMode: boolean | null): Theme =>
  darkMode === null ? "system" : darkMode ? "dark" : "light";

/** The inverse of `themeOfPreference`. */
export const preferenceOfTheme = (theme: Theme): boolean | null =>
  theme === "system" ? null : theme === "dark";

/**
 * Syncs the theme of this browser with the account's `preferences.darkMode`: the account's theme applies once
 * its user is known, and later choices in this browser are saved. An account without a choice adopts that of
 * the browser.
 */
export function ThemeSync({ user }: { user: User }) {
  const [theme, chooseTheme] = useTheme();
  const trpc = useTrpc();
  const queryClient = useQueryClient();
  const { mutate } = useMutation({
    ...trpc.userSettings.updatePreferences.mutationOptions(),
    // In sequence, so that the last choice is saved last.
    scope: { id: "theme" },
  });
  const { darkMode } = user.preferences;
  const latest = useRef({ theme, darkMode });
  latest.current = { theme, darkMode };
  const isFirst = useRef({ account: true, browser: true });

  useEffect(() => {
    const first = isFirst.current.account;
    isFirst.current.account = false;
    if (first && darkMode === null) return;
    if (preferenceOfTheme(latest.current.theme) !== darkMode) chooseTheme(themeOfPreference(darkMode));
  }, [darkMode, chooseTheme]);

  useEffect(() => {
    const first = isFirst.current.browser;
    isFirst.current.browser = false;
    const here = preferenceOfTheme(theme);
    const accountSays = latest.current.darkMode;
    if (here === accountSays || (first && accountSays !== null)) return;
    // Only the latest choice has callbacks: an older response would undo it.
    mutate(
      { darkMode: here },
      { onSuccess: (saved) => queryClient.setQueryData(trpc.users.getProfile.queryKey(), saved) },
    );
  }, [theme, mutate, queryClient, trpc]);

  return null;
}
