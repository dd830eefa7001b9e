import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { MarketStore } from "#stores";
import { openTestStore, type TestStore } from "../../tests/support/ingestStore";
import { bumpDataVersion, readDataVersion } from "./dataVersion";
import { clearDirtyMarks, markAssetsDirty, readDirtyMarks } from "./observations/dirtyAssets";
import { nextRowVersion } from "./rowVersion";
import { writeSetting } from "./settings";
import { listSources, registerSource } from "./sources";

let test: TestStore;
beforeAll(async () => {
  test = await openTestStore();
});
afterAll(() => test.close());
beforeEach(() => test.reset());

describe("dirty marks", () => {
  it("outlive clearing when they were set again meanwhile", async () => {
    await markAssetsDirty(test.store, { assetIds: [1, 2], version: 10 });
    const read = await readDirtyMarks(test.store);
    await markAssetsDirty(test.store, { assetIds: [2], version: 11 });
    await clearDirtyMarks(test.store, read);
    expect(await readDirtyMarks(test.store)).toEqual([{ assetId: 2, version: 11 }]);
  });
});

describe("counters", () => {
  it("move the data version on with each change, several of a second too", async () => {
    expect(await readDataVersion(test.store)).toBe(0);
    const first = await bumpDataVersion(test.store);
    expect(await bumpDataVersion(test.store)).toBeGreaterThan(first);
  });

  it("give no data version again for other data once a backup was restored", async () => {
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

  /** The store as a later process has it, which remembers nothing. */
  const later = () => ({ ...test.store });

  it("give growing row versions even where the clock was set back", async () => {
    const future = (Date.now() + 60_000) * 1000;
    await writeSetting(test.store, { name: "row_version", value: String(future), version: future });
    const store = later();
    expect(await nextRowVersion(store)).toBe(future + 1);
    expect(await nextRowVersion(store)).toBe(future + 2);
  });

  it("give row versions above those of a process that was killed, and tell the store of many at once", async () => {
    let statements = 0;
    const counted = (): MarketStore => ({
      ...test.store,
      insert: (...row) => {
        statements += 1;
        return test.store.insert(...row);
      },
    });
    const store = counted();
    const given = await Promise.all(Array.from({ length: 20 }, () => nextRowVersion(store)));
    for (let count = 0; count < 100; count++) given.push(await nextRowVersion(store));
    expect(new Set(given).size).toBe(given.length);
    // As many as those seconds take, ten to a statement.
    expect(statements).toBeLessThan(10);
    expect(await nextRowVersion(counted())).toBeGreaterThan(Math.max(...given));
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
