import pLimit from "p-limit";
import { UnavailableError } from "#domain";

/** Work on market data that ended early because the process was asked to stop. */
export class StoppedError extends UnavailableError {
  constructor(message = "The server is stopping. Run the command again once it is running.") {
    super(message);
  }
}

export interface WriterOptions {
  /** Name of the work for those that wait for it. */
  label?: string;
  /** Called with the name of the work in progress if this work has to wait. */
  onWait?: (label: string) => void;
}

/** Writers of market data take turns: each leaves the derived tables whole before the next starts. */
export interface WriterQueue {
  /**
   * Runs work after all that was given before it. The work calls `checkpoint` wherever it may end; the signal is given
   * once it should.
   * @throws StoppedError where the queue is stopped before the work begins or at a checkpoint of it
   */
  run<T>(
    work: (checkpoint: () => void, signal: AbortSignal) => Promise<T>,
    options?: WriterOptions,
  ): Promise<T>;
  /** Whether a writer is at work or waits. */
  isBusy(): boolean;
  /** Ends work at its next checkpoint and lets none begin; resolves once all has ended. */
  stop(): Promise<void>;
}

const UNNAMED = "an update of market data";

export function createWriterQueue(): WriterQueue {
  const inTurn = pLimit(1);
  /** Names of the work in progress and of the work that waits, in order. */
  const labels: string[] = [];
  const stopping = new AbortController();
  const checkpoint = () => {
    if (stopping.signal.aborted) throw new StoppedError();
  };
  return {
    run: (work, { label = UNNAMED, onWait } = {}) => {
      if (labels[0] !== undefined) onWait?.(labels[0]);
      labels.push(label);
      return inTurn(() => {
        checkpoint();
        return work(checkpoint, stopping.signal);
      }).finally(() => labels.shift());
    },
    isBusy: () => inTurn.activeCount + inTurn.pendingCount > 0,
    stop: () => {
      stopping.abort();
      return inTurn(() => undefined);
    },
  };
}
