/**
 * Transactions page by page over HTTP, from a ClickHouse server and from the embedded engine: the same bytes, each
 * row once, and only rows that a key may read.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { serve } from "@hono/node-server";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createApiKey } from "#accounts/apiKeys";
import { createLimits } from "#accounts/limits";
import { createRestApi } from "#api";
import type { ListResponse } from "#domain/api";
import type { QueryInput } from "#domain/query";
import { createMarket } from "#market";
import { type MarketStore, openMarketStore, openPeopleStore, type PeopleStore } from "#stores";
import { startClickHouseServer } from "../support/clickhouseServer";
import { freePort } from "../support/freePort";
import { hangLimits } from "../support/hangLimits";
import { type MarketWorld, openMarketWorld } from "../support/marketWorld";
import { assignPolicies, firm } from "../support/policyHolders";
import { transactionRows } from "../support/transactionRows";

const ROWS = 240;

let folder: string;
let server: Awaited<ReturnType<typeof startClickHouseServer>>;
let world: MarketWorld;
let embedded: MarketStore;
let people: PeopleStore;
const keys = { whole: "", mints: "", timeless: "" };
const addresses: string[] = [];
const closing: (() => unknown)[] = [];

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "key-paging-"));
  const market = path.join(folder, "market");
  server = await startClickHouseServer(market);
  world = await openMarketWorld(undefined, server.url);
  await world.store.insert(
    "transactions",
    transactionRows(ROWS, (index) => ({
      timestamp: `2026-02-02 12:${String(index % 20).padStart(2, "0")}:00`,
      kind: index % 3 === 0 ? "mint" : "transfer",
      amount_dollar: index % 11 === 0 ? null : 0.1 * (index % 17),
    })),
  );
  embedded = await openMarketStore({ url: null, folder: market, times: hangLimits.statement });
  people = await openPeopleStore({ url: null, folder: "memory://" });
  const organizationId = await firm(people);
  const rowFilter = JSON.stringify({ operator: "equals", field: "kind", value: "mint" });
  await assignPolicies(people, { organizationId }, [{ resources: ["transactions"], rowFilter }]);
  const requestsPerMinute = 1e9;
  keys.whole = (await createApiKey(people, { name: "whole", requestsPerMinute })).key;
  keys.mints = (await createApiKey(people, { name: "mints", organizationId, requestsPerMinute })).key;
  const timeless = await firm(people);
  await assignPolicies(people, { organizationId: timeless }, [
    { resources: ["transactions"], hiddenFields: ["timestamp"] },
  ]);
  keys.timeless = (
    await createApiKey(people, { name: "timeless", organizationId: timeless, requestsPerMinute })
  ).key;
  for (const store of [world.store, embedded]) {
    const { fetch } = createRestApi({
      market: createMarket({ store, dataVersion: () => 1 }),
      people,
      limits: createLimits(people, { work: Number.MAX_SAFE_INTEGER }),
    });
    const port = await freePort();
    const listening = serve({ fetch, port, hostname: "127.0.0.1" });
    closing.push(() => new Promise((resolve) => listening.close(resolve)));
    addresses.push(`http://127.0.0.1:${port}/api/v4/transactions`);
  }
});
afterAll(async () => {
  for (const close of closing) await close();
  await embedded?.close();
  await world?.close();
  await server?.close();
  await people?.close();
  await rm(folder, { recursive: true, force: true });
});

interface RequestOptions {
  key?: string;
  method?: string;
  headers?: Record<string, string>;
}

const ask = (
  address: string,
  query: QueryInput,
  { key = keys.whole, method = "GET", headers = {} }: RequestOptions = {},
) =>
  fetch(`${address}?query=${encodeURIComponent(JSON.stringify(query))}`, {
    method,
    headers: { authorization: `Bearer ${key}`, ...headers },
  });

/** All pages, identical from both. */
async function pages(query: QueryInput, key?: string): Promise<ListResponse[]> {
  const read: ListResponse[] = [];
  for (let after: string | null | undefined = "start"; typeof after === "string"; ) {
    const page = { ...query, pagination: { perPage: 37, after } };
    const [one, other] = await Promise.all(
      addresses.map(async (address) => (await ask(address, page, { key })).text()),
    );
    expect(one).toBe(other);
    const answer = JSON.parse(one ?? "") as ListResponse;
    read.push(answer);
    after = answer.pagination.next;
  }
  return read;
}

