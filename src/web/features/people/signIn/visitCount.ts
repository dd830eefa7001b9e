import * as v from "valibot";
import { readSessionItem, writeSessionItem } from "../session/sessionItem";
import { VISITS_KEY } from "../session/storageKeys";

const visitsSchema = v.object({ count: v.pipe(v.number(), v.integer(), v.minValue(0)), path: v.string() });
/** How many pages of ours this tab has shown after the one it landed on, and which one last. */
export type Visits = v.InferOutput<typeof visitsSchema>;

/**
 * Another page is one more visit; the page that the tab landed on is none, nor
 * is the same page again (a reload, another filter).
 *
 * @param visits null before the first page
 */
export function afterVisit(visits: Visits | null, path: string): Visits {
  if (visits === null) return { count: 0, path };
  return visits.path === path ? visits : { count: visits.count + 1, path };
}

function parseVisits(text: string | null): Visits | null {
  try {
    return v.parse(visitsSchema, JSON.parse(text ?? ""));
  } catch {
    return null;
  }
}

/** Counts a page and answers how many there have been in this tab since it landed. */
export function countVisit(path: string): number {
  const visits = afterVisit(parseVisits(readSessionItem(VISITS_KEY)), path);
  writeSessionItem(VISITS_KEY, JSON.stringify(visits));
  return visits.count;
}
