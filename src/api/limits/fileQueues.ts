import { FairQueue } from "#stores";

/**
 * Files that are being sent: few at once for one visitor, since each holds a part of itself in memory. Those for keys and those
 * for readers of pages have turns of their own: a file is sent as slowly as it is read, and anybody may read slowly from many
 * networks, whoever else waits.
 */
export const createFileQueue = (): FairQueue =>
  new FairQueue({
    concurrent: 6,
    concurrentPerVisitor: 2,
    waiting: 40,
    waitingPerVisitor: 6,
    waitMs: 20_000,
    name: "Sending files",
  });

/** Files that are made for links, for whoever asks later: one at a time for an owner, whose number is bounded elsewhere. */
export const createPreparationQueue = (): FairQueue =>
  new FairQueue({
    concurrent: 4,
    concurrentPerVisitor: 1,
    waiting: 1_000,
    waitingPerVisitor: 100,
    waitMs: 600_000,
    name: "Preparing files",
  });
