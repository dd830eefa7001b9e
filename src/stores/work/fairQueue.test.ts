import { expect, test } from "vitest";
import { FairQueue, type FairQueueOptions } from "./fairQueue";

const queueOf = (options: Partial<FairQueueOptions> = {}) =>
  new FairQueue({
    concurrent: 1,
    concurrentPerVisitor: 1,
    waiting: 100,
    waitingPerVisitor: 50,
    waitMs: 60_000,
    name: "Reading",
    ...options,
  });

/** A task that records its name when it runs, and ends on request. */
function tasks() {
  const ran: string[] = [];
  const ends: (() => void)[] = [];
  const task = (name: string) => () => {
    ran.push(name);
    return new Promise<string>((resolve) => ends.push(() => resolve(name)));
  };
  const endNext = async () => {
    while (ends.length === 0) await new Promise((resolve) => setImmediate(resolve));
    ends.shift()?.();
  };
  return { ran, task, endNext };
}

test("slots alternate between visitors, however many tasks one of them has", async () => {
  const queue = queueOf();
  const { ran, task, endNext } = tasks();
  const greedy = [1, 2, 3, 4].map((n) => queue.run({ visitor: "a" }, task(`a${n}`)));
  const modest = queue.run({ visitor: "b" }, task("b1"));
  for (let i = 0; i < 5; i += 1) await endNext();
  expect(ran).toEqual(["a1", "b1", "a2", "a3", "a4"]);
  expect(await Promise.all([...greedy, modest])).toEqual(["a1", "a2", "a3", "a4", "b1"]);
});

test("one visitor cannot use all slots", async () => {
  const queue = queueOf({ concurrent: 3, concurrentPerVisitor: 2 });
  const { ran, task, endNext } = tasks();
  const all = ["a1", "a2", "a3"].map((name) => queue.run({ visitor: "a" }, task(name)));
  await new Promise((resolve) => setImmediate(resolve));
  expect(ran).toEqual(["a1", "a2"]);
  all.push(queue.run({ visitor: "b" }, task("b1")));
  await new Promise((resolve) => setImmediate(resolve));
  expect(ran).toEqual(["a1", "a2", "b1"]);
  for (let i = 0; i < 4; i += 1) await endNext();
  await Promise.all(all);
});

test("a visitor with too many tasks, or at a full queue, is rejected with a retry time", async () => {
  const queue = queueOf({ waiting: 2, waitingPerVisitor: 1 });
  const { task, endNext } = tasks();
  const all = [queue.run({ visitor: "a" }, task("a1")), queue.run({ visitor: "a" }, task("a2"))];
  await expect(queue.run({ visitor: "a" }, task("a3"))).rejects.toMatchObject({
    kind: "unavailable",
    retryAfter: 5,
    message: "Reading: 1 of your requests are already queued. Try again in 5 seconds.",
  });
  all.push(queue.run({ visitor: "b" }, task("b1")));
  await expect(queue.run({ visitor: "c" }, task("c1"))).rejects.toMatchObject({ kind: "unavailable" });
  for (let i = 0; i < 3; i += 1) await endNext();
  await Promise.all(all);
});

test("waiting ends after the time limit or on abort, and later tasks run", async () => {
  const queue = queueOf({ waitMs: 1 });
  const { ran, task, endNext } = tasks();
  const first = queue.run({ visitor: "a" }, task("a1"));
  await expect(queue.run({ visitor: "b" }, task("late"))).rejects.toMatchObject({ kind: "unavailable" });
  const gone = new AbortController();
  const left = queue.run({ visitor: "b", signal: gone.signal }, task("left"));
  gone.abort();
  await expect(left).rejects.toMatchObject({ kind: "cancelled" });
  await endNext();
  await first;
  const next = queue.run({ visitor: "b" }, task("b2"));
  await new Promise((resolve) => setImmediate(resolve));
  await endNext();
  expect(await next).toBe("b2");
  expect(ran).toEqual(["a1", "b2"]);
});

test("a failed task releases its slot", async () => {
  const queue = queueOf();
  await expect(queue.run({ visitor: "a" }, () => Promise.reject(new Error("no")))).rejects.toThrow("no");
  expect(await queue.run({ visitor: "a" }, async () => 1)).toBe(1);
});
