/** Evaluates watches and sends their mail and webhooks while the process runs. */
import type { Logger } from "pino";
import type { WatchService } from "#api";
import type { Application } from "./application";
import type { Jobs } from "./jobs";

export interface RunningWatches {
  /** Evaluates and sends now instead of at the next minute. */
  requestRun(): void;
  /** Starts no more runs, and waits for the current one. */
  stop(): Promise<void>;
}

/** Evaluates watches each minute if the data changed, and sends due deliveries; one run at a time. */
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
  let currentRun: Promise<void> | null = null;
  const options = { isStopped: () => isStopped };
  const work = async () => {
    try {
      // Skipped during imports and sample generation: incomplete data must not trigger watches.
      await jobs.run("watches", async () => {
        if (!writers.isBusy() && sampleProgress() === null) {
          // Another process may have changed the data, so cached results of this one may be outdated.
          await refreshDataVersion();
          await desk.look(options);
        }
        // The rest is sent after another evaluation, so that slow receivers do not delay watches.
        if (await desk.send(options)) isWanted = true;
      });
    } catch (error) {
      log.error({ err: error }, "Watches could not be processed");
    }
  };
  const requestRun = () => {
    if (isStopped) return;
    isWanted = true;
    currentRun ??= (async () => {
      while (isWanted && !isStopped) {
        isWanted = false;
        await work();
      }
      currentRun = null;
    })();
  };
  const job = jobs.schedule(
    "watches",
    { pattern: "15 * * * * *", words: "Every minute, if data has changed or email is due" },
    async () => requestRun(),
  );
  return {
    requestRun,
    stop: async () => {
      isStopped = true;
      job.stop();
      await currentRun;
    },
  };
}
