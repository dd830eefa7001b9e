/** Files of the data API by signed links: created once, downloaded in parts, while their key may read them. */
import { createHash } from "node:crypto";
import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { serve } from "@hono/node-server";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { createApiKey, revokeApiKey } from "#accounts/apiKeys";
import { setFeatureOverride } from "#accounts/features";
import { createLimits } from "#accounts/limits";
import { policiesOf } from "#accounts/policies";
import { createRestApi, isDownloadOpen } from "#api";
import type { ErrorBody } from "#domain/api";
import { type DownloadLimits, type DownloadStore, openDownloadStore } from "#market";
import { openPeopleStore, type PeopleStore, peopleTables } from "#stores";
import { type ResponseChecks, responseChecks } from "../support/describedResponses";
import { freePort } from "../support/freePort";
import { type MarketWorld, openMarketWorld } from "../support/marketWorld";
import { assignPolicies, firm, type PolicyTerms } from "../support/policyHolders";
import { transactionRows } from "../support/transactionRows";

type Api = ReturnType<typeof createRestApi>;
interface Ready {
  status: "ready";
  url: string;
  format: string;
  rows: number;
  bytes: number;
  sha256: string;
  expires_at: string;
}

/** More than one batch of CSV. */
const TRANSACTIONS = 21_000;
const value = "bridged_token_value_dollar";
const measured = { operator: "equals", field: "measure_slug", value };

let world: MarketWorld;
let people: PeopleStore;
let folder: string;
let whole: string;
let api: Api;
let checks: ResponseChecks;
const counted: number[] = [];
const opened: DownloadStore[] = [];

/** An API that stores files in its own folder. */
async function keeping(
  limits: Partial<DownloadLimits> = {},
  { at = path.join(folder, `kept-${opened.length}`), waitMs = 600_000 } = {},
): Promise<{ api: Api; store: DownloadStore; at: string }> {
  const kept = await openDownloadStore({
    folder: at,
    limits: { freeBytes: 0, ...limits },
    isToKeep: (download) => isDownloadOpen(people, download),
  });
  opened.push(kept);
  const desk = { store: kept, secret: "secret", baseUrl: "https://data.example", waitMs, checkMs: 0 };
  const rest = createRestApi({
    market: world.market,
    people,
    downloads: desk,
    limits: createLimits(people, { work: Number.MAX_SAFE_INTEGER }),
    countRows: (_, rows) => void counted.push(rows),
    rowsThisMonth: () => counted.reduce((sum, rows) => sum + rows, 0),
  });
  return { api: rest, store: kept, at };
}

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "download-links-"));
  world = await openMarketWorld();
  await world.entityMetrics([
    { type: "asset", id: 57, metric: value, val: 600 },
    { type: "asset", id: 2331, metric: value, val: 300 },
    { type: "token", id: 501, metric: value, val: 600 },
    { type: "token", id: 503, metric: value, val: 300 },
  ]);
  await world.daily([
    { metric: value, listing: 501, date: "2020-01-31", value: 1 },
    { metric: value, listing: 501, date: "2026-02-03", value: 6 },
    { metric: value, listing: 503, date: "2026-02-03", value: 100 },
  ]);
  await world.store.insert(
    "transactions",
    transactionRows(TRANSACTIONS, (index) => ({
      kind: index % 3 === 0 ? "mint" : "transfer",
      transaction_hash: `0x${createHash("sha256").update(String(index)).digest("hex")}`,
    })),
  );
  people = await openPeopleStore({ url: null, folder: "memory://" });
  whole = (await createApiKey(people, { name: "whole", requestsPerMinute: 1_000_000 })).key;
  ({ api } = await keeping({ filesPerOwner: 1_000 }));
  checks = responseChecks(await (await api.request("/api/v4/openapi.json")).json());
});
afterAll(async () => {
  for (const one of opened) await one.close();
  await world.close();
  await people.close();
  await rm(folder, { recursive: true, force: true });
});

