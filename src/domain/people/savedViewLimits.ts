import { hasScreen } from "../screens/screens";

/** Views of one account, at most. */
export const SAVED_VIEWS_LIMIT = 50;

export const savedViewLimits = { name: 80, search: 8_000 } as const;

/** Parts of an address that are no state of a view: where somebody is in it, and for whom it is drawn. */
const passing = ["page", "after", "before", "embed", "explain"];

/** The query of an address as a view keeps it: `?sort=-name`, or blank. */
export function searchOfView(search: string): string {
  const kept = new URLSearchParams(search);
  for (const part of passing) kept.delete(part);
  return kept.size === 0 ? "" : `?${kept}`;
}

/** Whether views of a page can be saved: of those with one address, not of profiles. */
export const hasSavedViews = (path: string): boolean => hasScreen(path) && !/[:*]/.test(path);

/** A table page in a state that somebody has given a name. */
export interface SavedView {
  id: number;
  /** Path of the page. */
  path: string;
  name: string;
  /** Its query, with a leading `?`; blank for the page as it opens. */
  search: string;
  /** Moment in UTC. */
  updatedAt: string;
}
