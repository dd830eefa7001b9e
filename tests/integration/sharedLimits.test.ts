/** Limits shared by several processes of an installation through their PostgreSQL server. */
import type { Hono } from "hono";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createApiKey, createApiUsage } from "#accounts/apiKeys";
import { createLimits, createRowQuota, type LimitName, limitRules } from "#accounts/limits";
import { createSignInLimits } from "#accounts/signIn";
import { createRestApi } from "#api";
import { openPeopleStore, type PeopleStore, peopleTables } from "#stores";
import { type MarketWorld, openMarketWorld } from "../support/marketWorld";
import { assignPolicies, firm } from "../support/policyHolders";
import { POSTGRES_MISSING, postgresBinaries, startPostgres } from "../support/postgres";

const absent = postgresBinaries() === null;
const title = (what: string) => `${what}${absent ? ` (${POSTGRES_MISSING})` : ""}`;

let server: Awaited<ReturnType<typeof startPostgres>>;
let world: MarketWorld;
const openStore = (): Promise<PeopleStore> => openPeopleStore({ url: server.url, folder: "" });

beforeAll(async () => {
  if (absent) return;
  server = await startPostgres();
  world = await openMarketWorld();
});
afterAll(async () => {
  await world?.close();
  await server?.stop();
});

describe.skipIf(absent)(title("limits on a PostgreSQL server"), () => {
  /** One per process. */
  let stores: readonly [PeopleStore, PeopleStore];
  beforeAll(async () => {
    stores = [await openStore(), await openStore()];
  });
  afterAll(async () => {
    for (const store of stores) await store.close();
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

  const { work: _, ...rates } = limitRules;
  it.each(Object.keys(rates) as Exclude<LimitName, "work">[])("count %s across processes", async (name) => {
    const processes = stores.map((people) => createLimits(people, { [name]: 3 }));
    const over: boolean[] = [];
    for (let call = 0; call < 5; call += 1) {
      const state = await processes[call % 2]?.[name].countAddress("2001:db8:1:2::3");
      over.push(state?.isOver ?? false);
    }
    expect(over).toEqual([false, false, false, true, true]);
  });

  it("count the database time of a visitor across processes", async () => {
    const [first, second] = stores.map((people) => createLimits(people, { work: 1_000 }).work);
    first?.spend("key 1", 400);
    first?.spend("key 1", 700);
    await expect.poll(async () => (await second?.state("key 1"))?.remaining).toBe(0);
    expect((await second?.state("key 2"))?.remaining).toBe(1_000);
  });

  it("count codes requested for an email address across processes, without storing the address", async () => {
    const processes = stores.map((people) => createSignInLimits(people, createLimits(people)));
    const email = "ada@firm.example";
    const request = (call: number) =>
      processes[call % 2]?.countRequest(email, {
        networkAddress: "198.51.100.7",
        isKnown: true,
        browserHash: "b",
      });
    for (let call = 0; call < limitRules.codesOfEmail.points; call += 1) await request(call);
    for (const call of [0, 1]) {
      await expect(request(call)).rejects.toThrow("Too many attempts. Try again in 15 minutes.");
    }
    const rows = await stores[0].db.select().from(peopleTables.rateLimits);
    expect(rows.map(({ key }) => key).join(" ")).not.toContain("ada");
  });
});

describe.skipIf(absent)(title("the monthly row quota on a PostgreSQL server"), () => {
  const closing: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const close of closing.splice(0)) await close();
  });

  /** A process of the installation; without `counts`, it ends before it writes its counts. */
  async function startProcess(): Promise<{ api: Hono; people: PeopleStore; stop: () => Promise<void> }> {
    const people = await openStore();
    const errors: unknown[] = [];
    const log = { error: (error: unknown) => void errors.push(error) };
    const usage = createApiUsage({ people, log });
    const api = createRestApi({
      market: world.market,
      people,
      limits: createLimits(people, { work: Number.MAX_SAFE_INTEGER }),
      countRows: usage.countRows,
      rowsThisMonth: usage.rowsThisMonth,
      rowQuota: createRowQuota({ people, usage, log }),
    });
    let isStopped = false;
    const stop = async () => {
      if (isStopped) return;
      isStopped = true;
      await usage.close();
      await people.close();
    };
    closing.push(stop);
    return { api, people, stop };
  }

  async function limitedKey(people: PeopleStore, rowsPerMonth: number) {
    const organizationId = await firm(people);
    await assignPolicies(people, { organizationId }, [{ rowsPerMonth }]);
    const { key } = await createApiKey(people, { name: "k", organizationId, requestsPerMinute: 10_000 });
    return { key, organizationId };
  }

  const rowsOf = async (people: PeopleStore, organizationId: string) =>
    (await people.db.select().from(peopleTables.apiUsage)).find(
      (row) => row.organizationId === organizationId,
    )?.rows;

  const page = async (api: Hono, key: string, perPage: number, format = "json") => {
    const query = encodeURIComponent(JSON.stringify({ pagination: { page: 1, perPage } }));
    const response = await api.request(`/api/v4/assets?format=${format}&query=${query}`, {
      headers: { authorization: `Bearer ${key}` },
    });
    await response.text();
    return response.status;
  };

  it("is one for all processes: the next request of any process counts the rows of the others", async () => {
    const [first, second] = [await startProcess(), await startProcess()];
    const { key, organizationId } = await limitedKey(first.people, 5);
    // Each process reads its count once, as a running one has.
    expect(await page(first.api, key, 1)).toBe(200);
    expect(await page(second.api, key, 2)).toBe(200);
    expect(await page(first.api, key, 2)).toBe(200);
    expect(await page(second.api, key, 1)).toBe(429);
    expect(await page(first.api, key, 1)).toBe(429);
    expect(await rowsOf(first.people, organizationId)).toBe(5);
  });

  it.each(["json", "csv"])(
    "is exceeded by at most one of many concurrent requests for %s",
    async (format) => {
      const processes = [await startProcess(), await startProcess()] as const;
      const { people } = processes[0];
      const { key, organizationId } = await limitedKey(people, 4);
      const statuses = await Promise.all(
        Array.from({ length: 8 }, (_, call) => page(processes[call % 2 === 0 ? 0 : 1].api, key, 3, format)),
      );
      const answered = statuses.filter((status) => status === 200).length;
      expect(statuses.filter((status) => status === 429)).toHaveLength(8 - answered);
      const rows = (await rowsOf(people, organizationId)) ?? 0;
      // The last response reaches the limit.
      expect(rows).toBeGreaterThanOrEqual(4);
      expect(rows - rows / answered).toBeLessThan(4);
      expect(await people.db.select().from(peopleTables.rowReservations)).toEqual([]);
    },
  );

  it("admits no request by a count from before the end of another", async () => {
    const log = { error: (error: unknown) => expect.unreachable(String(error)) };
    const startQuota = async () => {
      const people = await openStore();
      const usage = createApiUsage({ people, log });
      closing.push(async () => {
        await usage.close();
        await people.close();
      });
      return { people, usage, quota: createRowQuota({ people, usage, log }) };
    };
    const processes = [await startQuota(), await startQuota()] as const;
    for (let burst = 0; burst < 40; burst += 1) {
      const organizationId = await firm(processes[0].people);
      let rows = 0;
      const requests = processes.flatMap(({ usage, quota }) =>
        [1, 2].map(async () => {
          const wanted = { organizationId, limit: 1, most: Infinity, signal: null };
          const release = await quota.take({ ...wanted, usedUp: () => new Error("used up") });
          rows += 1;
          usage.countRows(organizationId, 1);
          await release();
        }),
      );
      await Promise.allSettled(requests);
      expect(rows).toBe(1);
    }
  });

  it("survives a restart", async () => {
    const first = await startProcess();
    const { key } = await limitedKey(first.people, 3);
    expect(await page(first.api, key, 3)).toBe(200);
    await first.stop();
    const second = await startProcess();
    expect(await page(second.api, key, 1)).toBe(429);
  });

  it("waits for the reservation of another process, at most until the lease of a killed one ends", async () => {
    const { api, people } = await startProcess();
    const { key, organizationId } = await limitedKey(people, 3);
    const { rowReservations } = peopleTables;
    await people.db
      .insert(rowReservations)
      .values({ organizationId, most: null, expiresAt: new Date(Date.now() + 1_500) });
    const start = performance.now();
    expect(await page(api, key, 1)).toBe(200);
    expect(performance.now() - start).toBeGreaterThan(1_000);
    expect(await people.db.select().from(rowReservations)).toEqual([]);
  });
});

