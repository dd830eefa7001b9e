import { afterAll, beforeAll, expect, it } from "vitest";
import { createApiKey } from "#accounts";
import { openPeopleStore, type PeopleStore } from "#stores";
import { type MarketWorld, openMarketWorld } from "../../../tests/support/marketWorld";
import { createRestApi } from "./createRestApi";

let world: MarketWorld;
let people: PeopleStore;
beforeAll(async () => {
  world = await openMarketWorld();
  // Enough that a file of them is sent in several pieces.
  await world.store.insert(
    "transactions",
    Array.from({ length: 10_000 }, (_, index) => ({
      id: `ethereum:0x${index}:1`,
      timestamp: "2026-02-02 12:30:00",
      kind: "transfer",
      network_id: 1,
      network_slug: "ethereum",
      network_name: "Ethereum",
      asset_id: 57,
      asset_slug: "ousg",
      asset_name: "Ondo Short-Term US Treasuries",
      token_id: 501,
      symbol: "OUSG",
      amount_token: "12.5",
      amount_dollar: index,
      to_address: "0x00000000000000000000000000000000000000aa",
      transaction_hash: `0x${index}`,
      block_number: index,
      version: 1,
    })),
  );
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