/** A key of an organization whose role is made of these policies. */
async function keyWith(...policies: PolicyTerms[]) {
  const organizationId = await firm(people);
  const roleId = await assignPolicies(people, { organizationId }, policies);
  const { id, key } = await createApiKey(people, { name: "k", organizationId, requestsPerMinute: 10_000 });
  return { id, key, roleId, organizationId };
}
const addressOf = (endpoint: string, format: string, query: object = {}) =>
  `/api/v4${endpoint}?format=${format}&query=${encodeURIComponent(JSON.stringify(query))}`;
/** The same of one column: a file of all columns has hundreds, which take seconds on a busy machine. */
const smallOf = (endpoint: string, format: string) => addressOf(endpoint, format, { fields: ["id"] });
const ask = async (address: string, { key = whole, on = api, method = "GET" } = {}) =>
  on.request(address, { method, headers: { authorization: `Bearer ${key}` } });
const askLink = (address: string, options: { key?: string; on?: Api; method?: string } = {}) =>
  ask(`${address}&delivery=link`, options);
/** The link for a file. */
async function linked(address: string, options: { key?: string; on?: Api } = {}): Promise<Ready> {
  const response = await askLink(address, options);
  expect(response.status, await response.clone().text()).toBe(201);
  return (await response.json()) as Ready;
}
const follow = async (url: string, headers: Record<string, string> = {}, { on = api, method = "GET" } = {}) =>
  on.request(url.replace("https://data.example", ""), { headers, method });
const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer());
const messageOf = async (response: Response) => ((await response.json()) as ErrorBody).message;
const sha256 = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");

describe("a link", () => {
  test.each([
    // More than one batch, so few columns: all of them would be thirty, in eight files.
    ["/transactions", { fields: ["id", "timestamp", "kind", "transaction_hash"] }],
    ["/assets", { fields: ["name", value] }],
    ["/tokens/aggregates", { aggregate: { groupBy: "network" } }],
    ["/tokens/aggregates/timeseries", { filter: measured, aggregate: { groupBy: "network" } }],
    ["/asset_timeseries", { filter: measured }],
  ])("to %s returns the same bytes as the direct request, in every format", async (endpoint, query) => {
    for (const format of ["csv", "ndjson", "parquet", "xlsx"]) {
      const address = addressOf(endpoint, format, query);
      const linkResponse = await askLink(address);
      expect(await checks.problemsOf(endpoint, linkResponse.clone())).toEqual([]);
      const link = (await linkResponse.json()) as Ready;
      expect(linkResponse.headers.get("location")).toBe(link.url);
      const file = await follow(link.url);
      const bytes = await bytesOf(file);
      expect(file.status).toBe(200);
      expect(link).toMatchObject({ status: "ready", format, bytes: bytes.length, sha256: sha256(bytes) });
      expect(Object.fromEntries(file.headers)).toMatchObject({
        "accept-ranges": "bytes",
        "cache-control": "private, no-store, no-transform",
        "content-length": String(bytes.length),
        "referrer-policy": "no-referrer",
        etag: `"${link.sha256}"`,
      });
      // A spreadsheet contains its creation time.
      const direct = await bytesOf(await ask(address));
      if (format === "xlsx") expect(Math.abs(direct.length - bytes.length)).toBeLessThan(64);
      else expect(bytes.equals(direct)).toBe(true);
    }
  });

  test("reports the number of rows, and stays the same while the data does", async () => {
    const address = addressOf("/transactions", "csv");
    const link = await linked(address);
    expect(link.rows).toBe(TRANSACTIONS);
    expect(await linked(address)).toEqual(link);
    expect((await askLink(address, { method: "HEAD" })).status).toBe(201);
    // A HEAD request creates nothing.
    const other = addressOf("/transactions", "csv", { fields: ["kind"] });
    expect((await askLink(other, { method: "HEAD" })).status).toBe(202);
    expect((await askLink(other, { method: "HEAD" })).status).toBe(202);
  });

  test("stays the same after midnight, unless days of history are counted from the day", async () => {
    const { key } = await keyWith({ hiddenFields: ["slug"] });
    const { key: recent } = await keyWith({ historyDays: 10 });
    const address = smallOf("/networks", "csv");
    const [link, ofDay] = [await linked(address, { key }), await linked(address, { key: recent })];
    try {
      vi.useFakeTimers({ now: new Date().setUTCHours(24, 0, 0, 0), toFake: ["Date"] });
      expect(await linked(address, { key })).toEqual(link);
      expect((await linked(address, { key: recent })).url).not.toBe(ofDay.url);
      expect((await follow(link.url)).status).toBe(200);
      expect((await follow(ofDay.url)).status).toBe(200);
    } finally {
      vi.useRealTimers();
    }
  });

  test("is created once for all waiting requests, and also if none waits", async () => {
    const one = await keeping({}, { waitMs: 0 });
    const key = await keyWith({});
    counted.length = 0;
    const address = addressOf("/transactions", "ndjson");
    const early = await askLink(address, { on: one.api, key: key.key });
    expect(early.status).toBe(202);
    expect(early.headers.get("retry-after")).toBe("2");
    expect(await checks.problemsOf("/transactions", early)).toEqual([]);
    await expect.poll(async () => (await askLink(address, { on: one.api, key: key.key })).status).toBe(201);
    expect(counted).toEqual([TRANSACTIONS]);
  });

  test("is rejected for paths without files, unknown deliveries, and invalid queries", async () => {
    const refused = async (address: string) => {
      const response = await ask(address);
      expect(await checks.problemsOf("/assets", response.clone())).toEqual([]);
      return [response.status, await messageOf(response)];
    };
    expect(await refused("/api/v4/assets?delivery=link")).toEqual([
      400,
      expect.stringContaining("file format"),
    ]);
    expect(await refused("/api/v4/assets?format=csv&delivery=post")).toEqual([
      400,
      "delivery: must be stream or link",
    ]);
    expect(await refused("/api/v4/assets?format=csv&delivery=link&query=nonsense")).toEqual([
      400,
      expect.any(String),
    ]);
    const filter = { operator: "equals", field: "nonsense", value: 1 };
    expect(await refused(`${addressOf("/assets", "csv", { filter })}&delivery=link`)).toEqual([
      400,
      expect.stringContaining("nonsense"),
    ]);
  });
});

