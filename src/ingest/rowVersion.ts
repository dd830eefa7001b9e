import { type MarketStore, readSetting } from "#stores";
import { writeSetting } from "./settings";

const SETTING = "row_version";

/**
 * Numbers that an embedded store is told of at once, before they are handed out: a second of them. An import takes a
 * dozen, and telling the store of each cost as much as a tenth of a small import.
 */
const TOLD_AHEAD = 1_000_000;

/** What a store knows. */
interface Told {
  /** No later process hands out a number up to this one. */
  upTo: number;
  telling: Promise<void>;
}

/** Hands out the row versions of a process. */
export function createRowVersions(): (store: MarketStore) => Promise<number> {
  /** The highest number handed out, for whichever store. */
  let last = 0;
  const toldOf = new WeakMap<MarketStore, Promise<Told>>();

  const readTold = async (store: MarketStore): Promise<Told> => {
    const upTo = Number((await readSetting(store, SETTING)) ?? 0);
    last = Math.max(last, upTo);
    return { upTo, telling: Promise.resolve() };
  };

  /** What this process has told an embedded store, which no other process has meanwhile. */
  const remembered = (store: MarketStore): Promise<Told> => {
    const told =
      toldOf.get(store) ??
      readTold(store).catch((error: unknown) => {
        // The store may answer the next time.
        toldOf.delete(store);
        throw error;
      });
    toldOf.set(store, told);
    return told;
  };

  const tell = async (store: MarketStore, told: Told): Promise<void> => {
    const { upTo } = told;
    try {
      await writeSetting(store, { name: SETTING, value: String(upTo), version: upTo });
    } catch (error) {
      told.upTo = 0;
      throw error;
    }
  };

  return async (store) => {
    // Several processes may share a server, each with numbers above those that the others have handed out.
    const told = await (store.embedded ? remembered(store) : readTold(store));
    last = Math.max(Date.now() * 1000, last + 1);
    const version = last;
    if (version > told.upTo) {
      told.upTo = store.embedded ? version + TOLD_AHEAD : version;
      told.telling = tell(store, told);
    }
    await told.telling;
    return version;
  };
}

/**
 * A number for the `version` column of rows about to be written: greater than every number handed out before,
 * in this process or another one, even where the machine's clock was set back. Microseconds since 1970
 * otherwise; exact as a double until the year 2255.
 */
export const nextRowVersion = createRowVersions();
