/** What a watch remembers between two looks, and when it fires. */

export interface WatchState {
  /** Whether the condition held; null until it is known. */
  holds: boolean | null;
  /** Ids of what was there; null until it was looked at. */
  seen: readonly number[] | null;
  /** What the owner could read then. What appears since that changed is not new. */
  basis: string;
}

/** What a look finds: whether the condition of a figure holds, or the ids of what there is. */
export type WatchLook = { holds: boolean | null } | { ids: readonly number[] };

export interface Advanced {
  state: WatchState;
  fires: boolean;
  /** Ids that were not there before. */
  added: readonly number[];
}

/**
 * The next state. A watch fires when its condition starts to hold, and again only after it ceased to; a figure that
 * is not known changes nothing. The first look, and the first one of an owner who may read other data than before,
 * only notes what is there.
 */
export function advanceWatch(former: WatchState | null, look: WatchLook, basis: string): Advanced {
  const known = former !== null && former.basis === basis ? former : { holds: null, seen: null };
  if ("holds" in look) {
    return {
      state: { holds: look.holds ?? known.holds, seen: null, basis },
      fires: look.holds === true && known.holds === false,
      added: [],
    };
  }
  const { seen } = known;
  const before = new Set(seen);
  const added = seen === null ? [] : look.ids.filter((id) => !before.has(id));
  // What is gone stays known, so that a row that comes back is not new.
  const after = seen === null ? [...look.ids] : [...seen, ...added];
  return { state: { holds: null, seen: after, basis }, fires: added.length > 0, added };
}
