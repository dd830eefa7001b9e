import pLimit from "p-limit";
import { UnavailableError } from "#domain/errors";

/** Work on market data that ended early because the process is stopping. */
export class StoppedError extends UnavailableError {
  constructor(message = "The server is stopping. Run the command again once it is running.") {
    super(message);
  }
}

export interface WriterOptions {
  /** Name of the work, for other work that waits for it. */
  label?: string;
  /** Called with the name of the work in progress if this work has to wait. */
  onWait?: (label: string) => void;
}

/** Runs writers of market data one at a time: each leaves the derived tables consistent for the next. */
export interface WriterQueue {
  /**
   * Runs work after all work queued before it. The work calls `checkpoint` wherever it can end; the signal is
   * aborted when it should.
   * @throws StoppedError if the queue is stopped before the work starts or at one of its checkpoints
   */
  run<T>(
    work: (checkpoint: () => void, signal: AbortSignal) => Promise<T>,
    options?: WriterOptions,
  ): Promise<T>;
  /** Whether a writer is running or waiting. */
  isBusy(): boolean;
  /** Aborted with a StoppedError when the queue is stopped. */
  stopping: AbortSignal;
  /** Ends work at its next checkpoint and starts no more; resolves once all has ended. */
  stop(): Promise<void>;
}

const UNNAMED = "an update of market data";

export function createWriterQueue(): WriterQueue {
  const oneAtATime = pLimit(1);
  /** Names of the work in progress and of the waiting work, in order. */
  const labels: string[] = [];
  const stopping = new AbortController();
  const checkpoint = () => {
    if (stopping.signal.aborted) throw new StoppedError();
  };
  return {
    run: (work, { label = UNNAMED, onWait } = {}) => {
      if (labels[0] !== undefined) onWait?.(labels[0]);
      labels.push(label);
      return oneAtATime(() => {
        checkpoint();
        return work(checkpoint, stopping.signal);
      }).finally(() => labels.shift());
    },
    isBusy: () => oneAtATime.activeCount + oneAtATime.pendingCount > 0,
    stopping: stopping.signal,
    stop: () => {
      stopping.abort(new StoppedError());
      return oneAtATime(() => undefined);
    },
  };
}
