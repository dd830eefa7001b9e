import type { MarketStore } from "./marketStore";

/** Bytes in the memory of the process that the embedded engine keeps. */
export interface EngineMemory {
  /** All that it has allocated and not given back to its allocator. */
  allocated: number;
  /** Of this, what its caches (marks, keys, conditions, blocks, compiled expressions) hold. */
  caches: number;
  /** What the caches hold at most. */
  cachesBound: number;
  /** Of this, keys of parts that are held outside of the caches. */
  keys: number;
}

const CACHES = {
  MarkCacheBytes: "mark_cache_size",
  PrimaryIndexCacheBytes: "primary_index_cache_size",
  IndexMarkCacheBytes: "index_mark_cache_size",
  QueryConditionCacheBytes: "query_condition_cache_size",
  CompiledExpressionCacheBytes: "compiled_expression_cache_size",
  UncompressedCacheBytes: "uncompressed_cache_size",
};

/** Null where the engine is a server, whose memory is none of this process. */
export async function engineMemory(store: MarketStore): Promise<EngineMemory | null> {
  if (!store.embedded) return null;
  const [row] = await store.rows<Record<keyof EngineMemory, string>>(
    `SELECT
      (SELECT sum(size * (allocations - deallocations)) FROM system.jemalloc_bins) AS allocated,
      (SELECT sum(value) FROM system.metrics WHERE metric IN {metrics:Array(String)}) AS caches,
      (SELECT sum(toUInt64(value)) FROM system.server_settings WHERE name IN {settings:Array(String)}) AS cachesBound,
      (SELECT sum(primary_key_bytes_in_memory_allocated) FROM system.parts) AS keys`,
    { metrics: Object.keys(CACHES), settings: Object.values(CACHES) },
  );
  const of = (name: keyof EngineMemory) => Number(row?.[name] ?? 0);
  return {
    allocated: of("allocated"),
    caches: of("caches"),
    cachesBound: of("cachesBound"),
    keys: of("keys"),
  };
}
