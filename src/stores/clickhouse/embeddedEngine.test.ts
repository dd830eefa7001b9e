import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { engineMemory } from "./engineMemory";
import { type MarketStore, openMarketStore } from "./marketStore";
import { migrateMarketStore } from "./migrateMarketStore";

let folder: string;
let store: MarketStore;

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "cadastre-engine-"));
  store = await openMarketStore({ url: null, folder });
  await migrateMarketStore(store);
});
afterAll(async () => {
  await store.close();
  await rm(folder, { recursive: true, force: true });
});

const valuesOf = async (table: string, names: readonly string[]) =>
  Object.fromEntries(
    (
      await store.rows<{ name: string; value: string }>(
        `SELECT name, value FROM ${table} WHERE name IN {names:Array(String)}`,
        { names },
      )
    ).map(({ name, value }) => [name, Number(value)]),
  );

describe("the embedded engine", () => {
  it("has bounded caches, whatever the memory of the machine", async () => {
    const caches = await valuesOf("system.server_settings", [
      "mark_cache_size",
      "primary_index_cache_size",
      "index_mark_cache_size",
      "query_condition_cache_size",
      "compiled_expression_cache_size",
      "uncompressed_cache_size",
      "page_cache_max_size",
    ]);
    expect(Object.keys(caches)).toHaveLength(7);
    const total = Object.values(caches).reduce((sum, bytes) => sum + bytes, 0);
    expect(total).toBeLessThanOrEqual(176_160_768);
  });

  it("acknowledges inserts and removes merged parts only once the new part is on disk", async () => {
    expect(
      await valuesOf("system.merge_tree_settings", [
        "fsync_after_insert",
        "fsync_part_directory",
        "min_rows_to_fsync_after_merge",
        "min_compressed_bytes_to_fsync_after_merge",
        "old_parts_lifetime",
      ]),
    ).toEqual({
      fsync_after_insert: 1,
      fsync_part_directory: 1,
      min_rows_to_fsync_after_merge: 1,
      min_compressed_bytes_to_fsync_after_merge: 1,
      old_parts_lifetime: 0,
    });
    const synced = async () =>
      Number(
        (
          await store.rows<{ n: string }>(
            "SELECT sum(value) AS n FROM system.events WHERE event = 'FileSync'",
          )
        )[0]?.n,
      );
    const before = await synced();
    await store.insert("settings", [{ name: "a", value: "b", version: 1 }]);
    expect(await synced()).toBeGreaterThan(before);
  });

  it("returns unused memory to the system after a second", async () => {
    const [allocator] = await store.rows<{ stats: string }>("SELECT stats FROM system.jemalloc_stats");
    expect(allocator?.stats).toMatch(/opt\.dirty_decay_ms: 1000\b/);
    expect(allocator?.stats).toMatch(/opt\.muzzy_decay_ms: 0\b/);
    expect(allocator?.stats).toContain("background_thread: true");
  });

  it("reports the memory it has allocated", async () => {
    const allocated = async () => (await engineMemory(store))?.allocated ?? Number.NaN;
    const before = await allocated();
    await store.run("CREATE TABLE held (n UInt64) ENGINE = Memory");
    // 64 MB: eight million numbers of eight bytes.
    await store.run("INSERT INTO held SELECT rand64() FROM numbers(8000000)");
    expect(Math.abs((await allocated()) - before - 64_000_000)).toBeLessThan(16_000_000);
    await store.run("DROP TABLE held SYNC");
    await expect.poll(async () => Math.abs((await allocated()) - before)).toBeLessThan(16_000_000);
    const memory = await engineMemory(store);
    expect(memory?.resident).toBeGreaterThan(memory?.allocated ?? Number.NaN);
    expect(memory?.caches).toBeLessThan(memory?.cachesBound ?? Number.NaN);
  });

  it("checks for merged or replaced parts every few seconds, and removes them", async () => {
    const looks = ["cleanup_delay_period", "cleanup_delay_period_random_add", "max_cleanup_delay_period"];
    const seconds = await valuesOf("system.merge_tree_settings", looks);
    expect(Object.keys(seconds)).toHaveLength(looks.length);
    expect(Math.max(...Object.values(seconds))).toBeLessThanOrEqual(5);
    const replaced = async () =>
      Number(
        (await store.rows<{ n: string }>("SELECT count() AS n FROM system.parts WHERE NOT active"))[0]?.n,
      );
    await store.insert("settings", [{ name: "b", value: "c", version: 1 }]);
    await store.run("OPTIMIZE TABLE settings FINAL");
    await expect.poll(replaced).toBe(0);
  });

  it("can be closed and started again in one process", async () => {
    await store.close();
    store = await openMarketStore({ url: null, folder });
    expect(await store.rows("SELECT value FROM settings WHERE name = 'a'")).toEqual([{ value: "b" }]);
  });
});
