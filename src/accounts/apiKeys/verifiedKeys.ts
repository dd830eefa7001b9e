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

const perStore = new WeakMap<PeopleStore["db"], LRUCache<string, VerifiedKey>>();

/** Keys verified a moment ago, by hash. */
export function verifiedKeys(db: PeopleStore["db"]): LRUCache<string, VerifiedKey> {
  let keys = perStore.get(db);
  if (keys === undefined) {
    keys = new LRUCache({ max: REMEMBERED_KEYS, ttl: REMEMBER_MS });
    perStore.set(db, keys);
  }
  return keys;
}

export function forgetVerifiedKey(db: PeopleStore["db"], id: number): void {
  const keys = verifiedKeys(db);
  for (const [hash, key] of keys.entries()) if (key.id === id) keys.delete(hash);
}
