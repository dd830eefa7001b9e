/** Turns for work that visitors ask for: so many at once, each visitor in turn, and an end to waiting. */
import { CancelledError, formatCount, UnavailableError } from "#domain";

export interface FairQueueOptions {
  /** Tasks that run at once, of all visitors and of one. */
  concurrent: number;
  concurrentPerVisitor: number;
  /** Tasks that may wait, of all visitors and of one. */
  waiting: number;
  waitingPerVisitor: number;
  /** How long a task may wait for its turn. */
  waitMs: number;
  /** What is waited for, in messages: `Reading the data`. */
  name: string;
}

export interface QueueSlot {
  visitor: string;
  /** Gives the place in the queue up; what runs already has to end itself. */
  signal?: AbortSignal | null;
}

interface Lane {
  running: number;
  waiting: (() => void)[];
}

/** Seconds after which somebody who was turned away may try again. */
const RETRY_AFTER = 5;

/** Visitors take turns whatever they ask for: a hundred tasks of one delay the one task of another by one. */
export class FairQueue {
  /** In the order of their turns: who is or was served goes to the end. */
  private readonly lanes = new Map<string, Lane>();
  private running = 0;
  private waiting = 0;

  constructor(private readonly options: FairQueueOptions) {}

  /**
   * Runs a task when its turn has come.
   * @throws QueueRefusedError where too many wait or the turn did not come in time, CancelledError where the
   * signal ended the waiting, and what the task throws.
   */
  async run<T>({ visitor, signal }: QueueSlot, task: () => Promise<T>): Promise<T> {
    const release = await this.enter({ visitor, signal });
    try {
      return await task();
    } finally {
      release();
    }
  }

  /** Waits for a turn. The caller gives it back, once, by calling what is returned. */
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
      const turn = [...this.lanes].find(([, lane]) => lane.waiting.length > 0 && this.mayRun(lane));
      if (turn === undefined) break;
      const [visitor, lane] = turn;
      this.toTheEnd(visitor, lane);
      this.waiting -= 1;
      lane.waiting.shift()?.();
    }
    for (const [visitor, lane] of this.lanes) this.forget(visitor, lane);
  }
}

/** A visitor has not come to their turn. It says nothing of what others asked for, be it the same. */
export class QueueRefusedError extends UnavailableError {
  constructor(what: string) {
    super(`${what} Try again in ${RETRY_AFTER} seconds.`, { retryAfter: RETRY_AFTER });
  }
}

const cancelled = () => new CancelledError("The connection was closed while the request was queued.");
