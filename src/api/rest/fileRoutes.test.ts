import { afterAll, beforeAll, expect, it } from "vitest";
import { createApiKey } from "#accounts";
import { openPeopleStore, type PeopleStore } from "#stores";
import { type MarketWorld, openMarketWorld } from "../../../tests/support/marketWorld";
import { transactionRows } from "../../../tests/support/transactionRows";
import { createRestApi } from "./createRestApi";

let world: MarketWorld;
let people: PeopleStore;
beforeAll(async () => {
  world = await openMarketWorld();
  // Enough that a file of them is sent in several pieces.
  await world.store.insert("transactions", transactionRows(10_000));
  people = await openPeopleStore({ url: null, folder: "memory://" });
});
afterAll(async () => {
  await world.close();
  await people.close();
});

it("leaves files for keys alone, however many readers of pages take their time from however many networks", async () => {
  const api = createRestApi({
    market: world.market,
    people,
    workMsPerMinute: Number.MAX_SAFE_INTEGER,
    networkAddress: (request) => request.headers.get("x-test-address") ?? "",
  });
  const gone = new AbortController();
  const slow = Array.from({ length: 12 }, (_, index) =>
    api.request("/export/transactions.csv", {
      headers: { "x-test-address": `198.51.100.${index}` },
      signal: gone.signal,
    }),
  );
  // As many as are sent at once: nobody reads them.
  for (const response of await Promise.all(slow.slice(0, 6))) expect(response.status).toBe(200);
  const { key } = await createApiKey(people, { name: "paying" });
  const file = await api.request("/api/v4/transactions?format=csv", {
    headers: { authorization: `Bearer ${key}` },
  });
  expect(file.status).toBe(200);
  expect((await file.text()).split("\n").length).toBeGreaterThan(10_000);
  gone.abort();
  await Promise.allSettled(slow);
}, 30_000);
