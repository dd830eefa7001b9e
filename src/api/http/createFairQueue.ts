/** Costly work, a few at once; the rest waits its turn, in bounded number and for a bounded time. */
import PQueue from "p-queue";
import { UnavailableError } from "#domain";

export interface FairQueueOptions {
  /** Pieces of work that run at the same time. */
  atOnce: number;
  /** Pieces of work that wait, at most. */
  waiting: number;
  /** Of those, the ones of a single visitor. */
  waitingPerVisitor: number;
  /** How long one may wait for its turn. */
  maxWaitMs: number;
}

export interface FairQueue {
  /**
   * Does the work when its turn comes. Somebody who waits for little comes before somebody who waits for much.
   *
   * @throws UnavailableError when too much waits already, or the turn did not come in time; else what the work throws
   */
  run<T>(visitor: string, work: () => Promise<T>): Promise<T>;
}

export function createFairQueue({
  atOnce,
  waiting,
  waitingPerVisitor,
  maxWaitMs,
}: FairQueueOptions): FairQueue {
  const queue = new PQueue({ concurrency: atOnce });
  const waitingOf = new Map<string, number>();
  return {
    run: async (visitor, work) => {
      const own = waitingOf.get(visitor) ?? 0;
      if (queue.size >= waiting || own >= waitingPerVisitor) throw new UnavailableError(BUSY);
      waitingOf.set(visitor, own + 1);
      const patience = new AbortController();
      const timer = setTimeout(() => patience.abort(new UnavailableError(BUSY)), maxWaitMs);
      let waits = true;
      const endWaiting = () => {
        if (!waits) return;
        waits = false;
        clearTimeout(timer);
        const left = (waitingOf.get(visitor) ?? 1) - 1;
        if (left === 0) waitingOf.delete(visitor);
        else waitingOf.set(visitor, left);
      };
      try {
        const start = () => {
          endWaiting();
          return work();
        };
        return await queue.add(start, { priority: -own, signal: patience.signal });
      } finally {
        endWaiting();
      }
    },
  };
}

const BUSY = "The server is busy. Try again in a moment.";
