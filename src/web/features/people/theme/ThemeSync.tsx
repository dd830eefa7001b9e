import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import type { User } from "#domain";
import { useTrpc } from "../../../rpc/useTrpc";
import { useTheme } from "../../shell/theme";
import { preferenceOfTheme, themeOfPreference } from "./themeOfPreference";

/**
 * Keeps the theme of this browser and the account's `preferences.darkMode` the
 * same: what the account says applies once its user is known, and what is
 * chosen here afterwards is saved. An account that has never chosen takes over
 * the choice of this browser.
 */
export function ThemeSync({ user }: { user: User }) {
  const [theme, chooseTheme] = useTheme();
  const trpc = useTrpc();
  const queryClient = useQueryClient();
  const { mutate } = useMutation({
    ...trpc.userSettings.updatePreferences.mutationOptions(),
    // One after the other, so that the last choice is also the last saved.
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
    // Called back for the newest choice alone: an older answer would undo it.
    mutate(
      { darkMode: here },
      { onSuccess: (saved) => queryClient.setQueryData(trpc.users.getProfile.queryKey(), saved) },
    );
  }, [theme, mutate, queryClient, trpc]);

  return null;
}
