import { setImmediate as nextTurn } from "node:timers/promises";
import { visitorKey } from "#accounts";
import { RateLimits } from "#api";
import type { User } from "#domain";
import { FairQueue, type FairQueueOptions } from "#stores";

export interface RenderLimitOptions {
  networkAddress: (request: Request) => string;
  /** Renders that one visitor may cause in a minute. */
  rendersPerMinute: number;
  renders?: FairQueueOptions | undefined;
}

/** How many renders a visitor may still cause, and when it is the turn of one. */
export interface RenderLimits {
  /** Counts a render that a request is about to cause; by how much and until when it was one too many, else null. */
  overBudget(request: Request, user: User): Promise<{ limit: number; retryAfter: number } | null>;
  /** @throws UnavailableError where too many wait already, or it has waited too long. */
  inTurn(request: Request, user: User, render: () => Promise<Response>): Promise<Response>;
}

/**
 * A render takes the one processor that answers everything else: two at once leave it work while one waits for
 * its figures, and no more are ever in the way of a request that costs nothing.
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
    inTurn: (request, user, render) => {
      const visitor = visitorKey({ userId: user.id, networkAddress: networkAddress(request) });
      return queue.run({ visitor, signal: null }, async () => {
        // One render follows another at once: between them whatever has arrived meanwhile is answered.
        await nextTurn();
        return render();
      });
    },
  };
}
