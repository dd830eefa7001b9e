/** Counters of requests and of database time, in fixed windows. */
import { RateLimiterRes } from "rate-limiter-flexible";
import { RateLimitedError } from "#domain/errors";
import { formatCount } from "#domain/text";
import type { Limiter, MakeLimiter } from "#stores";
import { countedPrefixes, type VisitorIdentity, visitorKey } from "./ipPrefixes";

export interface LimitRule {
  /** Default maximum per window. */
  points: number;
  /** Length of a window. */
  seconds: number;
}

export interface LimitState {
  limit: number;
  remaining: number;
  /** Seconds since 1970 when the window ends. */
  reset: number;
}

export interface CountedState extends LimitState {
  isOver: boolean;
  /** Seconds until the window ends; at least one. */
  retryAfter: number;
}

/** Counts requests, calls or messages. */
export class RateLimit {
  /** By maximum, since a key can have a limit of its own. */
  private readonly limiters = new Map<number, Limiter>();

  constructor(
    private readonly name: string,
    readonly rule: LimitRule,
    private readonly makeLimiter: MakeLimiter,
  ) {}

  /** Counts requests (default: one) of a key. `isOver` if the limit is exceeded. */
  async count(key: string, { limit = this.rule.points, points = 1 } = {}): Promise<CountedState> {
    try {
      return stateOf(await this.limiter(limit).consume(key, points), limit, false);
    } catch (over) {
      if (over instanceof RateLimiterRes) return stateOf(over, limit, true);
      throw over;
    }
  }

  /**
   * Counts requests (default: one) of an API key, a user, or the IP prefixes that contain an anonymous address.
   * A prefix that is over its limit does not use up the wider ones. @returns the state of the tightest limit
   */
  async countVisitor(identity: VisitorIdentity, points = 1): Promise<CountedState> {
    const isAnonymous = !("keyId" in identity) && (identity.userId ?? "") === "";
    if (!isAnonymous) return this.count(visitorKey(identity), { points });
    return this.countAddress(identity.networkAddress, points);
  }

  /** As `countVisitor`, for a network address. */
  async countAddress(address: string, points = 1): Promise<CountedState> {
    let tightest: CountedState | null = null;
    for (const { prefix, share } of countedPrefixes(address)) {
      const state = await this.count(prefix, { limit: this.rule.points * share, points });
      if (state.isOver) return state;
      if (tightest === null || state.remaining < tightest.remaining) tightest = state;
    }
    if (tightest === null) throw new Error(`No prefix of ${address} was counted`);
    return tightest;
  }

  private limiter(limit: number): Limiter {
    let limiter = this.limiters.get(limit);
    if (limiter === undefined) {
      limiter = this.makeLimiter({
        points: limit,
        duration: this.rule.seconds,
        keyPrefix: `${this.name}:${limit}`,
      });
      this.limiters.set(limit, limiter);
    }
    return limiter;
  }
}

function stateOf(res: RateLimiterRes, limit: number, isOver: boolean): CountedState {
  return {
    isOver,
    limit,
    remaining: Math.max(0, res.remainingPoints),
    reset: Math.ceil((Date.now() + res.msBeforeNext) / 1000),
    retryAfter: Math.max(1, Math.ceil(res.msBeforeNext / 1000)),
  };
}

/** The error of an exceeded limit per minute. */
export const tooMany = (limit: number, retryAfter: number): RateLimitedError =>
  new RateLimitedError(
    `Too many requests: the limit is ${limit} per minute. Try again in ${formatCount(retryAfter, "second")}.`,
    retryAfter,
  );

/** Counts database time spent per visitor, in milliseconds. A few costly queries count like many cheap ones. */
export class WorkLimit {
  private readonly limiter: Limiter;

  constructor(
    private readonly rule: LimitRule,
    makeLimiter: MakeLimiter,
  ) {
    this.limiter = makeLimiter({ points: rule.points, duration: rule.seconds, keyPrefix: "work" });
  }

  /** Remaining time of a visitor. */
  async state(visitor: string): Promise<LimitState> {
    const { points: limit, seconds } = this.rule;
    const known = await this.limiter.get(visitor);
    return {
      limit,
      remaining: Math.max(0, limit - (known?.consumedPoints ?? 0)),
      reset: Math.ceil((Date.now() + (known?.msBeforeNext ?? seconds * 1000)) / 1000),
    };
  }

  /** Adds time spent for a visitor. */
  spend(visitor: string, ms: number): void {
    void this.limiter.penalty(visitor, Math.ceil(ms));
  }
}

/** @throws RateLimitedError if none is left */
export function requireWork({ remaining, limit, reset }: LimitState): void {
  if (remaining > 0) return;
  const seconds = Math.max(1, reset - Math.floor(Date.now() / 1000));
  throw new RateLimitedError(
    `Your requests have used ${formatCount(limit / 1000, "second")} of database time this minute, which is the limit. Try again in ${formatCount(seconds, "second")}, and request less at once.`,
    seconds,
  );
}
