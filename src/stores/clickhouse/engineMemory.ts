import type { MarketStore } from "./marketStore";

/** Memory of the embedded engine in this process, in bytes. */
export interface EngineMemory {
  /** Memory allocated and not freed; null if the allocator provides no statistics. */
  allocated: number | null;
  /** Memory that its allocator has of the system: allocated, or not returned yet. */
  resident: number | null;
  /** Part of `allocated` in its caches (marks, keys, conditions, blocks, compiled expressions). */
  caches: number;
  /** Upper limit of the caches. */
  cachesBound: number;
  /** Part of `allocated` in keys of parts outside of the caches. */
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

/** Null if the engine is a server, which uses no memory of this process. */
export async function engineMemory(store: MarketStore): Promise<EngineMemory | null> {
  if (!store.embedded) return null;
  const [row] = await store.rows<Record<"statistics" | "caches" | "cachesBound" | "keys", string>>(
    `SELECT
      (SELECT any(stats) FROM system.jemalloc_stats) AS statistics,
      (SELECT sum(value) FROM system.metrics WHERE metric IN {metrics:Array(String)}) AS caches,
      (SELECT sum(toUInt64(value)) FROM system.server_settings WHERE name IN {settings:Array(String)}) AS cachesBound,
      (SELECT sum(primary_key_bytes_in_memory_allocated) FROM system.parts) AS keys`,
    { metrics: Object.keys(CACHES), settings: Object.values(CACHES) },
  );
  // Format: "Allocated: 42985776, active: 44158976, metadata: 7954800 (…), resident: 57663488, mapped: …".
  const [, allocated, resident] =
    /^Allocated: (\d+), .*?\bresident: (\d+)/m.exec(row?.statistics ?? "") ?? [];
  return {
    allocated: allocated === undefined ? null : Number(allocated),
    resident: resident === undefined ? null : Number(resident),
    caches: Number(row?.caches ?? 0),
    cachesBound: Number(row?.cachesBound ?? 0),
    keys: Number(row?.keys ?? 0),
  };
}
