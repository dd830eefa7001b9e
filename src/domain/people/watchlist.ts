import type { EntityKind } from "../resources/entities";

/** What can be watched. */
export const watchedKinds = ["asset", "token", "network"] as const satisfies readonly EntityKind[];
export type WatchedKind = (typeof watchedKinds)[number];

/** Most entries of a kind on one watchlist: as many as one page of rows shows. */
export const WATCHLIST_LIMIT = 100;

/** The kind of which the rows of a resource are, where they can be watched. */
export const watchedKindOf = (kind: EntityKind | null): WatchedKind | null =>
  watchedKinds.find((one) => one === kind) ?? null;

/** An entry of a watchlist. */
export interface WatchedItem {
  kind: WatchedKind;
  id: number;
  /** Moment in UTC. */
  addedAt: string;
}

/** Somebody's watchlist. */
export interface Watchlist {
  /** The newest first. */
  items: WatchedItem[];
  /** Newest day with figures when its page was last open on an earlier day; null on the first visit. */
  since: string | null;
}
