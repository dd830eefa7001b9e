import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type MarketStore, openMarketStore } from "./marketStore";
import { statementReader } from "./statementReader";

let folder: string;
let store: MarketStore;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "cadastre-reader-"));
  store = await openMarketStore({ url: null, folder });
});
afterAll(async () => {
  await store.close();
  await rm(folder, { recursive: true, force: true });
});

const odd = ["tab\tand\nline", '"quoted" \\ [1,2]', "ü € 日本 🙂", "", "[[", "'"];

it("returns the last column of a row as written", async () => {
  for (const reader of [store, store.visitors]) {
    for (const text of odd) {
      const rows = await reader.writtenRows(
        "SELECT toUInt64(number), {text:String}, [number], [({text:String}, number + 0.5)] FROM numbers(2)",
        { text },
      );
      expect(rows.map(({ values }) => values)).toEqual([
        ["0", text, ["0"]],
        ["1", text, ["1"]],
      ]);
      expect(rows.map(({ written }) => JSON.parse(written))).toEqual([[[text, 0.5]], [[text, 1.5]]]);
    }
  }
});

it("reads a last line without a line break", async () => {
  const reader = statementReader(async () => Buffer.from("1\t[1]\n2\t[2]"));
  expect(await reader.writtenRows("")).toEqual([
    { values: [1], written: "[1]" },
    { values: [2], written: "[2]" },
  ]);
});

it("returns no values for a single column, and no rows for an empty result", async () => {
  expect(await store.writtenRows("SELECT [1, 2.5]")).toEqual([{ values: [], written: "[1,2.5]" }]);
  expect(await store.writtenRows("SELECT 1, 2 WHERE 0")).toEqual([]);
});
