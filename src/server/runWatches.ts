/** Has watches looked at and their mail and webhooks sent while the process runs. */
import type { Logger } from "pino";
import type { WatchService } from "#api";
import type { Application } from "./application";
import type { Jobs } from "./jobs";

export interface RunningWatches {
  /** Looks and sends soon, rather than with the next minute. */
  wake(): void;
  /** Begins nothing more, and waits for what has begun. */
  stop(): Promise<void>;
}

/** Looks at the data each minute where it changed, and sends what is due; one turn at a time. */
export function runWatches(
  desk: WatchService,
  {
    log,
    jobs,
    writers,
    sampleProgress,
    refreshDataVersion,
  }: {
    log: Pick<Logger, "error">;
    jobs: Jobs;
    writers: Pick<Application["writers"], "isBusy">;
    sampleProgress: () => number | null;
    refreshDataVersion: Application["refreshDataVersion"];
  },
): RunningWatches {
  let isStopped = false;
  let isWanted = false;
  let turn: Promise<void> | null = null;
  const options = { isStopped: () => isStopped };
  const work = async () => {
    try {
      // Half of an import, or of the sample, is no data to tell somebody of.
      await jobs.run("watches", async () => {
        if (!writers.isBusy() && sampleProgress() === null) {
          // Another process may have changed the data: what this one remembers of before must not count.
          await refreshDataVersion();
          await desk.look(options);
        }
        // The rest is sent after another look: whoever is slow to receive keeps no watch waiting.
        if (await desk.send(options)) isWanted = true;
      });
    } catch (error) {
      log.error({ err: error }, "Watches could not be processed");
    }
  };
  const wake = () => {
    if (isStopped) return;
    isWanted = true;
    turn ??= (async () => {
      while (isWanted && !isStopped) {
        isWanted = false;
        await work();
      }
      turn = null;
    })();
  };
  const job = jobs.schedule(
    "watches",
    { pattern: "15 * * * * *", words: "Every minute, if data has changed or email is due" },
    async () => wake(),
  );
  return {
    wake,
    stop: async () => {
      isStopped = true;
      job.stop();
      await turn;
    },
  };
}
