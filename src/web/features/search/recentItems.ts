import * as v from "valibot";
import type { SearchItem } from "#domain";

const KEY = "cadastre.recentSearches";
const MAX_RECENT = 6;

const recentSchema = v.array(
  v.object({ label: v.string(), sublabel: v.string(), href: v.pipe(v.string(), v.startsWith("/")) }),
);
type RecentItem = v.InferOutput<typeof recentSchema>[number];

/** Adds an item: newest first, each address once. */
export const withRecent = (recent: readonly RecentItem[], item: RecentItem): RecentItem[] =>
  [item, ...recent.filter((known) => known.href !== item.href)].slice(0, MAX_RECENT);

/** Items opened from the search in this browser, newest first. */
export function readRecentItems(): SearchItem[] {
  try {
    return v
      .parse(recentSchema, JSON.parse(localStorage.getItem(KEY) ?? "[]"))
      .map((item) => ({ ...item, keywords: [], addresses: [] }));
  } catch {
    return [];
  }
}

export function rememberItem({ label, sublabel, href }: SearchItem): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(withRecent(readRecentItems(), { label, sublabel, href })));
  } catch {
    // storage is blocked: nothing is stored
  }
}
