/**
 * What a cached result was computed from. While a result is computed, its statements and the cached results that it uses
 * are noted here through the asynchronous context, so no function has to say what it depends on
 * (docs/decisions/0097). A result is valid at a later data version if each of them is unchanged.
 */
import { AsyncLocalStorage } from "node:async_hooks";

/** A statement or a cached result that another result was computed from. */
export interface TrackedRead {
  /** Identifies it in this process. */
  key: string;
  /** What was read: a hash, or the revision of a cached result. */
  seen: string;
  /** Approximate size in bytes. */
  size: number;
  /** Reads it again at a data version. @returns what `seen` would be then */
  readAgain: (version: string) => Promise<string>;
}

/** The reads of one computation. */
interface Collection {
  /** Data version that the result is computed at. */
  version: string;
  reads: Map<string, TrackedRead>;
  isComplete: boolean;
}

const collecting = new AsyncLocalStorage<Collection | null>();

export interface Collected<T> {
  result: T;
  /** Null for a result that can change with any data version: it read nothing, or something that is not tracked. */
  reads: readonly TrackedRead[] | null;
}

/** Computes a result and notes what it reads. */
export async function collectReads<T>(version: string, compute: () => Promise<T>): Promise<Collected<T>> {
  const collection: Collection = { version, reads: new Map(), isComplete: true };
  const result = await collecting.run(collection, compute);
  const { reads, isComplete } = collection;
  return { result, reads: isComplete && reads.size > 0 ? [...reads.values()] : null };
}

/** Runs a function whose reads no result depends on. */
export const withoutTracking = <T>(run: () => T): T => collecting.run(null, run);

/** The data version of the present computation; null if nothing is noted. */
export const trackedVersion = (): string | null => collecting.getStore()?.version ?? null;

/** Notes a read for the present computation. */
export function noteRead(read: TrackedRead): void {
  const collection = collecting.getStore();
  if (collection === undefined || collection === null) return;
  const before = collection.reads.get(read.key);
  // Read twice with a change in between: the result is a mixture.
  if (before !== undefined && before.seen !== read.seen) collection.isComplete = false;
  collection.reads.set(read.key, read);
}

/** Notes that the present computation reads something that can change with any data version. */
export function noteUntrackedRead(): void {
  const collection = collecting.getStore();
  if (collection !== undefined && collection !== null) collection.isComplete = false;
}

/** Reads that are compared at once: a first change ends the comparison. */
const AT_ONCE = 4;

/** Whether all reads are unchanged at a data version. False if one of them fails. */
export async function areUnchanged(reads: readonly TrackedRead[], version: string): Promise<boolean> {
  const isUnchanged = async ({ seen, readAgain }: TrackedRead) => (await readAgain(version)) === seen;
  for (let start = 0; start < reads.length; start += AT_ONCE) {
    const compared = await withoutTracking(() =>
      Promise.all(reads.slice(start, start + AT_ONCE).map((read) => isUnchanged(read).catch(() => false))),
    );
    if (compared.includes(false)) return false;
  }
  return true;
}