test.each(["timestamp", "amount_dollar", "kind", "id"])(
  "sorted by %s, every row comes once, from a server as from the embedded engine",
  async (field) => {
    const sort = { field, direction: "desc" } as const;
    const read = await pages({ sort });
    const byNumber = await ask(addresses[0] ?? "", { sort, pagination: { perPage: 1000 } });
    const { results } = (await byNumber.json()) as ListResponse;
    expect(results).toHaveLength(ROWS);
    expect(read.flatMap((page) => page.results)).toEqual(results);
    expect(read).toHaveLength(Math.ceil(ROWS / 37));
    expect(read[1]?.pagination).toMatchObject({ page: null, perPage: 37, pageCount: 7, resultCount: ROWS });
  },
);

test("a key with filtered rows reads only these, also by another key's cursor", async () => {
  const read = await pages({}, keys.mints);
  expect(read.flatMap(({ results }) => results.map(({ kind }) => kind))).toEqual(
    Array(ROWS / 3).fill("mint"),
  );
  expect(read[0]?.pagination.resultCount).toBe(ROWS / 3);
  const whole = await pages({});
  const after = String(whole[0]?.pagination.next);
  const answer = await ask(addresses[0] ?? "", { pagination: { after, perPage: 100 } }, { key: keys.mints });
  const { results } = (await answer.json()) as ListResponse;
  expect(results.length).toBeGreaterThan(0);
  expect(new Set(results.map(({ kind }) => kind))).toEqual(new Set(["mint"]));
});

test("a key without access to the time gets no cursors, which would contain it", async () => {
  const [address = ""] = addresses;
  const key = keys.timeless;
  const page = (await (await ask(address, {}, { key })).json()) as ListResponse;
  expect(page.results).toHaveLength(25);
  expect(Object.keys(page.pagination)).toEqual(["page", "perPage", "pageCount", "resultCount"]);
  const refused = await ask(address, { pagination: { after: "start" } }, { key });
  expect(refused.status).toBe(400);
  expect(await refused.json()).toMatchObject({
    message: "pagination.after: Transactions cannot be paged by cursor; use page",
  });
});

test("a page has a version, a HEAD response has none", async () => {
  const [address = ""] = addresses;
  const query = { pagination: { before: "end", perPage: 5 } };
  const page = await ask(address, query);
  const head = await ask(address, query, { method: "HEAD" });
  expect([page.status, head.status]).toEqual([200, 200]);
  expect(await head.text()).toBe("");
  const etag = page.headers.get("etag") ?? "";
  expect(head.headers.get("etag")).toBe(etag);
  expect((await ask(address, query, { headers: { "if-none-match": etag } })).status).toBe(304);
});

test("a broken cursor is a bad request that names it", async () => {
  const answer = await ask(addresses[0] ?? "", { pagination: { before: "WyJ0" } });
  expect(answer.status).toBe(400);
  const message = 'must be "previous" from a response, or "end"';
  expect(await answer.json()).toEqual({
    message: `pagination.before: ${message}`,
    errors: [{ path: "pagination.before", message }],
  });
});

test("a file with a cursor contains that page, one without contains every row", async () => {
  const [address = ""] = addresses;
  const csv = async (query: QueryInput) => {
    const answer = await ask(address, query, { headers: { accept: "text/csv" } });
    return (await answer.text()).trim().split("\n").length - 1;
  };
  expect(await csv({ fields: ["id"], pagination: { after: "start", perPage: 7 } })).toBe(7);
  expect(await csv({ fields: ["id"] })).toBe(ROWS);
});
