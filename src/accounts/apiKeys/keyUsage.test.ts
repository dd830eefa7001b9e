import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openPeopleStore, type PeopleStore, peopleTables } from "#stores";
import { createApiKey } from "./apiKeys";
import { createKeyUsage } from "./keyUsage";

let people: PeopleStore;
beforeAll(async () => {
  people = await openPeopleStore({ url: null, folder: "memory://" });
});
afterAll(() => people.close());

function counter(store: Pick<PeopleStore, "db"> = people) {
  const clock = { now: new Date("2026-03-31T23:59:59Z") };
  const errors: unknown[] = [];
  const usage = createKeyUsage({
    people: store as PeopleStore,
    log: { error: (error: unknown) => void errors.push(error) },
    now: () => clock.now,
  });
  return { usage, clock, errors };
}

test("requests are counted by key and day, and summed over processes", async () => {
  const [one, other] = [
    await createApiKey(people, { name: "one" }),
    await createApiKey(people, { name: "other" }),
  ];
  const [a, b] = [counter(), counter()];
  for (let i = 0; i < 3; i += 1) a.usage.count(one.id);
  b.usage.count(one.id);
  b.usage.count(other.id);
  a.clock.now = new Date("2026-04-01T00:00:00Z");
  a.usage.count(one.id);
  await b.usage.close();
  expect(await a.usage.byDay(one.id, "2026-01-01")).toEqual([
    { day: "2026-03-31", requests: 4 },
    { day: "2026-04-01", requests: 1 },
  ]);
  expect(await a.usage.byDay(one.id, "2026-04-01")).toEqual([{ day: "2026-04-01", requests: 1 }]);
  expect(await a.usage.byDay(other.id, "2026-01-01")).toEqual([{ day: "2026-03-31", requests: 1 }]);
  await a.usage.close();
});

test("requests are retained while the store rejects them, and a deleted key does not block the others", async () => {
  const [gone, stays] = [
    await createApiKey(people, { name: "gone" }),
    await createApiKey(people, { name: "stays" }),
  ];
  let isDown = true;
  const db = new Proxy(people.db, {
    get: (target, name) => {
      if (name === "transaction" && isDown) return () => Promise.reject(new Error("down"));
      const value: unknown = Reflect.get(target, name);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
  const { usage, errors } = counter({ db });
  usage.count(gone.id);
  usage.count(stays.id);
  expect(await usage.byDay(stays.id, "2026-01-01")).toEqual([]);
  expect(errors).toHaveLength(1);
  await people.db.delete(peopleTables.apiKeys).where(eq(peopleTables.apiKeys.id, gone.id));
  isDown = false;
  expect(await usage.byDay(stays.id, "2026-01-01")).toEqual([{ day: "2026-03-31", requests: 1 }]);
  expect(errors).toHaveLength(1);
  await usage.close();
});
