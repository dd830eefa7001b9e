import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { openTestStore, type TestStore } from "../../../tests/support/ingestStore";
import { bumpDataVersion, readDataVersion } from "../dataVersion";
import { nextRowVersion } from "../rowVersion";
import { writeSetting } from "../settings";
import { listSources, registerSource } from "../sources";
import { clearDirtyMarks, markAssetsDirty, readDirtyMarks } from "./dirtyAssets";
import { createObservationWriter } from "./observationWriter";

let test: TestStore;
beforeAll(async () => {
  test = await openTestStore();
});
afterAll(() => test.close());
beforeEach(() => test.reset());

const observation = (i: number) => ({
  assetId: 100 + (i % 3),
  listingId: 1000 + (i % 3),
  metricId: 100001,
  date: new Date(Date.UTC(2000, 0, 1 + Math.floor(i / 3))).toISOString().slice(0, 10),
  value: i + 0.1,
});

describe("createObservationWriter", () => {
  it("writes batches, keeps every digit, and marks each asset before its first row", async () => {
    const writer = createObservationWriter(test.store, { sourceId: 9, isSample: true, batchRows: 1000 });
    for (let i = 0; i < 5500; i += 1) await writer.add(observation(i));
    expect(writer.written).toBe(5000);
    await writer.flush();
    await writer.flush();
    expect(writer.written).toBe(5500);
    const values = await test.store.compactRows<[number]>(
      "SELECT value FROM observations FINAL ORDER BY value",
    );
    expect(values.map(([value]) => value)).toEqual(Array.from({ length: 5500 }, (_, i) => i + 0.1));
    expect(await test.store.rows("SELECT DISTINCT is_sample, source_id FROM observations")).toEqual([
      { is_sample: true, source_id: 9 },
    ]);
    expect((await readDirtyMarks(test.store)).map((mark) => mark.assetId)).toEqual([100, 101, 102]);
  });

  it("keeps the last value written for a day, within one writer and from a later one", async () => {
    const write = async (...values: number[]) => {
      const writer = createObservationWriter(test.store, { sourceId: 1, isSample: false, batchRows: 1 });
      for (const value of values) await writer.add({ ...observation(0), value });
      await writer.flush();
      return test.store.compactRows("SELECT value FROM observations FINAL");
    };
    expect(await write(1, 2)).toEqual([[2]]);
    expect(await write(3)).toEqual([[3]]);
  });

  it("refuses what is no number, with the place", () => {
    const writer = createObservationWriter(test.store, { sourceId: 1, isSample: false });
    expect(() => writer.add({ ...observation(0), value: Number.NaN })).toThrow(
      "metric 100001 of asset 100 on 2000-01-01 is NaN",
    );
  });
});

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
  it("move the data version by one at a time", async () => {
    expect(await readDataVersion(test.store)).toBe(0);
    expect(await bumpDataVersion(test.store)).toBe(1);
    expect(await bumpDataVersion(test.store)).toBe(2);
    expect(await readDataVersion(test.store)).toBe(2);
  });

  it("give growing row versions even where the clock was set back", async () => {
    const future = (Date.now() + 86_400_000) * 1000;
    await writeSetting(test.store, { name: "row_version", value: String(future), version: future });
    expect(await nextRowVersion(test.store)).toBe(future + 1);
    expect(await nextRowVersion(test.store)).toBe(future + 2);
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