describe("a download", () => {
  test("resumes after a broken connection, with the same bytes", async () => {
    const port = await freePort();
    const server = serve({ fetch: api.fetch, port, hostname: "127.0.0.1" });
    const link = await linked(addressOf("/transactions", "csv"));
    const url = link.url.replace("https://data.example", `http://127.0.0.1:${port}`);
    const broken = (await fetch(url)).body?.getReader();
    const parts: Uint8Array[] = [];
    for (let read = 0; read < 100_000; ) {
      const { value: part } = (await broken?.read()) ?? {};
      if (part === undefined) throw new Error("The file is too small for this test.");
      parts.push(part);
      read += part.length;
    }
    await broken?.cancel();
    const from = Buffer.concat(parts).length;
    expect(from).toBeLessThan(link.bytes);
    const headers = { range: `bytes=${from}-`, "if-range": `"${link.sha256}"` };
    const rest = await fetch(url, { headers });
    expect(rest.status).toBe(206);
    expect(rest.headers.get("content-range")).toBe(`bytes ${from}-${link.bytes - 1}/${link.bytes}`);
    expect(sha256(Buffer.concat([...parts, await bytesOf(rest)]))).toBe(link.sha256);
    // A range of another version returns the full file.
    const other = await fetch(url, { headers: { ...headers, "if-range": '"of another file"' } });
    expect([other.status, other.headers.get("content-length")]).toEqual([200, String(link.bytes)]);
    await other.body?.cancel();
    const beyond = await fetch(url, { headers: { range: `bytes=${link.bytes}-` } });
    expect([beyond.status, beyond.headers.get("content-range")]).toEqual([416, `bytes */${link.bytes}`]);
    await new Promise((resolve) => server.close(resolve));
  });

  test("can be read in parts by pages of other sites", async () => {
    const origin = "https://elsewhere.example";
    const address = smallOf("/networks", "csv");
    const linkResponse = await api.request(`${address}&delivery=link`, {
      headers: { authorization: `Bearer ${whole}`, origin },
    });
    const exposed = (response: Response) =>
      (response.headers.get("access-control-expose-headers") ?? "").toLowerCase().split(",");
    expect(exposed(linkResponse)).toContain("location");
    expect(linkResponse.status, await linkResponse.clone().text()).toBe(201);
    const { url } = (await linkResponse.json()) as Ready;
    const preflight = await api.request(url.replace("https://data.example", ""), {
      method: "OPTIONS",
      headers: {
        origin,
        "access-control-request-method": "GET",
        "access-control-request-headers": "if-range,range",
      },
    });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get("access-control-allow-headers")).toMatch(/if-range, ?range/);
    const part = await follow(url, { origin, range: "bytes=1-2" });
    const refused = await follow(`${url}x`, { origin });
    expect([part.status, refused.status]).toEqual([206, 401]);
    for (const response of [preflight, part, refused]) {
      expect(response.headers.get("access-control-allow-origin")).toBe("*");
      expect(response.headers.get("access-control-allow-credentials")).toBeNull();
    }
    expect(exposed(part)).toEqual(
      expect.arrayContaining(["content-range", "etag", "repr-digest", "content-length", "retry-after"]),
    );
    // Files for pages of this site are not available to others.
    expect(
      (await follow('/export/assets.csv?query={"fields":["id"]}', { origin })).headers.has(
        "access-control-allow-origin",
      ),
    ).toBe(false);
  });

  test("counts its rows when the file is created, and is not rejected for them", async () => {
    const { key } = await keyWith({ rowsPerMonth: 4 });
    counted.length = 0;
    const link = await linked(smallOf("/assets", "csv"), { key });
    expect(counted).toEqual([4]);
    expect((await follow(link.url)).status).toBe(200);
    expect((await follow(link.url, { range: "bytes=5-9" })).status).toBe(206);
    expect(counted).toEqual([4]);
    expect((await ask("/api/v4/assets", { key })).status).toBe(429);
  });

  test("is not created once the rows that remained at the request are used up", async () => {
    const { key, organizationId } = await keyWith({ rowsPerMonth: 4 });
    const { key: other } = await createApiKey(people, { name: "o", organizationId, requestsPerMinute: 100 });
    counted.length = 0;
    const both = [key, other].map((one) => askLink(smallOf("/assets", "csv"), { key: one }));
    expect((await Promise.all(both)).map(({ status }) => status).sort()).toEqual([201, 429]);
    expect(counted).toEqual([4]);
  });

  test("counts its rows before it is written", async () => {
    const one = await keeping({ fileBytes: 50_000 });
    counted.length = 0;
    expect((await askLink(addressOf("/transactions", "csv"), { on: one.api })).status).toBe(422);
    const { key } = await keyWith({});
    expect((await askLink(addressOf("/transactions", "csv"), { on: one.api, key })).status).toBe(422);
    expect(counted).toEqual([TRANSACTIONS]);
  });

  test("counts as a request of its key", async () => {
    const { key } = await keyWith({ requestsPerMinute: 2 });
    const link = await linked(smallOf("/networks", "csv"), { key });
    expect((await follow(link.url)).headers.get("x-ratelimit-remaining")).toBe("0");
    expect((await follow(link.url)).status).toBe(429);
  });
});

