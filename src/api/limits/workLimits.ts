import type { RateLimiterAbstract, RateLimiterRes } from "rate-limiter-flexible";
import { formatCount, RateLimitedError } from "#domain";
import { limitersInMemory, type MakeLimiter } from "#stores";
import type { RateState } from "./rateLimits";

const WINDOW_SECONDS = 60;
/** A third of the engine's time. Cached responses cost nothing. */
const WORK_MS_PER_MINUTE = 20_000;

/** Database time spent per visitor, in windows of a minute. A few costly queries count like many cheap ones. */
export class WorkLimits {
  private readonly limiter: RateLimiterAbstract;

  constructor(
    private readonly limit: number = WORK_MS_PER_MINUTE,
    makeLimiter: MakeLimiter = limitersInMemory,
  ) {
    this.limiter = makeLimiter({ points: limit, duration: WINDOW_SECONDS, keyPrefix: "work" });
  }

  /** Remaining time of a visitor. */
  async state(visitor: string): Promise<RateState> {
    const known: RateLimiterRes | null = await this.limiter.get(visitor);
    return {
      limit: this.limit,
      remaining: Math.max(0, this.limit - (known?.consumedPoints ?? 0)),
      reset: Math.ceil((Date.now() + (known?.msBeforeNext ?? WINDOW_SECONDS * 1000)) / 1000),
    };
  }

  /** Adds time spent for a visitor. */
  spend(visitor: string, ms: number): void {
    void this.limiter.penalty(visitor, Math.ceil(ms));
  }
}

/** @throws RateLimitedError if none is left */
export function requireWork({ remaining, limit, reset }: RateState): void {
  if (remaining > 0) return;
  const seconds = Math.max(1, reset - Math.floor(Date.now() / 1000));
  throw new RateLimitedError(
    `Your requests have used ${formatCount(limit / 1000, "second")} of database time this minute, which is the limit. Try again in ${formatCount(seconds, "second")}, and request less at once.`,
    seconds,
  );
}
