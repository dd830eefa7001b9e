import { createHash } from "node:crypto";

/** Ids of sample rows lie between 10⁹ and 2·10⁹, so that they fit any integer column of 32 bits. */
const BASE = 1_000_000_000;
const SPAN = 1_000_000_000;

/**
 * Gives each key an id that follows from the key, so that a row keeps its id
 * from day to day. Two keys that fall on one id get neighbours.
 */
export function createSampleIds(): (...key: readonly (string | number)[]) => number {
  const taken = new Set<number>();
  return (...key) => {
    const digest = createHash("sha256").update(JSON.stringify(key)).digest();
    let id = BASE + (digest.readUInt32BE(0) % SPAN);
    while (taken.has(id)) id++;
    taken.add(id);
    return id;
  };
}
