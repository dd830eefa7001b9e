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
