/** Fair queue of visitors' work: limited concurrency, alternating between visitors, with a maximum wait. */
import { CancelledError, UnavailableError } from "#domain/errors";
import { formatCount } from "#domain/text";

export interface FairQueueOptions {
  /** Maximum number of running tasks, in total and per visitor. */
  concurrent: number;
  concurrentPerVisitor: number;
  /** Maximum number of waiting tasks, in total and per visitor. */
  waiting: number;
  waitingPerVisitor: number;
  /** Maximum wait of a task for a slot. */
  waitMs: number;
  /** Name of the work in messages: `Reading the data`. */
  name: string;
}

export interface QueueSlot {
  visitor: string;
  /** Leaves the queue; a task that is already running must abort itself. */
  signal?: AbortSignal | null;
}

interface Lane {
  running: number;
  waiting: (() => void)[];
}

/** Seconds after which a rejected visitor can retry. */
const RETRY_AFTER = 5;

/**
 * Slots alternate between visitors: a hundred tasks of one visitor delay the single task of another by one.
 */
export class FairQueue {
  /** In the order of service: a visitor who is or was served moves to the end. */
  private readonly lanes = new Map<string, Lane>();
  private running = 0;
  private waiting = 0;

  constructor(private readonly options: FairQueueOptions) {}

  /**
   * Runs a task in a slot.
   * @throws QueueRefusedError if the queue is full or the wait too long, CancelledError if the signal is
   * aborted while waiting, and errors of the task
   */
  async run<T>({ visitor, signal }: QueueSlot, task: () => Promise<T>): Promise<T> {
    const release = await this.enter({ visitor, signal });
    try {
      return await task();
    } finally {
      release();
    }
  }

  /** Waits for a slot. The caller must release it once, by calling the returned function. */
  enter({ visitor, signal }: QueueSlot): Promise<() => void> {
    if (signal?.aborted) return Promise.reject(cancelled());
    const lane = this.laneOf(visitor);
    const { waiting, waitingPerVisitor, name } = this.options;
    const isFree = this.running < this.options.concurrent && this.mayRun(lane);
    if (!isFree && lane.waiting.length >= waitingPerVisitor) {
      return Promise.reject(
        new QueueRefusedError(`${name}: ${waitingPerVisitor} of your requests are already queued.`),
      );
    }
    if (!isFree && this.waiting >= waiting) {
      return Promise.reject(new QueueRefusedError(`${name}: ${waiting} requests are already queued.`));
    }
    return new Promise((resolve, reject) => {
      const stop = () => {
        clearTimeout(timer);
        signal?.removeEventListener("abort", onAbort);
      };
      const start = () => {
        stop();
        lane.running += 1;
        this.running += 1;
        let isGivenBack = false;
        resolve(() => {
          if (isGivenBack) return;
          isGivenBack = true;
          lane.running -= 1;
          this.running -= 1;
          this.toTheEnd(visitor, lane);
          this.next();
        });
      };
      const leave = (error: Error) => {
        stop();
        lane.waiting.splice(lane.waiting.indexOf(start), 1);
        this.waiting -= 1;
        this.forget(visitor, lane);
        reject(error);
      };
      const onAbort = () => leave(cancelled());
      const { waitMs } = this.options;
      const timer = setTimeout(
        () =>
          leave(
            new QueueRefusedError(
              `${name}: this request was queued for ${formatCount(Math.round(waitMs / 1000), "second")}.`,
            ),
          ),
        waitMs,
      );
      signal?.addEventListener("abort", onAbort, { once: true });
      lane.waiting.push(start);
      this.waiting += 1;
      this.next();
    });
  }

  private mayRun = (lane: Lane) => lane.running < this.options.concurrentPerVisitor;

  private laneOf(visitor: string): Lane {
    const lane = this.lanes.get(visitor) ?? { running: 0, waiting: [] };
    this.lanes.set(visitor, lane);
    return lane;
  }

  private toTheEnd(visitor: string, lane: Lane): void {
    this.lanes.delete(visitor);
    this.lanes.set(visitor, lane);
  }

  private forget(visitor: string, lane: Lane): void {
    if (lane.running === 0 && lane.waiting.length === 0) this.lanes.delete(visitor);
  }

  private next(): void {
    while (this.running < this.options.concurrent && this.waiting > 0) {
      const next = [...this.lanes].find(([, lane]) => lane.waiting.length > 0 && this.mayRun(lane));
      if (next === undefined) break;
      const [visitor, lane] = next;
      this.toTheEnd(visitor, lane);
      this.waiting -= 1;
      lane.waiting.shift()?.();
    }
    for (const [visitor, lane] of this.lanes) this.forget(visitor, lane);
  }
}

/** A visitor's task was not run. Says nothing about other visitors, even for the same result. */
export class QueueRefusedError extends UnavailableError {
  constructor(what: string) {
    super(`${what} Try again in ${RETRY_AFTER} seconds.`, { retryAfter: RETRY_AFTER });
  }
}

const cancelled = () => new CancelledError("The connection was closed while the request was queued.");
