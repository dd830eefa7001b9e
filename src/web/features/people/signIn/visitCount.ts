import * as v from "valibot";
import { readSessionItem, writeSessionItem } from "../session/sessionItem";
import { VISITS_KEY } from "../session/storageKeys";

const visitsSchema = v.object({ count: v.pipe(v.number(), v.integer(), v.minValue(0)), path: v.string() });
/** Number of pages shown in this tab after the landing page, and the latest one. */
export type Visits = v.InferOutput<typeof visitsSchema>;

/**
 * Adds a visit for another page. The landing page and the same page again (a reload, another filter) do not
 * count.
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

/** Counts a page and returns the number of visits in this tab since the landing page. */
export function countVisit(path: string): number {
  const visits = afterVisit(parseVisits(readSessionItem(VISITS_KEY)), path);
  writeSessionItem(VISITS_KEY, JSON.stringify(visits));
  return visits.count;
}
