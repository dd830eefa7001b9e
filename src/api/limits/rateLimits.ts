import { type RateLimiterAbstract, RateLimiterRes } from "rate-limiter-flexible";
import { networkScopes } from "#accounts";
import { formatCount, RateLimitedError } from "#domain";
import { limitersInMemory, type MakeLimiter } from "#stores";

const WINDOW_SECONDS = 60;

export interface RateState {
  limit: number;
  remaining: number;
  /** Seconds since 1970 when the window ends. */
  reset: number;
}

/** Counts requests of keys or addresses in windows of a minute. */
export class RateLimits {
  private readonly limiters = new Map<number, RateLimiterAbstract>();

  constructor(
    private readonly scope: string,
    private readonly makeLimiter: MakeLimiter = limitersInMemory,
  ) {}

  /** Counts requests (default: one). `isOver` if the limit is exceeded. */
  async count(
    name: string,
    limit: number,
    requests = 1,
  ): Promise<RateState & { isOver: boolean; retryAfter: number }> {
    try {
      return stateOf(await this.limiter(limit).consume(name, requests), limit, false);
    } catch (over) {
      if (over instanceof RateLimiterRes) return stateOf(over, limit, true);
      throw over;
    }
  }

  /** Counts requests of an address against each network that contains it, and returns the state of the tightest limit. */
  async countNetwork(address: string, limit: number, requests = 1) {
    const states = await Promise.all(
      networkScopes(address).map(({ network, share }) => this.count(network, limit * share, requests)),
    );
    const over = states.filter((state) => state.isOver).sort((a, b) => b.retryAfter - a.retryAfter)[0];
    return (
      over ?? states.reduce((tightest, state) => (state.remaining < tightest.remaining ? state : tightest))
    );
  }

  private limiter(limit: number): RateLimiterAbstract {
    let limiter = this.limiters.get(limit);
    if (limiter === undefined) {
      limiter = this.makeLimiter({
        points: limit,
        duration: WINDOW_SECONDS,
        keyPrefix: `${this.scope}:${limit}`,
      });
      this.limiters.set(limit, limiter);
    }
    return limiter;
  }
}

function stateOf(res: RateLimiterRes, limit: number, isOver: boolean) {
  return {
    isOver,
    limit,
    remaining: Math.max(0, res.remainingPoints),
    reset: Math.ceil((Date.now() + res.msBeforeNext) / 1000),
    retryAfter: Math.max(1, Math.ceil(res.msBeforeNext / 1000)),
  };
}

/**
 * Rate limit headers: the de facto `X-RateLimit-*` and the IETF drafts `RateLimit` and `RateLimit-Policy`, which also
 * report database time.
 */
export function rateHeaders(requests: RateState, work: RateState | null = null): Record<string, string> {
  const policies = [
    { name: "requests", state: requests, unit: "" },
    ...(work === null ? [] : [{ name: "work", state: work, unit: ';qu="milliseconds"' }]),
  ];
  const secondsLeft = (reset: number) =>
    Math.min(WINDOW_SECONDS, Math.max(0, reset - Math.floor(Date.now() / 1000)));
  return {
    "X-RateLimit-Limit": String(requests.limit),
    "X-RateLimit-Remaining": String(requests.remaining),
    "X-RateLimit-Reset": String(requests.reset),
    "RateLimit-Policy": policies
      .map(({ name, state, unit }) => `"${name}";q=${state.limit};w=${WINDOW_SECONDS}${unit}`)
      .join(", "),
    RateLimit: policies
      .map(({ name, state }) => `"${name}";r=${state.remaining};t=${secondsLeft(state.reset)}`)
      .join(", "),
  };
}

export const tooMany = (limit: number, retryAfter: number): RateLimitedError =>
  new RateLimitedError(
    `Too many requests: the limit is ${limit} per minute. Try again in ${formatCount(retryAfter, "second")}.`,
    retryAfter,
  );
