import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { availableParallelism, tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { forVisitor } from "../work/visitorWork";
import { type MarketStore, openMarketStore } from "./marketStore";

let store: MarketStore;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "visitor-reader-"));
  store = await openMarketStore({ url: null, folder });
});
afterAll(async () => {
  await store.close();
  await rm(folder, { recursive: true, force: true });
});

/** Counts for hours, with a bound value like every statement of a request. */
const ENDLESS = "SELECT count() FROM numbers(1000000000000) WHERE sipHash64(number) = {x:UInt64}";

test("a visitor's statement ends after its time limit with a readable error", async () => {
  await expect(
    store.visitors.rows(`${ENDLESS} SETTINGS max_execution_time = 1`, { x: 1 }),
  ).rejects.toMatchObject({
    kind: "timeout",
    message: expect.stringMatching(/^The query took longer than 15 seconds\. Narrow/),
  });
  const [set] = await store.visitors.compactRows("SELECT getSetting('max_execution_time')");
  expect(set).toEqual([15]);
});

test("visitors' statements and imports have different memory limits", async () => {
  const large = "SELECT length(groupArray(number)) AS n FROM numbers({x:UInt64})";
  await expect(store.visitors.rows(large, { x: 150_000_000 })).rejects.toMatchObject({
    kind: "unprocessable",
    message: expect.stringContaining("needs more than 1 GB of memory"),
  });
  const [ours] = await store.compactRows(
    "SELECT getSetting('max_memory_usage'), getSetting('max_execution_time')",
  );
  expect(ours).toEqual(["6000000000", 0]);
});

test("statements are compiled only after frequent use", async () => {
  const times = ["", "aggregate_"].map(
    (part) => `toUInt32(getSetting('min_count_to_compile_${part}expression'))`,
  );
  for (const reader of [store, store.visitors])
    expect(await reader.compactRows(`SELECT ${times.join(", ")}`)).toEqual([[30, 30]]);
});

test("a statement is aborted when its visitor disconnects", async () => {
  const gone = new AbortController();
  let spent = 0;
  const answer = forVisitor({ visitor: "a", signal: gone.signal, spent: (ms) => (spent += ms) }, () =>
    store.visitors.rows(ENDLESS, { x: 1 }),
  );
  const running = async (): Promise<boolean> => {
    const rows = await store.compactRows(
      "SELECT count() FROM system.processes WHERE position(query, 'sipHash64') > 0 AND position(query, 'processes') = 0",
    );
    return rows[0]?.[0] !== "0";
  };
  while (!(await running()));
  gone.abort();
  await expect(answer).rejects.toMatchObject({ kind: "cancelled" });
  expect(spent).toBeGreaterThan(0);
  expect(await store.visitors.rows("SELECT {x:UInt8} AS one", { x: 1 })).toEqual([{ one: 1 }]);
});

/** Minimum charge of several runs, since other processes may use the machine. */
async function leastCharge(sql: string, runs: number): Promise<number> {
  const charges: number[] = [];
  for (let run = 0; run < runs; run += 1) {
    let charged = 0;
    await forVisitor({ visitor: "a", signal: null, spent: (ms) => (charged += ms) }, () =>
      store.visitors.rows(sql),
    );
    charges.push(charged);
  }
  return Math.min(...charges);
}

test("a statement is charged the same on a busy machine, and nothing for waiting", async () => {
  const work = "SELECT sum(sipHash64(number)) FROM numbers(2000000) SETTINGS max_threads = 1";
  const alone = await leastCharge(work, 3);
  const others = Array.from({ length: 2 * availableParallelism() }, () =>
    spawn(process.execPath, ["-e", "console.log(1); for (;;);"], { stdio: ["ignore", "pipe", "ignore"] }),
  );
  try {
    await Promise.all(others.map(({ stdout }) => once(stdout, "data")));
    // Its duration is about three times as long.
    expect(await leastCharge(work, 2)).toBeLessThan(alone * 2.5);
  } finally {
    for (const other of others) other.kill();
  }
  expect(await leastCharge("SELECT sleep(0.4)", 2)).toBeLessThan(150);
});

test("rows keep their shapes: none, texts with line breaks, large integers", async () => {
  expect(await store.visitors.rows("SELECT 1 AS a WHERE 0")).toEqual([]);
  expect(await store.visitors.compactRows("SELECT 'a\\nb', toUInt64(18446744073709551615)")).toEqual([
    ["a\nb", "18446744073709551615"],
  ]);
});

test("statements of one request run concurrently, each within its own limits", async () => {
  const [a, b] = [new AbortController(), new AbortController()];
  const endless = ({ signal }: AbortController) =>
    forVisitor({ visitor: "a", signal }, () => store.visitors.rows(ENDLESS, { x: 2 }));
  const answers = Promise.allSettled([endless(a), endless(b)]);
  const running = async () => {
    const rows = await store.compactRows<[string]>(
      "SELECT count() FROM system.processes WHERE position(query, 'sipHash64') > 0 AND position(query, 'processes') = 0",
    );
    return Number(rows[0]?.[0]);
  };
  await expect.poll(running).toBe(2);
  a.abort();
  await expect.poll(running).toBe(1);
  b.abort();
  expect((await answers).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  const sets = await Promise.all(
    [1, 2, 3].map(() => store.visitors.compactRows("SELECT getSetting('max_execution_time')")),
  );
  expect(sets.flat(2)).toEqual([15, 15, 15]);
});
