import { type MarketStore, readSetting } from "#stores";
import { writeSetting } from "./settings";

const SETTING = "row_version";

/**
 * Numbers reserved in an embedded store at once, before they are handed out: about one second. An import
 * takes a dozen, and storing each separately cost as much as a tenth of a small import.
 */
const RESERVED_AHEAD = 1_000_000;

/** A reserved range of versions. */
interface Reservation {
  /** No later process hands out a number up to this one. */
  upTo: number;
  stored: Promise<void>;
}

/** Hands out the row versions of a process. */
export function createRowVersions(): (store: MarketStore) => Promise<number> {
  /** The highest number handed out for any store. */
  let last = 0;
  const reservations = new WeakMap<MarketStore, Promise<Reservation>>();

  const readReservation = async (store: MarketStore): Promise<Reservation> => {
    const upTo = Number((await readSetting(store, SETTING)) ?? 0);
    last = Math.max(last, upTo);
    return { upTo, stored: Promise.resolve() };
  };

  /** The reservation of this process in an embedded store, which no other process uses at the same time. */
  const cachedReservation = (store: MarketStore): Promise<Reservation> => {
    const reservation =
      reservations.get(store) ??
      readReservation(store).catch((error: unknown) => {
        // Allows a retry.
        reservations.delete(store);
        throw error;
      });
    reservations.set(store, reservation);
    return reservation;
  };

  const storeReservation = async (store: MarketStore, reservation: Reservation): Promise<void> => {
    const { upTo } = reservation;
    try {
      await writeSetting(store, { name: SETTING, value: String(upTo), version: upTo });
    } catch (error) {
      reservation.upTo = 0;
      throw error;
    }
  };

  return async (store) => {
    // Several processes can share a server; each uses numbers above those handed out by the others.
    const reservation = await (store.embedded ? cachedReservation(store) : readReservation(store));
    last = Math.max(Date.now() * 1000, last + 1);
    const version = last;
    if (version > reservation.upTo) {
      reservation.upTo = store.embedded ? version + RESERVED_AHEAD : version;
      reservation.stored = storeReservation(store, reservation);
    }
    await reservation.stored;
    return version;
  };
}

/**
 * A number for the `version` column of rows to be written: greater than every number handed out before, in
 * this process or another one, even if the machine's clock was set back. Otherwise microseconds since 1970;
 * exact as a double until the year 2255.
 */
export const nextRowVersion = createRowVersions();
