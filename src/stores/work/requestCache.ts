import { isDeepStrictEqual } from "node:util";
import { LRUCache } from "lru-cache";
import { CancelledError } from "#domain/errors";
import { QueueRefusedError } from "./fairQueue";
import { areUnchanged, collectReads, noteRead, type TrackedRead } from "./trackedReads";
import { currentWork, forVisitor } from "./visitorWork";

/** Memory in use by one cache of the process. */
export interface CacheMemory {
  bytes: number;
  /** Upper limit in bytes. */
  bound: number;
}

const caches = new Map<string, () => CacheMemory>();

/** Reports a cache under a name in `cacheMemory`. Replaces a cache of the same name. */
export function registerCacheMemory(name: string, measure: () => CacheMemory): void {
  caches.set(name, measure);
}

/** Memory of the caches of this process, by name, in order of registration. */
export const cacheMemory = (): ReadonlyMap<string, CacheMemory> =>
  new Map([...caches].map(([name, measure]) => [name, measure()]));

export interface RequestCacheOptions {
  /** Name in `cadastre memory`. */
  name: string;
  /** Upper limit of cached results in bytes; 0 caches nothing, and still shares requests in flight. */
  maxBytes: number;
}

export interface CacheableRequest<T> {
  /** Version of the data that the result is computed from. */
  version: string;
  /** Identifies the result at every version. */
  key: string;
  compute: () => Promise<T>;
  /** Whether the result depends on its key alone, not on data. Default: false. */
  isFixed?: boolean;
  /** Whether results that were computed from one are right with the other too. Default: whether both are equal. */
  isSame?: (before: T, after: T) => boolean;
  /** Whether computing reads no data, and so is allowed to visitors over their limit. Default: false. */
  isFree?: boolean;
  /** Approximate size in bytes; null for a result that is not cached. */
  sizeOf: (result: T) => number | null;
}

/** A result, and until when it is known to be right. */
export interface CachedResult<T> {
  value: T;
  /** Latest data version at which the result is known to be right. */
  version: string;
  /** Data version at which it was computed. */
  since: string;
  /** Another one in this process for each different result. */
  revision: string;
  /** What it was computed from; null: it can change with any data version. */
  reads: readonly TrackedRead[] | null;
}

/**
 * Results that are the same for every visitor: pages, compressed bytes and rows.
 *
 * - Requests for a result in flight share its promise.
 * - Results are evicted in least-recently-used order. The first request of a result at a new data version reads again what
 *   the result was computed from (`trackedReads.ts`), and computes it only if some of that changed. A result that is
 *   computed again and equal counts as unchanged for those computed from it.
 * - Late requests of earlier versions are computed and not cached.
 * - Errors reject all waiting requests and are not cached. If the request that started the computation was refused
 *   by the queue, the others retry once.
 * - Each request waits until its visitor disconnects. The last one to disconnect aborts the computation.
 *
 * Results must not be mutated.
 */
export class RequestCache<T extends object> {
  private readonly cache: LRUCache<string, CachedResult<T>> | null;
  private readonly inFlight = new Map<string, InFlight<T>>();
  /** Recent data versions in order of their first request; the last is the current one. */
  private readonly versions = new Set<string>();
  private currentVersion: string | null = null;
  private readonly name: string;

  constructor({ name, maxBytes }: RequestCacheOptions) {
    this.name = name;
    this.cache = maxBytes > 0 ? new LRUCache({ maxSize: maxBytes }) : null;
    const { cache } = this;
    // A cache of size 0, as for exports, must not replace the cache that serves visitors under the same name.
    if (cache !== null) registerCacheMemory(name, () => ({ bytes: cache.calculatedSize, bound: maxBytes }));
  }

  /** Whether the result is cached or in flight, so that requesting it starts no computation. */
  has({ version, key }: Pick<CacheableRequest<T>, "version" | "key">): boolean {
    return this.cache?.peek(key)?.version === version || this.inFlight.has(idOf(version, key));
  }

  /** The cached result, if it is known to be right at this version; computes and compares nothing. */
  peek({ version, key }: Pick<CacheableRequest<T>, "version" | "key">): CachedResult<T> | null {
    const cached = this.cache?.peek(key);
    return cached?.version === version ? cached : null;
  }

  /** Whether a result of an earlier version is cached and still right, and so is cached for this version. */
  async isStillRight({ version, key }: Pick<CacheableRequest<T>, "version" | "key">): Promise<boolean> {
    this.addVersion(version);
    const cached = this.cache?.peek(key);
    if (cached === undefined || cached.reads === null || version !== this.currentVersion) return false;
    if (cached.version === version) return true;
    if (!(await areUnchanged(cached.reads, version))) return false;
    if (this.cache?.peek(key) === cached && version === this.currentVersion) {
      this.cache.set(key, { ...cached, version }, { size: this.cache.info(key)?.size ?? 1 });
    }
    return true;
  }

