import { z } from "zod";
import type { SearchItem } from "#domain";

const KEY = "cadastre.recentSearches";
const MAX_RECENT = 6;

const recentSchema = z.array(
  z.object({ label: z.string(), sublabel: z.string(), href: z.string().startsWith("/") }),
);
type RecentItem = z.output<typeof recentSchema>[number];

/** The newest first, each address once. */
export const withRecent = (recent: readonly RecentItem[], item: RecentItem): RecentItem[] =>
  [item, ...recent.filter((known) => known.href !== item.href)].slice(0, MAX_RECENT);

/** What was opened from the search on this browser, newest first. */
export function readRecentItems(): SearchItem[] {
  try {
    return recentSchema
      .parse(JSON.parse(localStorage.getItem(KEY) ?? "[]"))
      .map((item) => ({ ...item, keywords: [], addresses: [] }));
  } catch {
    return [];
  }
}

export function rememberItem({ label, sublabel, href }: SearchItem): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(withRecent(readRecentItems(), { label, sublabel, href })));
  } catch {
    // storage is blocked: nothing is remembered
  }
}
