import { z } from "zod";
import { readSessionItem, writeSessionItem } from "../session/sessionItem";
import { VISITS_KEY } from "../session/storageKeys";

const visitsSchema = z.object({ count: z.int().min(0), path: z.string() });
/** How many pages of ours this tab has shown, and which one last. */
export type Visits = z.output<typeof visitsSchema>;

export const noVisits: Visits = { count: 0, path: "" };

/** Another page is one more visit; the same page again (a reload, another filter) is not. */
export const afterVisit = (visits: Visits, path: string): Visits =>
  visits.path === path ? visits : { count: visits.count + 1, path };

function parseVisits(text: string | null): Visits {
  try {
    return visitsSchema.parse(JSON.parse(text ?? ""));
  } catch {
    return noVisits;
  }
}

/** Counts a page and answers how many there have been in this tab. */
export function countVisit(path: string): number {
  const visits = afterVisit(parseVisits(readSessionItem(VISITS_KEY)), path);
  writeSessionItem(VISITS_KEY, JSON.stringify(visits));
  return visits.count;
}
