import type { EntityKind } from "../resources/entities";

/** Kinds of entities that can be on a watchlist. */
export const watchedKinds = ["asset", "token", "network"] as const satisfies readonly EntityKind[];
export type WatchedKind = (typeof watchedKinds)[number];

/** Maximum number of entries of a kind on one watchlist: as many as one page of rows shows. */
export const WATCHLIST_LIMIT = 100;

/** The kind of the rows of a resource, if it can be on a watchlist. */
export const watchedKindOf = (kind: EntityKind | null): WatchedKind | null =>
  watchedKinds.find((one) => one === kind) ?? null;

/** An entry of a watchlist. */
export interface WatchedItem {
  kind: WatchedKind;
  id: number;
  /** UTC timestamp. */
  addedAt: string;
}

/** The watchlist of a user. */
export interface Watchlist {
  /** Newest first. */
  items: WatchedItem[];
  /** Latest day with figures when its page was last opened on an earlier day; null on the first visit. */
  since: string | null;
}
