import type { Hono } from "hono";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createApiKey } from "#accounts/apiKeys";
import { createLimits } from "#accounts/limits";
import { createMarket } from "#market";
import { openPeopleStore, type PeopleStore } from "#stores";
import { type MarketWorld, openMarketWorld } from "../../../tests/support/marketWorld";
import { createRestApi } from "./createRestApi";

let world: MarketWorld;
let people: PeopleStore;
let api: Hono;
beforeAll(async () => {
  world = await openMarketWorld();
  people = await openPeopleStore({ url: null, folder: "memory://" });
  api = createRestApi({
    market: createMarket({ store: world.store, dataVersion: () => "1" }),
    people,
    limits: createLimits(people, { open: 3 }),
    networkAddress: (request) => request.headers.get("x-test-address") ?? "203.0.113.1",
  });
});
afterAll(async () => {
  await world.close();
  await people.close();
});

it.each(["assets/meta", "status", "openapi.json"])(
  "%s needs no key and is rate limited per network, across addresses of the network",
  async (path) => {
    const from = `198.51.100.${path.length}`;
    const ask = (number: number, address = from) =>
      api.request(`/api/v4/${path}?x=${number}`, { headers: { "x-test-address": address } });
    for (const number of [1, 2, 3]) expect((await ask(number)).status).toBe(200);
    const refused = await ask(4);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    expect((await ask(5, `${from}0`)).status).toBe(200);
  },
);

it.each(["tokens/meta", "status"])(
  "%s is counted per key if a valid one is sent, otherwise per network",
  async (path) => {
    const { key } = await createApiKey(people, { name: "test" });
    const address = `203.0.113.${path.length}`;
    const ask = (headers: Record<string, string>) =>
      api.request(`/api/v4/${path}`, { headers: { "x-test-address": address, ...headers } });
    const authorization = `Bearer ${key}`;
    for (let count = 0; count < 4; count += 1) await ask({});
    expect((await ask({})).status).toBe(429);
    expect((await ask({ authorization: "Bearer cad_unknown" })).status).toBe(429);
    for (let count = 0; count < 3; count += 1) expect((await ask({ authorization })).status).toBe(200);
    expect((await ask({ authorization })).status).toBe(429);
  },
);
