import { hasScreen } from "../screens/screens";

/** Maximum number of views per account. */
export const SAVED_VIEWS_LIMIT = 50;

export const savedViewLimits = { name: 80, search: 8_000 } as const;

/** Parameters that are not part of a view: the position in the list, and the presentation. */
const passing = ["page", "after", "before", "embed", "explain"];

/** The query of an address as stored by a view: `?sort=-name`, or blank. */
export function searchOfView(search: string): string {
  const kept = new URLSearchParams(search);
  for (const part of passing) kept.delete(part);
  return kept.size === 0 ? "" : `?${kept}`;
}

/** Whether views of a page can be saved: pages with a single address can, profiles cannot. */
export const hasSavedViews = (path: string): boolean => hasScreen(path) && !/[:*]/.test(path);

/** A named state of a table page. */
export interface SavedView {
  id: number;
  /** Path of the page. */
  path: string;
  name: string;
  /** Query with a leading `?`; blank for the default state. */
  search: string;
  /** UTC timestamp. */
  updatedAt: string;
}
