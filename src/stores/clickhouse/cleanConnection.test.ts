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

/** Statements that fail once they have written something: by what they read, and by the bound of time. */
const failing = [
  "SELECT number AS n, throwIf(number = 300000) AS t FROM numbers(1000000)",
  "SELECT sleepEachRow(0.05) AS t FROM numbers(2000) SETTINGS max_block_size = 1, max_execution_time = 0.2",
  "SELECT throwIf(1)",
];

describe.each(["operators", "visitors"] as const)("a result for %s", (whose) => {
  const reader = () => (whose === "visitors" ? store.visitors : store);

  it.each(failing)("has nothing of a statement that failed before it: %s", async (sql) => {
    await expect(reader().bytes(sql, "CSVWithNames")).rejects.toThrow();
    expect(await reader().compactRows("SELECT 1")).toEqual([[1]]);
    expect(await reader().compactRows("SELECT {n:UInt32}", { n: 2 })).toEqual([[2]]);
  });

  it("has nothing of one that fails while it waits", async () => {
    const asked = Array.from({ length: 12 }, (_, i) =>
      i % 3 === 0
        ? reader()
            .bytes(failing[0] as string, "CSVWithNames")
            .then(
              () => "whole",
              () => "failed",
            )
        : reader().compactRows("SELECT {n:UInt32}", { n: i }),
    );
    expect(await Promise.all(asked)).toEqual(
      Array.from({ length: 12 }, (_, i) => (i % 3 === 0 ? "failed" : [[i]])),
    );
  });
});
