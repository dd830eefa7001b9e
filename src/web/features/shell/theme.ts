import { useSyncExternalStore } from "react";
import { THEME_STORAGE_KEY } from "#domain/vocabulary";

export const themes = ["light", "system", "dark"] as const;
export type Theme = (typeof themes)[number];

const CHANGED = "themechange";

/**
 * Script that runs before the first paint: sets `data-theme` from the stored choice, else from the system,
 * and follows both. It is the same on every page, so that its hash can be part of a Content-Security-Policy.
 */
export const themeScript = `(()=>{const d=document.documentElement,m=matchMedia("(prefers-color-scheme: dark)"),a=()=>{let t;try{t=localStorage.getItem("${THEME_STORAGE_KEY}")}catch{}d.dataset.theme=t==="light"||t==="dark"?t:m.matches?"dark":"light"};a();m.addEventListener("change",a);addEventListener("storage",a);addEventListener("${CHANGED}",a)})()`;

function storedTheme(): Theme {
  try {
    const stored = localStorage.getItem(THEME_STORAGE_KEY);
    return themes.find((theme) => theme === stored) ?? "system";
  } catch {
    return "system"; // storage is blocked
  }
}

function chooseTheme(theme: Theme): void {
  try {
    localStorage.setItem(THEME_STORAGE_KEY, theme);
  } catch {
    // storage is blocked: the choice cannot be stored
  }
  dispatchEvent(new Event(CHANGED));
}

function subscribe(onChange: () => void): () => void {
  addEventListener("storage", onChange);
  addEventListener(CHANGED, onChange);
  return () => {
    removeEventListener("storage", onChange);
    removeEventListener(CHANGED, onChange);
  };
}

/** The visitor's theme, stored in this browser, and its setter. */
export function useTheme(): [Theme, (theme: Theme) => void] {
  const theme = useSyncExternalStore<Theme>(subscribe, storedTheme, () => "system");
  return [theme, chooseTheme];
}
