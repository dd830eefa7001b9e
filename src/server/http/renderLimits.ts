import { setImmediate as nextEventLoopIteration } from "node:timers/promises";
import { visitorKey } from "#accounts";
import { RateLimits } from "#api";
import type { User } from "#domain";
import { FairQueue, type FairQueueOptions } from "#stores";

export interface RenderLimitOptions {
  networkAddress: (request: Request) => string;
  /** Renders per visitor and minute. */
  rendersPerMinute: number;
  renders?: FairQueueOptions | undefined;
}

/** Limits renders: their number per visitor and minute, and how many run at once. */
export interface RenderLimits {
  /**
   * Counts a render that a request is about to start; the limit and when to retry if exceeded, otherwise
   * null.
   */
  overBudget(request: Request, user: User): Promise<{ limit: number; retryAfter: number } | null>;
  /**
   * Runs a render in a queue slot. @throws UnavailableError if the queue is full, or after the maximum wait
   */
  runInSlot(request: Request, user: User, render: () => Promise<Response>): Promise<Response>;
}

/**
 * A render occupies the one JavaScript thread that serves all requests: with two at once, one runs while the
 * other waits for its figures, and more would only delay cheap requests.
 */
const defaultRenders: FairQueueOptions = {
  concurrent: 2,
  concurrentPerVisitor: 2,
  waiting: 64,
  waitingPerVisitor: 16,
  waitMs: 10_000,
  name: "Rendering pages",
};

export function createRenderLimits(options: RenderLimitOptions): RenderLimits {
  const { networkAddress, rendersPerMinute } = options;
  const queue = new FairQueue(options.renders ?? defaultRenders);
  const budget = new RateLimits("renders");
  return {
    overBudget: async (request, user) => {
      const address = networkAddress(request);
      const { isOver, limit, retryAfter } = await (user.id === ""
        ? budget.countNetwork(address, rendersPerMinute)
        : budget.count(visitorKey({ userId: user.id, networkAddress: address }), rendersPerMinute));
      return isOver ? { limit, retryAfter } : null;
    },
    runInSlot: (request, user, render) => {
      const visitor = visitorKey({ userId: user.id, networkAddress: networkAddress(request) });
      return queue.run({ visitor, signal: null }, async () => {
        // Renders follow each other synchronously: requests that arrived meanwhile are served in between.
        await nextEventLoopIteration();
        return render();
      });
    },
  };
}