describe.skipIf(absent)(title("while the PostgreSQL server is unavailable"), () => {
  let own: Awaited<ReturnType<typeof startPostgres>>;
  let people: PeopleStore;
  let stop: () => Promise<void>;
  beforeEach(async () => {
    own = await startPostgres();
    people = await openPeopleStore({ url: own.url, folder: "" });
    let stopped: Promise<void> | null = null;
    stop = () => {
      stopped ??= own.stop();
      return stopped;
    };
  });
  afterEach(async () => {
    await people.close();
    await stop();
  });

  it("limits per minute are counted per process", async () => {
    const { keys, work } = createLimits(people);
    expect((await keys.count("k", { limit: 2 })).remaining).toBe(1);
    await stop();
    for (const isOver of [false, false, true]) {
      expect((await keys.count("k", { limit: 2 })).isOver).toBe(isOver);
    }
    work.spend("k", 5_000);
    expect((await work.state("k")).remaining).toBe(15_000);
  });

  it("a hanging server delays a counted request by two seconds only", async () => {
    const { renders } = createLimits(people, { renders: 2 });
    expect((await renders.countVisitor({ networkAddress: "203.0.113.7" })).remaining).toBe(1);
    own.freeze();
    const start = performance.now();
    expect((await renders.countVisitor({ networkAddress: "203.0.113.7" })).isOver).toBe(false);
    expect(performance.now() - start).toBeLessThan(3_500);
    own.thaw();
  });

  it("no rows of a paid quota are sent", async () => {
    const log = { error: () => undefined };
    const usage = createApiUsage({ people, log });
    const quota = createRowQuota({ people, usage, log });
    const take = () =>
      quota.take({
        organizationId: "1b4e28ba-2fa1-4f1d-883f-0016d3cca427",
        limit: 100,
        most: 1,
        usedUp: () => new Error("used up"),
        signal: null,
      });
    await stop();
    await expect(take()).rejects.toThrow();
    await usage.close();
  });
});
