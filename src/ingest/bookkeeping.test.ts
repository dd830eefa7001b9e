import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { MarketStore } from "#stores";
import { openTestStore, type TestStore } from "../../tests/support/ingestStore";
import { bumpDataVersion, readDataVersion } from "./dataVersion";
import { clearDirtyMarks, markAssetsDirty, readDirtyMarks } from "./observations/dirtyAssets";
import { createRowVersions } from "./rowVersion";
import { writeSetting } from "./settings";
import { registerSource } from "./sources";
import { listSources } from "./testSupport/listSources";

let test: TestStore;
beforeAll(async () => {
  test = await openTestStore();
});
afterAll(() => test.close());
beforeEach(() => test.reset());

describe("dirty marks", () => {
  it("survive clearing if they were set again meanwhile", async () => {
    await markAssetsDirty(test.store, { assetIds: [1, 2], version: 10 });
    const read = await readDirtyMarks(test.store);
    await markAssetsDirty(test.store, { assetIds: [2], version: 11 });
    await clearDirtyMarks(test.store, read);
    expect(await readDirtyMarks(test.store)).toEqual([{ assetId: 2, from: "1900-01-01", version: 11 }]);
  });

  it("keep the first day of each change", async () => {
    const mark = (day: string, version: number) =>
      markAssetsDirty(test.store, { assetIds: [1], from: () => day, version });
    await mark("2024-01-05", 10);
    const read = await readDirtyMarks(test.store);
    await mark("2024-01-09", 11);
    await clearDirtyMarks(test.store, read);
    expect(await readDirtyMarks(test.store)).toEqual([{ assetId: 1, from: "2024-01-09", version: 11 }]);
  });
});

describe("counters", () => {
  it("move the data version with each change, also several within a second", async () => {
    expect(await readDataVersion(test.store)).toBe(0);
    const first = await bumpDataVersion(test.store);
    expect(await bumpDataVersion(test.store)).toBeGreaterThan(first);
  });

  it("never repeat a data version for other data after a backup was restored", async () => {
    const backedUp = await bumpDataVersion(test.store);
    const replaced = [backedUp];
    vi.setSystemTime(Date.now() + 60_000);
    replaced.push(await bumpDataVersion(test.store));
    await test.reset();
    await writeSetting(test.store, { name: "data_version", value: String(backedUp), version: backedUp });
    vi.setSystemTime(Date.now() + 60_000);
    expect(replaced).not.toContain(await bumpDataVersion(test.store));
    vi.useRealTimers();
  });

  it("return growing row versions even if the clock was set back", async () => {
    const future = (Date.now() + 60_000) * 1000;
    await writeSetting(test.store, { name: "row_version", value: String(future), version: future });
    const next = createRowVersions();
    expect(await next(test.store)).toBe(future + 1);
    expect(await next(test.store)).toBe(future + 2);
  });

  it("return row versions above those of a killed process, and reserve many in the store at once", async () => {
    let statements = 0;
    const store: MarketStore = {
      ...test.store,
      insert: (...row) => {
        statements += 1;
        return test.store.insert(...row);
      },
    };
    const next = createRowVersions();
    const given = await Promise.all(Array.from({ length: 20 }, () => next(store)));
    const began = performance.now();
    for (let count = 0; count < 100; count++) given.push(await next(store));
    expect(new Set(given).size).toBe(given.length);
    // One per second.
    expect(statements).toBeLessThan(3 + (performance.now() - began) / 1_000);
    expect(await createRowVersions()(test.store)).toBeGreaterThan(Math.max(...given));
  });

  it("return row versions above those of other processes that share a server", async () => {
    const shared: MarketStore = { ...test.store, embedded: false };
    const [one, other] = [createRowVersions(), createRowVersions()];
    const given: number[] = [];
    for (const next of [one, other, other, one, one, other]) given.push(await next(shared));
    expect(given).toEqual([...new Set(given)].sort((a, b) => a - b));
  });

  it("are read again after the store failed", async () => {
    let isAway = true;
    const store: MarketStore = {
      ...test.store,
      insert: (...row) => (isAway ? Promise.reject(new Error("away")) : test.store.insert(...row)),
    };
    const next = createRowVersions();
    await expect(next(store)).rejects.toThrow("away");
    isAway = false;
    const version = await next(store);
    expect(await createRowVersions()(test.store)).toBeGreaterThan(version);
  });
});

describe("registerSource", () => {
  it("gives the same bytes the same id and keeps their first name", async () => {
    const file = { kind: "file", isSample: false, sha256: "a".repeat(64) } as const;
    const id = await registerSource(test.store, {
      ...file,
      label: "one.csv",
      fileName: "one.csv",
      detail: { rows: 1 },
    });
    const again = await registerSource(test.store, {
      ...file,
      label: "two.csv",
      fileName: "two.csv",
      detail: { more: 2 },
    });
    const other = await registerSource(test.store, { ...file, sha256: "b".repeat(64), label: "one.csv" });
    expect(again).toBe(id);
    expect(other).not.toBe(id);
    expect((await listSources(test.store)).find((source) => source.id === id)).toMatchObject({
      label: "one.csv",
      fileName: "one.csv",
      detail: { rows: 1, more: 2 },
      isSample: false,
    });
  });
});
