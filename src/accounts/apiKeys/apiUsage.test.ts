import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openPeopleStore, type PeopleStore, peopleTables } from "#stores";
import { createApiUsage } from "./apiUsage";

const { apiUsage, organizations } = peopleTables;

let store: PeopleStore;
beforeAll(async () => {
  store = await openPeopleStore({ url: null, folder: "memory://" });
});
afterAll(() => store.close());

const organization = async () => {
  const [made] = await store.db.insert(organizations).values({ name: "o", scope: "team" }).returning();
  return made?.id ?? "";
};
const stored = async (id: string) => {
  const rows = await store.db.select().from(apiUsage).where(eq(apiUsage.organizationId, id));
  return Object.fromEntries(rows.map(({ month, requests }) => [month, requests]));
};

function counter(people: Pick<PeopleStore, "db"> = store) {
  const clock = { now: new Date("2026-03-31T23:59:59Z") };
  const errors: unknown[] = [];
  const usage = createApiUsage({
    people: people as PeopleStore,
    log: { error: (error: unknown) => void errors.push(error) },
    now: () => clock.now,
  });
  return { usage, clock, errors };
}

describe("usage of the data API", () => {
  it("counts requests by organization and month, and writes them in batches", async () => {
    const [one, other] = [await organization(), await organization()];
    const { usage, clock } = counter();
    for (let i = 0; i < 3; i += 1) usage.count(one);
    usage.count(other);
    expect(await stored(one)).toEqual({});
    clock.now = new Date("2026-04-01T00:00:00Z");
    usage.count(one);
    await usage.flush();
    expect(await stored(one)).toEqual({ "2026-03": 3, "2026-04": 1 });
    expect(await stored(other)).toEqual({ "2026-03": 1 });
    usage.count(one);
    expect(await usage.thisMonth(one)).toBe(2);
    expect(await usage.thisMonth(other)).toBe(0);
    await usage.close();
  });

  it("sums the counts of several processes", async () => {
    const id = await organization();
    const [a, b] = [counter().usage, counter().usage];
    for (let i = 0; i < 5; i += 1) {
      a.count(id);
      b.count(id);
    }
    await Promise.all([a.flush(), b.flush()]);
    expect(await a.thisMonth(id)).toBe(10);
    await Promise.all([a.close(), b.close()]);
  });

  it("writes pending counts on close", async () => {
    const id = await organization();
    const { usage } = counter();
    usage.count(id);
    await usage.close();
    expect(await stored(id)).toEqual({ "2026-03": 1 });
  });

  it("retains counts while the store rejects them, and counts them once", async () => {
    const id = await organization();
    let isDown = true;
    const db = new Proxy(store.db, {
      get: (target, name) => {
        if (name === "transaction" && isDown) return () => Promise.reject(new Error("down"));
        const value: unknown = Reflect.get(target, name);
        return typeof value === "function" ? value.bind(target) : value;
      },
    });
    const { usage, errors } = counter({ db });
    usage.count(id);
    await usage.flush();
    usage.count(id);
    expect(await usage.thisMonth(id)).toBe(2);
    expect(errors).toHaveLength(2);
    expect(await stored(id)).toEqual({});
    isDown = false;
    await usage.close();
    expect(await stored(id)).toEqual({ "2026-03": 2 });
  });

  it("writes the counts of other organizations if one is deleted meanwhile", async () => {
    const [gone, stays] = [await organization(), await organization()];
    const { usage, errors } = counter();
    usage.count(gone);
    usage.count(stays);
    await store.db.delete(organizations).where(eq(organizations.id, gone));
    await usage.close();
    expect(errors).toEqual([]);
    expect(await stored(stays)).toEqual({ "2026-03": 1 });
    await store.db.delete(organizations).where(eq(organizations.id, stays));
    expect(await stored(stays)).toEqual({});
  });
});

describe("rows of the month", () => {
  it("are all included while a batch is being written", async () => {
    const id = await organization();
    const { usage } = counter();
    /** Reads the count after some microtasks of the write. */
    const countAfter = async (steps: number) => {
      for (let step = 0; step < steps; step += 1) await Promise.resolve();
      return usage.rowsThisMonth(id);
    };
    for (let written = 1; written <= 10; written += 1) {
      usage.countRows(id, 1);
      const flushed = usage.flush();
      const counts = Promise.all([countAfter(0), countAfter(2), countAfter(5), countAfter(20)]);
      await flushed;
      expect(await counts).toEqual([written, written, written, written]);
    }
    await usage.close();
  });
});
