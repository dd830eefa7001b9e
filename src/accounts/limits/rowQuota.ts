/** The rows that an organization may read in a month, which concurrent requests cannot exceed together. */
import pLimit, { type LimitFunction } from "p-limit";
import type { Logger } from "pino";
import { CancelledError } from "#domain/errors";
import type { PeopleStore } from "#stores";
import type { ApiUsage } from "../apiKeys/apiUsage";
import { createSharedRowLedger } from "./sharedRowLedger";

/** The rows that one request can add to its organization's count. */
export interface RowRequest {
  organizationId: string;
  /** Monthly limit of the organization. */
  limit: number;
  /** Upper bound of this request; Infinity if unknown. */
  most: number;
  /** Creates the error thrown when the quota is used up. */
  usedUp: () => Error;
  signal: AbortSignal | null;
}

/** The rows of organizations that were counted and reserved. */
export interface RowLedger {
  /**
   * Reserves the rows of a request, if they fit below the limit with those that are counted and reserved, or if no others
   * are reserved.
   * @returns a function that ends the reservation; null if earlier requests must end first
   */
  reserve(
    wanted: Pick<RowRequest, "organizationId" | "limit" | "most">,
  ): Promise<EndReservation | "used up" | null>;
  /** Milliseconds after which a request may fit because another process ended one; null if there is only this process. */
  retryMs: number | null;
}

type EndReservation = () => Promise<void>;

interface Organization {
  /** Admits one request at a time, in order of arrival. */
  admission: LimitFunction;
  /** Number of requests of this process that ended. If it changes during an attempt, the attempt is repeated. */
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

  constructor(private readonly ledger: RowLedger) {}

  /**
   * @returns a release function, to be called once the rows are counted or known to be zero
   * @throws the error of `usedUp`; CancelledError if the client disconnected; UnavailableError if the store cannot say
   * how many rows are left
   */
  take(wanted: RowRequest): Promise<EndReservation> {
    const organization = this.of(wanted.organizationId);
    return organization.admission(() => this.enter(organization, wanted));
  }

  private of(id: string): Organization {
    const known = this.organizations.get(id);
    if (known !== undefined) return known;
    const made: Organization = { admission: pLimit(1), ended: 0, wake: () => undefined };
    this.organizations.set(id, made);
    return made;
  }

  private async enter(organization: Organization, wanted: RowRequest): Promise<EndReservation> {
    const { signal, usedUp } = wanted;
    for (;;) {
      if (signal?.aborted) {
        throw new CancelledError("The connection was closed before the response was sent.");
      }
      const before = organization.ended;
      const reserved = await this.ledger.reserve(wanted);
      if (reserved === "used up") throw usedUp();
      if (reserved === null) {
        if (organization.ended === before) await this.nextAttempt(organization, signal);
        continue;
      }
      let isEnded = false;
      return async () => {
        if (isEnded) return;
        isEnded = true;
        await reserved();
        organization.ended += 1;
        organization.wake();
      };
    }
  }

  private nextAttempt(organization: Organization, signal: AbortSignal | null): Promise<void> {
    const { retryMs } = this.ledger;
    return new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer);
        signal?.removeEventListener("abort", done);
        resolve();
      };
      const timer = retryMs === null ? undefined : setTimeout(done, retryMs);
      organization.wake = done;
      signal?.addEventListener("abort", done, { once: true });
    });
  }
}

/** The ledger of an installation with a single process. `rowsOf` returns the rows counted so far. */
export function createRowLedger(rowsOf: (organizationId: string) => number | Promise<number>): RowLedger {
  const reserved = new Map<string, Set<{ most: number }>>();
  let ended = 0;
  return {
    retryMs: null,
    reserve: async ({ organizationId, limit, most }) => {
      let rows: number;
      let before: number;
      do {
        before = ended;
        rows = await rowsOf(organizationId);
        // Rows of a request that ended meanwhile may be missing.
      } while (ended !== before);
      if (rows >= limit) return "used up";
      const others = reserved.get(organizationId) ?? new Set();
      const bound = [...others].reduce((sum, other) => sum + other.most, rows + most);
      if (others.size > 0 && bound > limit) return null;
      const own = { most };
      reserved.set(organizationId, others.add(own));
      return async () => {
        others.delete(own);
        if (others.size === 0) reserved.delete(organizationId);
        ended += 1;
      };
    },
  };
}

/** The row quota of an installation: of all of its processes with a PostgreSQL server, otherwise of this one. */
export const createRowQuota = (options: {
  people: PeopleStore;
  usage: Pick<ApiUsage, "flush" | "rowsThisMonth">;
  log: Pick<Logger, "error">;
}): RowQuota =>
  new RowQuota(
    options.people.embedded ? createRowLedger(options.usage.rowsThisMonth) : createSharedRowLedger(options),
  );
