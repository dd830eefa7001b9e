import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { forVisitor } from "../work/visitorWork";
import { withParameters } from "./cleanConnection";
import { type MarketStore, openMarketStore } from "./marketStore";

let folder: string;
let store: MarketStore;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "cadastre-parameters-"));
  store = await openMarketStore({ url: null, folder });
});
afterAll(async () => {
  await store.close();
  await rm(folder, { recursive: true, force: true });
});

const texts = [
  ...["", "it's", "\\", "\\'", "\\N", "NULL", "'; SELECT 1; --", "{x:String}", "$x"],
  ...[
    "a\tb\nc\rd",
    "\0",
    "\b\f\v",
    "é 😀 \u2028",
    "'".repeat(1_000),
    "\\".repeat(1_001),
    "x".repeat(2_000_000),
  ],
];

it("passes every text unchanged, alone and in a list", async () => {
  for (const text of texts) {
    const [row] = await store.visitors.compactRows("SELECT {x:String}, {list:Array(String)}", {
      x: text,
      list: [text, "between", text],
    });
    expect(row).toEqual([text, [text, "between", text]]);
  }
});

it("replaces lone surrogates by U+FFFD, in values and rows, and preserves other rows", async () => {
  const [row] = await store.visitors.compactRows("SELECT {x:String}, {list:Array(String)}", {
    x: "a\ud83d",
    list: ["\ude00b"],
  });
  expect(row).toEqual(["a\ufffd", ["\ufffdb"]]);
  await store.run("CREATE TABLE halves (text String, list Array(String)) ENGINE = Memory");
  await store.insert("halves", [
    { text: "1 \ud83d", list: ["\ude00", "😀"] },
    { text: "2 \\ud83d 😀", list: [] },
  ]);
  await store.insertTabSeparated("halves", ["text"], "3 \ud83d\n");
  expect(await store.compactRows("SELECT * FROM halves ORDER BY text")).toEqual([
    ["1 \ufffd", ["\ufffd", "😀"]],
    ["2 \\ud83d 😀", []],
    ["3 \ufffd", []],
  ]);
  await store.run("DROP TABLE halves SYNC");
});

it("passes numbers, booleans, null, dates and maps", async () => {
  const values = {
    n: 1.5e-7,
    whole: "18446744073709551615",
    yes: true,
    none: null,
    day: "2026-02-28",
    ids: [],
  };
  const [row] = await store.visitors.compactRows(
    `SELECT {n:Float64}, {whole:UInt64}, {yes:Bool}, {none:Nullable(String)}, {day:Date}, {ids:Array(UInt32)},
       {map:Map(String, UInt8)}`,
    { ...values, map: { "it's": 1 } },
  );
  expect(row).toEqual([1.5e-7, values.whole, true, null, values.day, [], { "it's": 1 }]);
});

it("rejects missing values and invalid names", () => {
  expect(() => withParameters("SELECT {x:UInt8}, {y:UInt8}", { y: 1 })).toThrow(
    "Parameters without a value: x",
  );
  expect(() => withParameters("SELECT { x : UInt8 }", {})).toThrow("Parameters without a value: x");
  expect(() => withParameters("SELECT 1", { "x = 1; SELECT": 1 })).toThrow("No name of a parameter");
});

it("inserts rows unchanged, whatever their content", async () => {
  await store.run("CREATE TABLE said (text String) ENGINE = Memory");
  await store.compactRows("SELECT {x:String}", { x: "of an earlier statement" });
  await store.insertTabSeparated("said", ["text"], "{x:String} and {y:UInt8}\n");
  await store.insert("said", [{ text: "{x:String}" }]);
  expect(await store.compactRows("SELECT text FROM said ORDER BY text")).toEqual([
    ["{x:String}"],
    ["{x:String} and {y:UInt8}"],
  ]);
  await store.run("DROP TABLE said SYNC");
});

it("separates the values of concurrent statements", async () => {
  const results = Array.from({ length: 60 }, (_, i) =>
    (i % 3 === 0 ? store : store.visitors).compactRows("SELECT {n:UInt32}, sleep(0.002), {n:UInt32}", {
      n: i,
    }),
  );
  expect(await Promise.all(results)).toEqual(Array.from({ length: 60 }, (_, i) => [[i, 0, i]]));
});

it("reads with values while a file is written with values", async () => {
  const end = new AbortController();
  const file = { path: path.join(folder, "long.csv"), format: "CSVWithNames", isGzipped: false } as const;
  const writing = store.writeFile({
    ...file,
    sql: "SELECT number FROM numbers(1000000000000) WHERE sipHash64(number) = {x:UInt64} SETTINGS max_block_size = 1000",
    parameters: { x: 1 },
    signal: end.signal,
  });
  const failed = expect(writing).rejects.toThrow();
  const running = async () =>
    (
      await store.compactRows("SELECT count() FROM system.processes WHERE query LIKE 'INSERT INTO FUNCTION%'")
    )[0];
  await expect.poll(running).toEqual(["1"]);
  const read = forVisitor({ visitor: "a", signal: null }, () =>
    store.visitors.compactRows("SELECT {x:UInt8}", { x: 7 }),
  );
  expect(await read).toEqual([[7]]);
  expect(await running()).toEqual(["1"]);
  end.abort();
  await failed;
  await readFile(file.path).catch(() => undefined);
});
