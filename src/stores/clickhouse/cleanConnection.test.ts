import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type MarketStore, openMarketStore } from "./marketStore";

let folder: string;
let store: MarketStore;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "cadastre-clean-"));
  store = await openMarketStore({ url: null, folder });
});
afterAll(async () => {
  await store.close();
  await rm(folder, { recursive: true, force: true });
});

/**
 * Statements that fail after writing part of their result: on a value that they read, and on the time limit.
 */
const failing = [
  "SELECT number AS n, throwIf(number = 300000) AS t FROM numbers(1000000)",
  "SELECT sleepEachRow(0.05) AS t FROM numbers(2000) SETTINGS max_block_size = 1, max_execution_time = 0.2",
  "SELECT throwIf(1)",
];

describe.each(["operators", "visitors"] as const)("a result for %s", (whose) => {
  const reader = () => (whose === "visitors" ? store.visitors : store);

  it.each(failing)("contains nothing of a statement that failed before it: %s", async (sql) => {
    await expect(reader().bytes(sql, "CSVWithNames")).rejects.toThrow();
    expect(await reader().compactRows("SELECT 1")).toEqual([[1]]);
    expect(await reader().compactRows("SELECT {n:UInt32}", { n: 2 })).toEqual([[2]]);
  });

  it("contains nothing of one that fails while it waits", async () => {
    const results = Array.from({ length: 12 }, (_, i) =>
      i % 3 === 0
        ? reader()
            .bytes(failing[0] as string, "CSVWithNames")
            .then(
              () => "whole",
              () => "failed",
            )
        : reader().compactRows("SELECT {n:UInt32}", { n: i }),
    );
    expect(await Promise.all(results)).toEqual(
      Array.from({ length: 12 }, (_, i) => (i % 3 === 0 ? "failed" : [[i]])),
    );
  });
});

/** Number of statements that the engine has run in this process. */
const statements = async () =>
  Number((await store.visitors.compactRows("SELECT value FROM system.events WHERE event = 'Query'"))[0]?.[0]);

it("sends only settings that the connection does not have, and all of them after a failure", async () => {
  await store.visitors.compactRows("SELECT 1");
  const before = await statements();
  // The id of each statement is sent with it.
  expect((await statements()) - before).toBe(2);
  await expect(
    store.visitors.compactRows(
      "SELECT throwIf(1) SETTINGS max_execution_time = 3, max_memory_usage = 5000000",
    ),
  ).rejects.toThrow();
  expect(
    await store.visitors.compactRows(
      "SELECT getSetting('max_execution_time'), getSetting('max_memory_usage')",
    ),
  ).toEqual([[15, 1_000_000_000]]);
  await store.visitors.compactRows("SELECT 1 SETTINGS max_execution_time = 3");
  expect(await store.visitors.compactRows("SELECT getSetting('max_execution_time')")).toEqual([[15]]);
  const narrow = store.visitors.within({ "system.one": "dummy = 1" });
  // The second run sends no settings.
  for (const _ of [1, 2]) expect(await narrow.compactRows("SELECT * FROM system.one")).toEqual([]);
  expect(await store.visitors.compactRows("SELECT * FROM system.one")).toEqual([[0]]);
  expect(await narrow.compactRows("SELECT * FROM system.one")).toEqual([]);
});
