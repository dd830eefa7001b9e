import { type MarketStore, readSetting } from "#stores";
import { writeSetting } from "./settings";

const SETTING = "row_version";

/**
 * Numbers that the store is told of at once, before they are handed out: ten seconds of them. An import takes a dozen,
 * and telling the store of each cost it as much as a tenth of a small import.
 */
const TOLD_AHEAD = 10_000_000;

/** The highest number that this process has handed out, for whichever store. */
let last = 0;

/** What a store knows. */
interface Told {
  /** No later process hands out a number up to this one. */
  upTo: number;
  telling: Promise<void>;
}
const toldOf = new WeakMap<MarketStore, Promise<Told>>();

/**
 * A number for the `version` column of rows about to be written: greater than every number handed out before,
 * in this process or an earlier one, even where the machine's clock was set back. Microseconds since 1970
 * otherwise, so that it can be read as a time, give or take ten seconds; exact as a double until the year 2255.
 */
export async function nextRowVersion(store: MarketStore): Promise<number> {
  const reading = toldOf.get(store) ?? readTold(store);
  toldOf.set(store, reading);
  const told = await reading;
  last = Math.max(Date.now() * 1000, last + 1);
  const version = last;
  if (version > told.upTo) {
    told.upTo = version + TOLD_AHEAD;
    told.telling = tell(store, told);
  }
  await told.telling;
  return version;
}

async function tell(store: MarketStore, told: Told): Promise<void> {
  const { upTo } = told;
  try {
    await writeSetting(store, { name: SETTING, value: String(upTo), version: upTo });
  } catch (error) {
    told.upTo = 0;
    throw error;
  }
}

async function readTold(store: MarketStore): Promise<Told> {
  try {
    const upTo = Number((await readSetting(store, SETTING)) ?? 0);
    last = Math.max(last, upTo);
    return { upTo, telling: Promise.resolve() };
  } catch (error) {
    // The store may answer the next time.
    toldOf.delete(store);
    throw error;
  }
}
