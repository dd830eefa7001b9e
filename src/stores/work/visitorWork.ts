/**
 * The visitor for whom data is being read, from the request down to its statements. Passed through the
 * asynchronous context rather than arguments, since figures do not depend on the visitor.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import { setMaxListeners } from "node:events";

export interface VisitorWork {
  /** Queue lane and budget: an account, a key, or a network address. */
  visitor: string;
  /** Aborted when the visitor disconnects. */
  signal: AbortSignal | null;
  /** Throws before data is read for a visitor over their limit of engine time. */
  admit?: () => void;
  /**
   * Receives the milliseconds of the engine's processor time that statements are charged for (`EngineTime`).
   */
  spent?: (ms: number) => void;
}

const storage = new AsyncLocalStorage<VisitorWork>();

/** Runs a function for a visitor. */
export function forVisitor<T>(work: VisitorWork, run: () => T): T {
  // A request with many parts adds a listener for each, which is not a leak.
  if (work.signal !== null) setMaxListeners(0, work.signal);
  return storage.run(work, run);
}

/** The visitor of the current call; `house` outside of requests. */
export const currentWork = (): VisitorWork => storage.getStore() ?? { visitor: "house", signal: null };
