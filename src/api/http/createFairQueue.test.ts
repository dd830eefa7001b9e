import { describe, expect, it } from "vitest";
import { UnavailableError } from "#domain";
import { createFairQueue, type FairQueueOptions } from "./createFairQueue";

/** Work that is done when it is told so, and notes its name when it starts. */
function setUp(options: Partial<FairQueueOptions> = {}) {
  const queue = createFairQueue({
    atOnce: 1,
    waiting: 100,
    waitingPerVisitor: 100,
    maxWaitMs: 60_000,
    ...options,
  });
  const started: string[] = [];
  const finish = new Map<string, () => void>();
  const run = (visitor: string, name: string) =>
    queue.run(visitor, () => {
      started.push(name);
      return new Promise<string>((resolve) => finish.set(name, () => resolve(name)));
    });
  const end = async (name: string) => {
    finish.get(name)?.();
    // One turn of the loop: whatever follows has started by then.
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { run, end, started };
}

describe("a fair queue", () => {
  it("runs as much at once as it may, and the rest in turn", async () => {
    const { run, end, started } = setUp({ atOnce: 2 });
    const all = ["a", "b", "c", "d"].map((name) => run("me", name));
    expect(started).toEqual(["a", "b"]);
    await end("b");
    expect(started).toEqual(["a", "b", "c"]);
    await end("a");
    await end("c");
    await end("d");
    expect(await Promise.all(all)).toEqual(["a", "b", "c", "d"]);
  });

  it("lets somebody who waits for nothing yet pass somebody who waits for much", async () => {
    const { run, end, started } = setUp();
    const all = ["m1", "m2", "m3", "m4"].map((name) => run("many", name));
    all.push(run("one", "o1"));
    for (const name of ["m1", "m2", "o1", "m3", "m4"]) await end(name);
    await Promise.all(all);
    expect(started).toEqual(["m1", "m2", "o1", "m3", "m4"]);
  });

  it("refuses what is too much, for one and for all", async () => {
    const { run, end, started } = setUp({ waiting: 3, waitingPerVisitor: 2 });
    const running = run("first", "0");
    const many = [run("many", "1"), run("many", "2")];
    await expect(run("many", "3")).rejects.toThrow(UnavailableError);
    const other = run("other", "4");
    await expect(run("another", "5")).rejects.toThrow(/busy/);
    for (const name of ["0", "1", "4", "2"]) await end(name);
    await Promise.all([running, ...many, other]);
    // Who was refused may come again.
    const again = run("many", "6");
    await end("6");
    expect(await again).toBe("6");
    expect(started).toEqual(["0", "1", "4", "2", "6"]);
  });

  it("ends waiting in time, and never what has started", async () => {
    const { run, end, started } = setUp({ maxWaitMs: 5 });
    const first = run("a", "0");
    await expect(run("b", "1")).rejects.toThrow(UnavailableError);
    await end("0");
    expect(await first).toBe("0");
    await end("1");
    expect(started).toEqual(["0"]);
  });

  it("passes on what the work throws, and goes on", async () => {
    const { run, end } = setUp();
    const queue = createFairQueue({ atOnce: 1, waiting: 1, waitingPerVisitor: 1, maxWaitMs: 60_000 });
    await expect(queue.run("a", () => Promise.reject(new Error("no")))).rejects.toThrow("no");
    await expect(queue.run("a", async () => 1)).resolves.toBe(1);
    const after = run("a", "x");
    await end("x");
    expect(await after).toBe("x");
  });
});
