import { LRUCache } from "lru-cache";
import { CancelledError } from "#domain/errors";
import { QueueRefusedError } from "./fairQueue";
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
  /** Identifies the result among those of its version. */
  key: string;
  compute: () => Promise<T>;
  /** Whether computing reads no data, and so is allowed to visitors over their limit. Default: false. */
  isFree?: boolean;
  /** Approximate size in bytes; null for a result that is not cached. */
  sizeOf: (result: T) => number | null;
}

/**
 * Results that are the same for every visitor: pages, compressed bytes and rows.
 *
 * - Requests for a result in flight share its promise.
 * - Results are evicted in least-recently-used order, and all at once by the first request for a new data version.
 *   Results of earlier versions are not cached.
 * - Errors reject all waiting requests and are not cached. If the request that started the computation was refused
 *   by the queue, the others retry once.
 * - Each request waits until its visitor disconnects. The last one to disconnect aborts the computation.
 *
 * Results must not be mutated.
 */
export class RequestCache<T extends object> {
  private readonly cache: LRUCache<string, T> | null;
  private readonly inFlight = new Map<string, InFlight<T>>();
  /** Recent data versions in order of their first request; the last is the current one. */
  private readonly versions = new Set<string>();
  private currentVersion: string | null = null;

  constructor({ name, maxBytes }: RequestCacheOptions) {
    this.cache = maxBytes > 0 ? new LRUCache({ maxSize: maxBytes }) : null;
    const { cache } = this;
    // A cache of size 0, as for exports, must not replace the cache that serves visitors under the same name.
    if (cache !== null) registerCacheMemory(name, () => ({ bytes: cache.calculatedSize, bound: maxBytes }));
  }

  /** Whether the result is cached or in flight, so that requesting it starts no computation. */
  has({ version, key }: Pick<CacheableRequest<T>, "version" | "key">): boolean {
    const id = idOf(version, key);
    return this.cache?.has(id) === true || this.inFlight.has(id);
  }

  /**
   * @throws errors of `compute`; errors of `admit` of the present visitor if the result would be computed for them;
   *   CancelledError if they disconnect first
   */
  async get(request: CacheableRequest<T>): Promise<T> {
    const isJoining = this.inFlight.has(idOf(request.version, request.key));
    try {
      return await this.find(request);
    } catch (error) {
      // The queue refused another visitor. Retrying once avoids a loop while others are refused too.
      if (isJoining && error instanceof QueueRefusedError) return this.find(request);
      throw error;
    }
  }

  private async find(request: CacheableRequest<T>): Promise<T> {
    this.addVersion(request.version);
    const id = idOf(request.version, request.key);
    return this.cache?.get(id) ?? this.join(id, this.inFlight.get(id) ?? this.start(id, request));
  }

  /** Requests of an earlier version may still run: only a version that was never seen is a new one. */
  private addVersion(version: string): void {
    if (this.versions.has(version)) return;
    this.versions.add(version);
    this.currentVersion = version;
    this.cache?.clear();
    const [oldest] = this.versions;
    if (this.versions.size > MAX_VERSIONS && oldest !== undefined) this.versions.delete(oldest);
  }

  private start(id: string, { version, compute, sizeOf, isFree = false }: CacheableRequest<T>): InFlight<T> {
    const { admit, ...work } = currentWork();
    // Before the computation starts: its other visitors must not receive this visitor's refusal.
    if (!isFree) admit?.();
    const abort = new AbortController();
    const result = forVisitor({ ...work, signal: abort.signal }, compute);
    const inFlight: InFlight<T> = { result, waiting: 0, abort };
    this.inFlight.set(id, inFlight);
    const remove = () => this.remove(id, inFlight);
    result.then((computed) => {
      const isCacheable = version === this.currentVersion && this.inFlight.get(id) === inFlight;
      const bytes = isCacheable ? sizeOf(computed) : null;
      if (bytes !== null) this.cache?.set(id, computed, { size: Math.ceil(bytes) + id.length });
      remove();
    }, remove);
    return inFlight;
  }

  /** Waits until the result is computed or the present visitor disconnects. */
  private join(id: string, inFlight: InFlight<T>): Promise<T> {
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
  result: Promise<T>;
  /** Visitors who wait for the result. */
  waiting: number;
  abort: AbortController;
}

const idOf = (version: string, key: string) => `${version} ${key}`;
