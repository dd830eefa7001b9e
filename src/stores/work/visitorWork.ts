/**
 * For whom something is being read, from the request down to its statements. It travels with the asynchronous
 * call instead of through every function's arguments: what a figure is does not depend on who asks for it.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import { setMaxListeners } from "node:events";

export interface VisitorWork {
  /** Whose turn it takes: an account, a key, or a network address. */
  visitor: string;
  /** Ends when nobody waits for the answer any more. */
  signal: AbortSignal | null;
  /** Throws before anything is read for a visitor who may not keep the engine busy any longer. */
  admit?: () => void;
  /** Receives the milliseconds of the engine's processor time that statements are charged for (`EngineTime`). */
  spent?: (ms: number) => void;
}

const storage = new AsyncLocalStorage<VisitorWork>();

/** Runs something for a visitor. */
export function forVisitor<T>(work: VisitorWork, run: () => T): T {
  // A request of many parts listens once for each, which is no leak.
  if (work.signal !== null) setMaxListeners(0, work.signal);
  return storage.run(work, run);
}

/** For whom the present call works; the house itself where no visitor asked. */
export const currentWork = (): VisitorWork => storage.getStore() ?? { visitor: "house", signal: null };
