import type { MarketStore } from "./marketStore";

/** Bytes in the memory of the process that the embedded engine keeps. */
export interface EngineMemory {
  /** All that it has allocated and not given back to its allocator; null where the allocator cannot be asked. */
  allocated: number | null;
  /** What its allocator keeps of the system's memory: what is allocated, and what it has not given back yet. */
  resident: number | null;
  /** Of what is allocated, what its caches (marks, keys, conditions, blocks, compiled expressions) hold. */
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
  const [row] = await store.rows<Record<"statistics" | "caches" | "cachesBound" | "keys", string>>(
    `SELECT
      (SELECT any(stats) FROM system.jemalloc_stats) AS statistics,
      (SELECT sum(value) FROM system.metrics WHERE metric IN {metrics:Array(String)}) AS caches,
      (SELECT sum(toUInt64(value)) FROM system.server_settings WHERE name IN {settings:Array(String)}) AS cachesBound,
      (SELECT sum(primary_key_bytes_in_memory_allocated) FROM system.parts) AS keys`,
    { metrics: Object.keys(CACHES), settings: Object.values(CACHES) },
  );
  // As "Allocated: 42985776, active: 44158976, metadata: 7954800 (…), resident: 57663488, mapped: …".
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
