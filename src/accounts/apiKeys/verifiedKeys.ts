import { LRUCache } from "lru-cache";
import type { ApiKeyScope } from "#domain/people";
import type { FeatureFlags } from "#domain/vocabulary";
import type { PeopleStore } from "#stores";

/** A valid key, with what determines its limits and permissions. */
export interface VerifiedKey extends ApiKeyScope {
  id: number;
  name: string;
  /** Hash of the secret that was sent. */
  hash: string;
  requestsPerMinute: number | null;
  isAdmin: boolean;
  organizationId: string | null;
  userId: string | null;
  /** Expiry of the key, or of the secret that was sent. */
  expiresAt: Date | null;
  /** Features of the key's owner; null for the operator's keys, which are unrestricted. */
  features: FeatureFlags | null;
  /** The only request that a spreadsheet link serves; null for keys. */
  link: { path: string; query: string } | null;
}

/**
 * Maximum delay until a revocation in another process takes effect, from the moment the key was read. Below
 * the promised second. Revocations in this process take effect immediately.
 */
export const REMEMBER_MS = 900;
const REMEMBERED_KEYS = 10_000;

/** Upper bound of the duration of a key look-up that is in flight at a revocation. */
const LOOK_UP_MS = 60_000;

interface KnownKeys {
  verified: LRUCache<string, VerifiedKey>;
  /** Hashes of recently ended secrets, so that a look-up in flight does not cache one again. */
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

/** Recently verified keys, by hash. */
export const verifiedKeys = (db: PeopleStore["db"]): LRUCache<string, VerifiedKey> => knownKeys(db).verified;

/** Whether a secret ended recently enough for a look-up in flight to have read it. */
export const hasJustEnded = (db: PeopleStore["db"], hash: string): boolean => knownKeys(db).ended.has(hash);

/** Rejects ended secrets from now on and evicts the cached entries of their keys. */
export function forgetSecrets(db: PeopleStore["db"], hashes: readonly (string | null)[]): void {
  const { verified, ended } = knownKeys(db);
  for (const hash of hashes) {
    if (hash === null) continue;
    ended.set(hash, true);
    verified.delete(hash);
  }
}

/** Evicts a key from the cache after a change, so that it is read again. */
export function forgetKey(db: PeopleStore["db"], id: number): void {
  const { verified } = knownKeys(db);
  for (const [hash, key] of verified.entries()) if (key.id === id) verified.delete(hash);
}
