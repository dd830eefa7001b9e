/** How fast a network is read, over the last half minute. */
import type { SyncProgress } from "./syncNetwork";

export interface ReadingRate {
  blocksPerSecond: number;
  logsPerSecond: number;
  /** Null before the first part was read. */
  secondsLeft: number | null;
}

const WINDOW_MS = 30_000;

interface Sample extends Pick<SyncProgress, "done" | "blocks" | "logs"> {
  at: number;
}

/** Measures progress that is reported with its time in milliseconds. */
export function createRateMeter(): (progress: SyncProgress, at: number) => ReadingRate {
  const samples: Sample[] = [];
  return ({ done, total, blocks, logs }, at) => {
    samples.push({ at, done, blocks, logs });
    // One sample before the window remains, so that parts that take longer than it are measured.
    while (samples[1] !== undefined && samples[1].at <= at - WINDOW_MS) samples.shift();
    const [first] = samples;
    const seconds = first === undefined ? 0 : (at - first.at) / 1_000;
    if (first === undefined || seconds <= 0)
      return { blocksPerSecond: 0, logsPerSecond: 0, secondsLeft: null };
    const perSecond = (done - first.done) / seconds;
    return {
      blocksPerSecond: (blocks - first.blocks) / seconds,
      logsPerSecond: (logs - first.logs) / seconds,
      secondsLeft: perSecond === 0 ? null : (total - done) / perSecond,
    };
  };
}