describe("a link is rejected", () => {
  const invalid = /^This link is not valid/;
  const refusal = async (url: string, on = api) => {
    const response = await follow(url, {}, { on });
    expect(await checks.errorProblemsOf(response.clone())).toEqual([]);
    return [response.status, await messageOf(response)];
  };

  test("with an altered signature, another expiry, another file's token, or none", async () => {
    const mine = await linked(smallOf("/networks", "csv"));
    const other = await linked(smallOf("/networks", "csv"), { key: (await keyWith({})).key });
    const [address = "", token = ""] = mine.url.split("?token=");
    const [, otherToken = ""] = other.url.split("?token=");
    expect(address).not.toBe(other.url.split("?")[0]);
    const [ends = "", signature = ""] = token.split(".");
    const altered = signature.startsWith("A") ? `B${signature.slice(1)}` : `A${signature.slice(1)}`;
    for (const bad of [
      `${ends}.${altered}`,
      `${Number(ends) + 60}.${signature}`,
      otherToken,
      `${ends}.${signature}x`,
      ends,
      "",
    ]) {
      expect(await refusal(`${address}?token=${bad}`), bad).toEqual([401, expect.stringMatching(invalid)]);
    }
    expect((await follow(mine.url)).status).toBe(200);
    expect(await refusal(`${address.replace(/\.csv$/, ".parquet")}?token=${token}`)).toEqual([
      404,
      expect.stringContaining("no longer available"),
    ]);
    expect((await follow("/export/download/nonsense")).status).toBe(404);
  });

  test("once it has expired, and its file is removed", async () => {
    const short = await keeping({ keptMs: 1 });
    const link = await linked(smallOf("/networks", "csv"), { on: short.api });
    expect(await refusal(link.url, short.api)).toEqual([401, expect.stringMatching(invalid)]);
    await short.store.sweep();
    expect(await readdir(short.at)).toEqual([]);
  });

  test("once its key is revoked", async () => {
    const { id, key } = await createApiKey(people, { name: "ends", requestsPerMinute: 100 });
    const one = await keeping();
    const link = await linked(smallOf("/networks", "csv"), { key, on: one.api });
    expect((await follow(link.url, {}, { on: one.api })).status).toBe(200);
    await revokeApiKey(people, id);
    expect(await refusal(link.url, one.api)).toEqual([401, expect.stringMatching(invalid)]);
    expect(await readdir(one.at)).toEqual([]);
  });

  test("once a policy of its key has changed, and the hourly job removes its unused file", async () => {
    const one = await keeping();
    const followed = await keyWith({ hiddenFields: ["name"] });
    const left = await keyWith({});
    const link = await linked(smallOf("/networks", "csv"), { key: followed.key, on: one.api });
    await linked(smallOf("/networks", "csv"), { key: left.key, on: one.api });
    const kept = await linked(smallOf("/networks", "csv"), { on: one.api });
    for (const { id, roleId, organizationId } of [followed, left]) {
      await people.db
        .delete(peopleTables.apiAccessOrgRoles)
        .where(eq(peopleTables.apiAccessOrgRoles.roleId, roleId));
      await expect.poll(() => policiesOf(people, { id, organizationId, userId: null })).toEqual([]);
    }
    expect(await refusal(link.url, one.api)).toEqual([403, expect.stringContaining("have changed")]);
    expect((await refusal(link.url, one.api))[0]).toBe(404);
    expect((await readdir(one.at)).length).toBe(4);
    await one.store.sweep();
    expect((await readdir(one.at)).length).toBe(2);
    expect((await follow(kept.url, {}, { on: one.api })).status).toBe(200);
  });

  test("for a read-only key, and in formats that its plan does not include", async () => {
    const reads = await createApiKey(people, { name: "r", actions: ["read"], requestsPerMinute: 100 });
    expect((await askLink(smallOf("/networks", "csv"), { key: reads.key })).status).toBe(403);
    const [free] = await people.db
      .insert(peopleTables.organizations)
      .values({ name: "Free", scope: "personal", planType: "FREE" })
      .returning();
    const organizationId = free?.id ?? "";
    const { key } = await createApiKey(people, { name: "f", organizationId, requestsPerMinute: 100 });
    await setFeatureOverride(people, {
      kind: "organization",
      subject: organizationId,
      flag: "enable-api-keys",
      value: true,
      actor: "t",
    });
    expect((await askLink(smallOf("/networks", "csv"), { key })).status).toBe(201);
    for (const format of ["parquet", "xlsx", "ndjson"]) {
      expect((await askLink(smallOf("/networks", format), { key })).status, format).toBe(403);
    }
  });
});

