import pLimit, { type LimitFunction } from "p-limit";
import { CancelledError } from "#domain";

/** The rows that one request can add to its organization's count. */
export interface RowRequest {
  organizationId: string;
  /** Monthly limit of the organization. */
  limit: number;
  /** Rows counted so far. */
  used: () => number | Promise<number>;
  /** Upper bound of this request; Infinity if unknown. */
  most: number;
  /** Creates the error thrown when the quota is used up. */
  usedUp: () => Error;
  signal: AbortSignal | null;
}

interface Organization {
  /** Admits one request at a time, in order of arrival. */
  admission: LimitFunction;
  /** Admitted requests whose rows are not counted yet. */
  underWay: Set<{ most: number }>;
  /** Number of requests that ended. If it changes during a read of `used`, the value may be too low and is read again. */
  ended: number;
  /** Resolves the pending wait when a request ends. */
  wake: () => void;
}

/**
 * Prevents concurrent requests from jointly exceeding a row limit. Requests run concurrently while the sum of their upper bounds fits below
 * the limit; near it, they run one at a time, each admitted against the rows counted so far.
 */
export class RowQuota {
  /** Holds only organizations with a limit, which administrators set. */
  private readonly organizations = new Map<string, Organization>();

  /**
   * @returns a release function, to be called once the rows are counted or known to be zero
   * @throws the error of `usedUp`; CancelledError if the client disconnected
   */
  take(wanted: RowRequest): Promise<() => void> {
    const organization = this.of(wanted.organizationId);
    return organization.admission(() => enter(organization, wanted));
  }

  private of(id: string): Organization {
    const known = this.organizations.get(id);
    if (known !== undefined) return known;
    const made: Organization = { admission: pLimit(1), underWay: new Set(), ended: 0, wake: () => undefined };
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
