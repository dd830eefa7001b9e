import { FairQueue } from "#stores";

/**
 * Slots for files being sent: few per visitor, since each file buffers part of itself in memory. Create separate queues for keys and for
 * readers of pages: a file is sent as slowly as it is read, so slow readers on many networks could otherwise fill a shared queue.
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

/** Slots for preparing files of links: one at a time per owner. The download store limits the files per owner. */
export const createPreparationQueue = (): FairQueue =>
  new FairQueue({
    concurrent: 4,
    concurrentPerVisitor: 1,
    waiting: 1_000,
    waitingPerVisitor: 100,
    waitMs: 600_000,
    name: "Preparing files",
  });