test("revoking a role during a download aborts the rest of it", async () => {
  const { id, key, roleId, organizationId } = await keyWith({});
  const link = await linked(addressOf("/transactions", "csv"), { key });
  const reader = (await follow(link.url)).body?.getReader();
  const { value: first } = (await reader?.read()) ?? {};
  expect(first?.length).toBeGreaterThan(0);
  await people.db
    .delete(peopleTables.apiAccessOrgRoles)
    .where(eq(peopleTables.apiAccessOrgRoles.roleId, roleId));
  await expect.poll(() => policiesOf(people, { id, organizationId, userId: null })).toEqual([]);
  let sent = first?.length ?? 0;
  const rest = async () => {
    for (;;) {
      const { done, value: part } = (await reader?.read()) ?? { done: true };
      if (done) return "whole";
      sent += part?.length ?? 0;
    }
  };
  await expect(rest()).rejects.toThrow("have changed");
  expect(sent).toBeLessThan(1_000_000);
  expect(link.bytes).toBeGreaterThan(5_000_000);
  expect((await follow(link.url, { range: `bytes=${sent}-` })).status).toBe(404);
});

describe("a file omits data that its key may not read", () => {
  test("rows excluded by a policy", async () => {
    const rowFilter = JSON.stringify({ operator: "equals", field: "kind", value: "mint" });
    const { key } = await keyWith({ resources: ["transactions"], rowFilter });
    const link = await linked(addressOf("/transactions", "csv", { fields: ["kind"] }), { key });
    expect(link.rows).toBe(TRANSACTIONS / 3);
    const lines = new Set((await (await follow(link.url)).text()).trim().split("\n"));
    expect(lines).toEqual(new Set(['"kind","is_sample"', '"mint",false']));
  });

  test("fields and metrics hidden by a policy", async () => {
    const { key } = await keyWith({ hiddenFields: ["name", value] });
    for (const format of ["csv", "ndjson"]) {
      const text = await (await follow((await linked(addressOf("/assets", format), { key })).url)).text();
      expect(text.split("\n")[0]).toContain("slug");
      expect(text).not.toContain("Ondo Short-Term");
      expect(text).not.toContain(value);
    }
    const series = addressOf("/asset_timeseries", "csv", { filter: measured });
    expect((await askLink(series)).status).toBe(201);
    expect((await askLink(series, { key })).status).toBe(400);
  });

  test("days before the history of a policy", async () => {
    const query = { filter: measured, aggregate: { groupBy: "token" } };
    const address = addressOf("/tokens/aggregates/timeseries", "csv", query);
    const all = await (await follow((await linked(address)).url)).text();
    expect(all).toContain("2020-01-31");
    const { key } = await keyWith({ historyDays: 2_000 });
    const some = await (await follow((await linked(address, { key })).url)).text();
    expect(some).toContain("2026-02-03");
    expect(some).not.toMatch(/^\d+,2020-/m);
  });

  test("resources, and downloads, denied by a policy", async () => {
    const denied = await keyWith({ effect: "deny", resources: ["networks"] });
    expect((await askLink(smallOf("/networks", "csv"), { key: denied.key })).status).toBe(403);
    const reading = await keyWith({ effect: "deny", actions: ["download"] });
    expect((await askLink(smallOf("/networks", "csv"), { key: reading.key })).status).toBe(403);
  });
});

