import { LRUCache } from "lru-cache";
import type { ApiKeyScope, FeatureFlags } from "#domain";
import type { PeopleStore } from "#stores";

/** A key that was found to be valid, with what its limits and permissions depend on. */
export interface VerifiedKey extends ApiKeyScope {
  id: number;
  name: string;
  /** Hash of the secret that was sent. */
  hash: string;
  requestsPerMinute: number | null;
  isAdmin: boolean;
  organizationId: string | null;
  userId: string | null;
  /** When it, or the secret that was sent, ends. */
  expiresAt: Date | null;
  /** Features of whoever owns it; null for keys that the operator made, which may do everything. */
  features: FeatureFlags | null;
  /** The one request that a link for spreadsheets answers; null for keys. */
  link: { path: string; query: string } | null;
}

/**
 * How long a revocation in another process may go unnoticed, from the moment at which the key was read: below the
 * second that is promised. In this process it counts at once.
 */
export const REMEMBER_MS = 900;
const REMEMBERED_KEYS = 10_000;

/** A look-up that is under way when a key ends takes less than this. */
const LOOK_UP_MS = 60_000;

interface KnownKeys {
  verified: LRUCache<string, VerifiedKey>;
  /** Hashes of secrets that ended a moment ago: whoever was reading one meanwhile must not bring it back. */
  ended: LRUCache<string, true>;
}

const perStore = new WeakMap<PeopleStore["db"], KnownKeys>();

function knownKeys(db: PeopleStore["db"]): KnownKeys {
  let keys = perStore.get(db);
  if (keys === undefined) {
    keys = {
      verified: new LRUCache({ max: REMEMBERED_KEYS, ttl: REMEMBER_MS }),
      ended: new LRUCache({ max: REMEMBERED_KEYS, ttl: LOOK_UP_MS }),
    };
    perStore.set(db, keys);
  }
  return keys;
}

/** Keys verified a moment ago, by hash. */
export const verifiedKeys = (db: PeopleStore["db"]): LRUCache<string, VerifiedKey> => knownKeys(db).verified;

/** Whether a secret ended while it may have been looked up. */
export const hasJustEnded = (db: PeopleStore["db"], hash: string): boolean => knownKeys(db).ended.has(hash);

/** Has secrets that ended for good count no more from now on, and what is known of their keys be read anew. */
export function forgetSecrets(db: PeopleStore["db"], hashes: readonly (string | null)[]): void {
  const { verified, ended } = knownKeys(db);
  for (const hash of hashes) {
    if (hash === null) continue;
    ended.set(hash, true);
    verified.delete(hash);
  }
}

/** Has what is known of a key be read anew, since something about it changed. */
export function forgetKey(db: PeopleStore["db"], id: number): void {
  const { verified } = knownKeys(db);
  for (const [hash, key] of verified.entries()) if (key.id === id) verified.delete(hash);
}
