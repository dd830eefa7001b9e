import { expect, it } from "vitest";
import { createLimits } from "./limits";

it("limits a client that changes its address within an IPv6 network, and no other client", async () => {
  const { open } = createLimits(null, { open: 2 });
  const isOver = async (networkAddress: string) => (await open.countVisitor({ networkAddress })).isOver;
  // The limit of one /64 is two requests. Rejected ones do not count for its /56 and /48.
  for (const [last, over] of [
    [1, false],
    [2, false],
    [3, true],
    [4, true],
  ] as const) {
    expect(await isOver(`2001:db8:1:200::${last}`)).toBe(over);
  }
  // The /56 has counted two of four.
  expect(await isOver("2001:db8:1:201::1")).toBe(false);
  expect(await isOver("2001:db8:1:202::1")).toBe(false);
  expect(await isOver("2001:db8:1:203::1")).toBe(true);
  // The /48 has counted four of eight.
  for (const subnet of ["300", "400", "500", "600"])
    expect(await isOver(`2001:db8:1:${subnet}::1`)).toBe(false);
  expect(await isOver("2001:db8:1:700::1")).toBe(true);
  expect(await isOver("2001:db8:2:200::1")).toBe(false);
  expect(await isOver("203.0.113.7")).toBe(false);
});

it("counts keys and accounts by themselves, and each limit of a key separately", async () => {
  const { keys, calls, open } = createLimits(null, { calls: 3, open: 1 });
  expect(await keys.count("7", { limit: 2 })).toMatchObject({ limit: 2, remaining: 1, isOver: false });
  expect(await keys.count("7", { limit: 9 })).toMatchObject({ limit: 9, remaining: 8 });
  expect(await calls.countVisitor({ userId: "u", networkAddress: "203.0.113.7" }, 3)).toMatchObject({
    remaining: 0,
    isOver: false,
  });
  expect(await calls.countVisitor({ userId: "u", networkAddress: "203.0.113.8" })).toMatchObject({
    isOver: true,
    retryAfter: 60,
  });
  expect(await calls.countVisitor({ networkAddress: "203.0.113.7" })).toMatchObject({ remaining: 2 });
  expect((await open.countVisitor({ keyId: 7 })).isOver).toBe(false);
  expect((await open.countVisitor({ keyId: 7 })).isOver).toBe(true);
});

it("has one count of database time for all callers", async () => {
  const { work } = createLimits(null, { work: 1_000 });
  work.spend("key 1", 400.2);
  work.spend("key 1", 700);
  expect(await work.state("key 1")).toMatchObject({ limit: 1_000, remaining: 0 });
  expect(await work.state("key 2")).toMatchObject({ remaining: 1_000 });
});
