import pLimit, { type LimitFunction } from "p-limit";
import { CancelledError } from "#domain";

/** What one request may add to the rows of its organization. */
export interface RowRequest {
  organizationId: string;
  /** Rows that the organization may have. */
  limit: number;
  /** Rows that were counted for it. */
  used: () => number | Promise<number>;
  /** The most that this request may count; Infinity where that is not known yet. */
  most: number;
  /** Makes what is thrown where the rows are used up. */
  usedUp: () => Error;
  signal: AbortSignal | null;
}

interface Organization {
  /** In the order in which they came. */
  inTurn: LimitFunction;
  /** What requests under way may still count. */
  underWay: Set<{ most: number }>;
  /** Moves as one ends: what was read of the count before may be too low. */
  ended: number;
  /** Goes on as one ends. */
  wake: () => void;
}

/**
 * Sees that requests made at once do not all pass under a limit that the first of them reaches. Nobody waits as long as all that
 * is under way fits below the limit; close to it the requests of an organization follow each other, each admitted by what those
 * before it have counted.
 */
export class RowQuota {
  /** Only of organizations with a limit, which administrators set. */
  private readonly organizations = new Map<string, Organization>();

  /**
   * @returns gives the place up: to be called once the rows are counted, or it is known that there are none
   * @throws what `usedUp` makes; CancelledError where nobody waits for the answer any more
   */
  take(wanted: RowRequest): Promise<() => void> {
    const organization = this.of(wanted.organizationId);
    return organization.inTurn(() => enter(organization, wanted));
  }

  private of(id: string): Organization {
    const known = this.organizations.get(id);
    if (known !== undefined) return known;
    const made: Organization = { inTurn: pLimit(1), underWay: new Set(), ended: 0, wake: () => undefined };
    this.organizations.set(id, made);
    return made;
  }
}

async function enter(
  organization: Organization,
  { limit, used, most, usedUp, signal }: RowRequest,
): Promise<() => void> {
  const { underWay } = organization;
  for (;;) {
    if (signal?.aborted) throw new CancelledError("The connection was closed before the response was sent.");
    const before = organization.ended;
    const rows = await used();
    if (organization.ended !== before) continue;
    if (rows >= limit) throw usedUp();
    const reserved = [...underWay].reduce((sum, one) => sum + one.most, 0);
    if (underWay.size === 0 || rows + reserved + most <= limit) break;
    await new Promise<void>((resolve) => {
      organization.wake = resolve;
      signal?.addEventListener("abort", () => resolve(), { once: true });
    });
  }
  const own = { most };
  underWay.add(own);
  return () => {
    if (!underWay.delete(own)) return;
    organization.ended += 1;
    organization.wake();
  };
}
