/** The state of a watch between two evaluations, and when it fires. */

export interface WatchState {
  /** Result of the last evaluation of the condition; null until it is known. */
  holds: boolean | null;
  /** Ids at the last evaluation; null before the first. */
  seen: readonly number[] | null;
  /** Fingerprint of what the owner could read. Rows that appear after it changed are not new. */
  basis: string;
}

/** Result of an evaluation: whether the condition of a figure is met, or the current ids. */
export type WatchLook = { holds: boolean | null } | { ids: readonly number[] };

export interface Advanced {
  state: WatchState;
  fires: boolean;
  /** Ids that are new since the last evaluation. */
  added: readonly number[];
}

/**
 * The next state. A watch fires when its condition becomes true, and again only after it was false; an
 * unknown figure changes nothing. The first evaluation, and the first after the owner's access changed, only
 * records the state.
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
  // Removed ids are retained, so that a row that returns is not new.
  const after = seen === null ? [...look.ids] : [...seen, ...added];
  return { state: { holds: null, seen: after, basis }, fires: added.length > 0, added };
}