describe("stored files have limits", () => {
  test("per key", async () => {
    const one = await keeping({ filesPerOwner: 2 });
    const link = (fields: string[], key = whole) =>
      askLink(addressOf("/networks", "csv", { fields }), { on: one.api, key });
    expect((await link(["name"])).status).toBe(201);
    expect((await link(["slug"])).status).toBe(201);
    const third = await link(["name", "slug"]);
    expect([third.status, await messageOf(third)]).toEqual([
      429,
      expect.stringContaining("limit of 2 download links"),
    ]);
    expect(Number(third.headers.get("retry-after"))).toBeGreaterThan(3_600);
    expect((await link(["name"])).status).toBe(201);
    expect((await link(["name", "slug"], (await keyWith({})).key)).status).toBe(201);
  });

  test("per organization, whatever the number of its keys; files of revoked keys free their share", async () => {
    const one = await keeping({ filesPerOwner: 2 });
    const organizationId = await firm(people);
    const made = async () => createApiKey(people, { name: "k", organizationId, requestsPerMinute: 100 });
    const [first, second] = [await made(), await made()];
    const link = async (key: string, field: string) =>
      (await askLink(addressOf("/networks", "csv", { fields: [field] }), { on: one.api, key })).status;
    expect(await link(first.key, "name")).toBe(201);
    expect(await link(first.key, "slug")).toBe(201);
    expect(await link(second.key, "name")).toBe(429);
    await revokeApiKey(people, first.id);
    expect(await link(second.key, "name")).toBe(201);
    expect(await readdir(one.at)).toHaveLength(2);
  });

  test.each([
    ["of one file", { fileBytes: 50_000 }, 422, "larger than"],
    ["of one organization", { totalBytes: 200_000 }, 422, "the limit for your download links"],
    ["of the disk that is left", { freeBytes: Number.MAX_SAFE_INTEGER }, 503, "not have enough disk space"],
  ])("bytes %s; a rejected file leaves nothing", async (_, limits, status, words) => {
    const one = await keeping(limits);
    for (const format of ["csv", "ndjson"]) {
      const response = await askLink(addressOf("/transactions", format), { on: one.api });
      expect([response.status, await messageOf(response.clone())]).toEqual([
        status,
        expect.stringContaining(words),
      ]);
      expect(await checks.problemsOf("/transactions", response)).toEqual([]);
    }
    expect(await readdir(one.at)).toEqual([]);
  });

  test("time", async () => {
    const one = await keeping({ makeMs: 0 });
    const response = await askLink(addressOf("/transactions", "csv"), { on: one.api });
    expect(response.status).toBe(504);
    expect(await readdir(one.at)).toEqual([]);
  });
});

