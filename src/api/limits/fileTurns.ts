import { FairQueue } from "#stores";

/** Files that are being sent: few at once for one visitor, since each holds a part of itself in memory. */
export const createFileTurns = (): FairQueue =>
  new FairQueue({
    concurrent: 8,
    concurrentPerVisitor: 2,
    waiting: 40,
    waitingPerVisitor: 6,
    waitMs: 20_000,
    name: "Sending files",
  });
