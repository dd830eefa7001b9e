/** Limits shared by several processes of an installation through their PostgreSQL server. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createApiKey } from "#accounts";
import { createRestApi } from "#api";
import { limitersOf, openPeopleStore, type PeopleStore } from "#stores";
import { RateLimits } from "../../src/api/limits/rateLimits";
import { WorkLimits } from "../../src/api/limits/workLimits";
import { type MarketWorld, openMarketWorld } from "../support/marketWorld";
import { POSTGRES_MISSING, postgresBinaries, startPostgres } from "../support/postgres";

const absent = postgresBinaries() === null;

describe.skipIf(absent)(`limits on a PostgreSQL server${absent ? ` (${POSTGRES_MISSING})` : ""}`, () => {
  let server: Awaited<ReturnType<typeof startPostgres>>;
  let world: MarketWorld;
  /** One per process. */
  let stores: readonly [PeopleStore, PeopleStore];
  beforeAll(async () => {
    server = await startPostgres();
    world = await openMarketWorld();
    const open = () => openPeopleStore({ url: server.url, folder: "" });
    stores = [await open(), await open()];
  });
  afterAll(async () => {
    for (const store of stores) await store.close();
    await world.close();
    await server.stop();
  });

  it("count the requests of a key across processes", async () => {
    const apis = stores.map((people) => createRestApi({ market: world.market, people }));
    const { key } = await createApiKey(stores[0], { name: "k", requestsPerMinute: 5 });
    const ask = (process: number) =>
      apis[process]?.request("/api/v4/networks", { headers: { authorization: `Bearer ${key}` } });
    const remaining: (string | null | undefined)[] = [];
    for (const process of [0, 1, 1, 0, 1]) {
      const response = await ask(process);
      expect(response?.status).toBe(200);
      remaining.push(response?.headers.get("x-ratelimit-remaining"));
    }
    expect(remaining).toEqual(["4", "3", "2", "1", "0"]);
    for (const process of [0, 1]) {
      const refused = await ask(process);
      expect(refused?.status).toBe(429);
      expect(Number(refused?.headers.get("retry-after"))).toBeGreaterThan(0);
    }
  });

  it("count the calls of an anonymous visitor, and the engine's time, across processes", async () => {
    const calls = stores.map((people) => new RateLimits("test calls", limitersOf(people)));
    const over: boolean[] = [];
    for (let call = 0; call < 4; call += 1) {
      const state = await calls[call % 2]?.countNetwork("203.0.113.7", 3);
      over.push(state?.isOver ?? false);
    }
    expect(over).toEqual([false, false, false, true]);
    const [first, second] = stores.map((people) => new WorkLimits(1000, limitersOf(people)));
    first?.spend("key 1", 400);
    first?.spend("key 1", 700);
    await expect.poll(async () => (await second?.state("key 1"))?.remaining).toBe(0);
    expect((await second?.state("key 2"))?.remaining).toBe(1000);
  });
});

describe.skipIf(absent)("limits, while the PostgreSQL server is unavailable", () => {
  it("are counted per process", async () => {
    const server = await startPostgres();
    const people: PeopleStore = await openPeopleStore({ url: server.url, folder: "" });
    const limits = new RateLimits("away", limitersOf(people));
    expect((await limits.count("k", 2)).remaining).toBe(1);
    await server.stop();
    expect((await limits.count("k", 2)).isOver).toBe(false);
    expect((await limits.count("k", 2)).isOver).toBe(false);
    expect((await limits.count("k", 2)).isOver).toBe(true);
    await people.close();
  });
});