test("a start keeps complete files, and removes those of a killed process", async () => {
  const first = await keeping();
  const link = await linked(smallOf("/networks", "csv"), { on: first.api });
  const cut = await linked(smallOf("/assets", "csv"), { on: first.api });
  const lone = await linked(smallOf("/tokens", "csv"), { on: first.api });
  await first.store.close();
  const idOf = ({ url }: Ready) => /download\/([0-9a-f-]{36})/.exec(url)?.[1] ?? "";
  await writeFile(path.join(first.at, `${idOf(cut)}.csv`), "half");
  await rm(path.join(first.at, `${idOf(lone)}.json`));
  await writeFile(path.join(first.at, "5e0e3b1c-0000-4000-8000-000000000000.part"), "half");
  await writeFile(path.join(first.at, "5e0e3b1c-0000-4000-8000-000000000000.json"), '{"id": 1');
  const second = await keeping({}, { at: first.at });
  expect((await readdir(first.at)).sort()).toEqual([`${idOf(link)}.csv`, `${idOf(link)}.json`]);
  expect((await follow(link.url, {}, { on: second.api })).status).toBe(200);
  for (const gone of [cut, lone]) expect((await follow(gone.url, {}, { on: second.api })).status).toBe(404);
  // An incomplete file is removed when the process ends.
  const making = askLink(addressOf("/transactions", "parquet"), { on: second.api });
  await second.store.close();
  await (await making).text();
  expect((await readdir(first.at)).filter((name) => name.endsWith(".part"))).toEqual([]);
});
