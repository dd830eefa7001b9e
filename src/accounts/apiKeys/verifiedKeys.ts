import { LRUCache } from "lru-cache";
import type { FeatureFlags } from "#domain";
import type { PeopleStore } from "#stores";

/** A key that was found to be valid, with what its limits and permissions depend on. */
export interface VerifiedKey {
  id: number;
  name: string;
  requestsPerMinute: number | null;
  isAdmin: boolean;
  organizationId: string | null;
  userId: string | null;
  expiresAt: Date | null;
  /** Features of whoever owns it; null for keys that the operator made, which may do everything. */
  features: FeatureFlags | null;
}

/** How long a revocation in another process may go unnoticed. In this process it counts at once. */
const REMEMBER_MS = 5_000;
const REMEMBERED_KEYS = 10_000;

/** A look-up that is under way when a key ends takes less than this. */
const LOOK_UP_MS = 60_000;

interface KnownKeys {
  verified: LRUCache<string, VerifiedKey>;
  /** Ids of keys that ended a moment ago: whoever was reading one meanwhile must not bring it back. */
  ended: LRUCache<number, true>;
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

/** Whether a key ended while it may have been looked up. */
export const hasJustEnded = (db: PeopleStore["db"], id: number): boolean => knownKeys(db).ended.has(id);

/** Has a key that ended for good count no more from now on. */
export function forgetVerifiedKey(db: PeopleStore["db"], id: number): void {
  const { verified, ended } = knownKeys(db);
  ended.set(id, true);
  for (const [hash, key] of verified.entries()) if (key.id === id) verified.delete(hash);
}