  /**
   * @throws errors of `compute`; errors of `admit` of the present visitor if the result would be computed for them;
   *   CancelledError if they disconnect first
   */
  async get(request: CacheableRequest<T>): Promise<T> {
    return (await this.getCached(request)).value;
  }

  /** `get`, with the versions of the result. */
  async getCached(request: CacheableRequest<T>): Promise<CachedResult<T>> {
    const cached = await this.findOrRetry(request);
    noteRead({
      key: `${this.name} ${request.key}`,
      seen: cached.revision,
      size: request.key.length + 200,
      readAgain: async (version) => (await this.findOrRetry({ ...request, version })).revision,
    });
    return cached;
  }

  private async findOrRetry(request: CacheableRequest<T>): Promise<CachedResult<T>> {
    const isJoining = this.inFlight.has(idOf(request.version, request.key));
    try {
      return await this.find(request);
    } catch (error) {
      // The queue refused another visitor. Retrying once avoids a loop while others are refused too.
      if (isJoining && error instanceof QueueRefusedError) return this.find(request);
      throw error;
    }
  }

  private async find(request: CacheableRequest<T>): Promise<CachedResult<T>> {
    this.addVersion(request.version);
    const cached = this.cache?.get(request.key);
    if (cached?.version === request.version || (cached !== undefined && request.isFixed === true))
      return cached;
    const id = idOf(request.version, request.key);
    return this.join(id, this.inFlight.get(id) ?? this.start(id, request));
  }

  /** Requests of an earlier version may still run: only a version that was never seen is a new one. */
  private addVersion(version: string): void {
    if (this.versions.has(version)) return;
    this.versions.add(version);
    this.currentVersion = version;
    const [oldest] = this.versions;
    if (this.versions.size > MAX_VERSIONS && oldest !== undefined) this.versions.delete(oldest);
  }

  private start(id: string, request: CacheableRequest<T>): InFlight<T> {
    const { version, key, sizeOf, isFree = false } = request;
    const { admit, ...work } = currentWork();
    // Before the computation starts: its other visitors must not receive this visitor's refusal.
    if (!isFree) admit?.();
    const abort = new AbortController();
    const result = forVisitor({ ...work, signal: abort.signal }, () => this.computeOrKeep(request));
    const inFlight: InFlight<T> = { result, waiting: 0, abort };
    this.inFlight.set(id, inFlight);
    const remove = () => this.remove(id, inFlight);
    result.then((computed) => {
      const isCacheable = version === this.currentVersion && this.inFlight.get(id) === inFlight;
      const bytes = isCacheable ? sizeOf(computed.value) : null;
      if (bytes !== null) {
        const size = Math.ceil(bytes) + key.length + sizeOfReads(computed.reads);
        this.cache?.set(key, computed, { size });
      }
      remove();
    }, remove);
    return inFlight;
  }

  private async computeOrKeep(request: CacheableRequest<T>): Promise<CachedResult<T>> {
    const { version, key, compute, isSame = isDeepStrictEqual } = request;
    const before = version === this.currentVersion ? this.cache?.peek(key) : undefined;
    if (before !== undefined && before.reads !== null && (await areUnchanged(before.reads, version))) {
      return { ...before, version };
    }
    const { result: value, reads } = await collectReads(version, compute);
    return before !== undefined && isSame(before.value, value)
      ? { ...before, value, version, reads }
      : { value, version, since: version, revision: nextRevision(), reads };
  }

  /** Waits until the result is computed or the present visitor disconnects. */
  private join(id: string, inFlight: InFlight<T>): Promise<CachedResult<T>> {
    const { signal } = currentWork();
    inFlight.waiting += 1;
    if (signal === null) return inFlight.result;
    return new Promise((resolve, reject) => {
      const leave = () => {
        inFlight.waiting -= 1;
        if (inFlight.waiting === 0) {
          this.remove(id, inFlight);
          inFlight.abort.abort();
        }
        reject(new CancelledError("The connection was closed before the response was sent."));
      };
      if (signal.aborted) return leave();
      signal.addEventListener("abort", leave, { once: true });
      inFlight.result.then(resolve, reject).finally(() => signal.removeEventListener("abort", leave));
    });
  }

  private remove(id: string, inFlight: InFlight<T>): void {
    if (this.inFlight.get(id) === inFlight) this.inFlight.delete(id);
  }
}

/** Far more than the versions that requests in flight can have. */
const MAX_VERSIONS = 1_000;

interface InFlight<T> {
  result: Promise<CachedResult<T>>;
  /** Visitors who wait for the result. */
  waiting: number;
  abort: AbortController;
}

const idOf = (version: string, key: string) => `${version} ${key}`;

let revisions = 0;
const nextRevision = () => String(++revisions);

const sizeOfReads = (reads: readonly TrackedRead[] | null) =>
  (reads ?? []).reduce((sum, { size }) => sum + size, 0);
