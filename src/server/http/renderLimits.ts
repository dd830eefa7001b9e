import { setImmediate as nextEventLoopIteration } from "node:timers/promises";
import { type Limits, visitorKey } from "#accounts";
import type { User } from "#domain";
import { FairQueue, type FairQueueOptions } from "#stores";

export interface RenderLimitOptions {
  networkAddress: (request: Request) => string;
  limits: Pick<Limits, "renders">;
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
  const { networkAddress, limits } = options;
  const identityOf = (request: Request, user: User) => ({
    userId: user.id,
    networkAddress: networkAddress(request),
  });
  const queue = new FairQueue(options.renders ?? defaultRenders);
  return {
    overBudget: async (request, user) => {
      const { isOver, limit, retryAfter } = await limits.renders.countVisitor(identityOf(request, user));
      return isOver ? { limit, retryAfter } : null;
    },
    runInSlot: (request, user, render) => {
      const visitor = visitorKey(identityOf(request, user));
      return queue.run({ visitor, signal: null }, async () => {
        // Renders follow each other synchronously: requests that arrived meanwhile are served in between.
        await nextEventLoopIteration();
        return render();
      });
    },
  };
}
