import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  createApiKey,
  createSpreadsheetLink,
  revokeApiKey,
  rotateApiKey,
  verifyApiKey,
} from "#accounts/apiKeys";
import { createLimits } from "#accounts/limits";
import { MAX_LIVE_SPREADSHEET_LINKS, spreadsheetAddress } from "#domain/people";
import { createMarket } from "#market";
import { openPeopleStore, type PeopleStore, peopleTables } from "#stores";
import { type MarketWorld, openMarketWorld } from "../../../tests/support/marketWorld";
import { assignPolicies, firm, memberOf, type PolicyTerms } from "../../../tests/support/policyHolders";
import { createRestApi } from "./createRestApi";

const value = "bridged_token_value_dollar";
const { apiKeys, organizations, users } = peopleTables;
let world: MarketWorld;
let people: PeopleStore;
let api: ReturnType<typeof createRestApi>;
let rowsUsed = 0;
const counted: number[] = [];
const logged: unknown[] = [];

beforeAll(async () => {
  world = await openMarketWorld();
  people = await openPeopleStore({ url: null, folder: "memory://" });
  await world.entityMetrics([
    { type: "asset", id: 57, metric: value, val: 600 },
    { type: "asset", id: 2331, metric: value, val: 300 },
  ]);
  await world.daily([
    { metric: value, listing: 501, date: "2026-01-31", value: 1 },
    { metric: value, listing: 501, date: "2026-02-03", value: 6 },
    { metric: value, listing: 503, date: "2026-02-03", value: 100 },
  ]);
  api = createRestApi({
    market: createMarket({ store: world.store, dataVersion: () => 1 }),
    people,
    log: {
      error: (...all: unknown[]) => void logged.push(all),
      warn: (...all: unknown[]) => void logged.push(all),
    },
    limits: createLimits(people, { work: Number.MAX_SAFE_INTEGER }),
    countRows: (_, rows) => void counted.push(rows),
    rowsThisMonth: () => rowsUsed,
  });
});
afterAll(async () => {
  await world.close();
  await people.close();
});
beforeEach(() => {
  rowsUsed = 0;
});

async function newMember(): Promise<{ userId: string; organizationId: string }> {
  const organizationId = await firm(people);
  return { organizationId, userId: await memberOf(people, organizationId) };
}

const assets = { path: "/assets", scope: "assets", query: { fields: ["slug", "ticker", value] } };
const series = {
  path: "/assets/aggregates/timeseries",
  scope: "assets/aggregates/timeseries",
  query: { filter: { operator: "equals", field: "measure_slug", value } },
};
async function linkTo(
  { path, scope, query }: { path: string; scope: string; query: object },
  more: { expiresAt?: Date; terms?: PolicyTerms } = {},
) {
  const who = await newMember();
  if (more.terms !== undefined) await assignPolicies(people, who, [more.terms]);
  const link = await createSpreadsheetLink(people, {
    name: "Sheet",
    path,
    scope,
    query: JSON.stringify(query),
    expiresAt: more.expiresAt ?? null,
    ...who,
  });
  return { ...who, ...link };
}
const follow = async (secret: string, more = "", init: RequestInit = {}) =>
  api.request(`${spreadsheetAddress("", secret)}${more}`, init);
const slugs = (csv: string) =>
  csv
    .trim()
    .split("\n")
    .slice(1)
    .map((line) => line.split(",")[0]?.replaceAll('"', ""));

describe("a spreadsheet link", () => {
  test("returns its stored query as CSV without a header, and is not cacheable", async () => {
    const { secret } = await linkTo(assets);
    const response = await follow(secret);
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "content-type": "text/csv; charset=utf-8",
      "cache-control": "private, no-store",
      "referrer-policy": "no-referrer",
      "x-robots-tag": "noindex",
      "x-ratelimit-limit": expect.any(String),
    });
    const csv = await response.text();
    expect(csv).toMatch(/^"slug","ticker","bridged_token_value_dollar","is_sample"\n/);
    expect(slugs(csv).sort()).toEqual(["buidl", "gold-bar", "ousg", "usdx"]);
    // Spreadsheets would evaluate it as a formula.
    expect(csv).toContain(`"'=GOLD"`);
    expect(counted.at(-1)).toBe(4);
  });

  test("returns series and totals too", async () => {
    const { secret } = await linkTo(series);
    expect(await (await follow(secret)).text()).toContain("2026-02-03");
    const totals = await linkTo({
      path: "/tokens/aggregates",
      scope: "tokens/aggregates",
      query: { aggregate: { groupBy: "network" } },
    });
    expect((await follow(totals.secret)).status).toBe(200);
  });

  test("responds to HEAD with the same headers, and counts nothing", async () => {
    const { secret } = await linkTo(assets);
    const before = counted.length;
    const response = await follow(secret, "", { method: "HEAD" });
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toBe("text/csv; charset=utf-8");
    expect(await response.text()).toBe("");
    expect(counted).toHaveLength(before);
    expect((await follow(secret, "", { method: "POST" })).status).toBe(405);
  });

  test("rejects another query, another format and any other parameter", async () => {
    const { secret } = await linkTo(assets);
    expect((await follow(secret, "&format=csv")).status).toBe(200);
    for (const more of ["&format=json", "&query=%7B%7D", "&page=2", "&token2=x"]) {
      const response = await follow(secret, more);
      expect(response.status, more).toBe(400);
      expect(await response.json()).toMatchObject({
        message: expect.any(String),
        errors: [expect.anything()],
      });
    }
  });

  test("rejects a wrong, truncated, revoked or expired secret with the same message", async () => {
    const revoked = await linkTo(assets);
    await follow(revoked.secret);
    await revokeApiKey(people, revoked.id);
    const expired = await linkTo(assets, { expiresAt: new Date(Date.now() - 1) });
    const { secret } = await linkTo(assets);
    const wrong = [
      revoked.secret,
      expired.secret,
      secret.slice(0, -1),
      `${secret.slice(0, -1)}${secret.endsWith("A") ? "B" : "A"}`,
      "",
      "lnk_",
    ];
    for (const one of wrong) {
      const response = await follow(one);
      expect(response.status, one).toBe(401);
      expect(await response.json()).toEqual({
        message: "This link is not valid: it is incomplete, was revoked or has expired.",
      });
    }
    expect((await api.request("/export/link.csv")).status).toBe(401);
  });

  test("reports that its creator or organization is suspended, as their keys do", async () => {
    const suspended = (owner: string) => ({
      message: `This key or link does not work: the ${owner} is suspended. Contact the site administrator.`,
    });
    const one = await linkTo(assets);
    const two = await linkTo(assets);
    const keys = await Promise.all(
      [one, two].map(({ userId, organizationId }) =>
        createApiKey(people, { name: "Own", userId, organizationId }),
      ),
    );
    await people.db.update(users).set({ suspendedAt: new Date() }).where(eq(users.id, one.userId));
    await people.db
      .update(organizations)
      .set({ suspendedAt: new Date() })
      .where(eq(organizations.id, two.organizationId));
    const owners = ["user who created it", "organization that it belongs to"];
    for (const [at, { secret }] of [one, two].entries()) {
      const authorization = `Bearer ${keys[at]?.key}`;
      for (const answer of [
        await follow(secret),
        await api.request("/api/v4/assets", { headers: { authorization } }),
      ]) {
        expect([answer.status, await answer.json()]).toEqual([403, suspended(owners[at] ?? "")]);
      }
    }
    await revokeApiKey(people, keys[1]?.id ?? 0);
    const authorization = `Bearer ${keys[1]?.key}`;
    expect((await api.request("/api/v4/assets", { headers: { authorization } })).status).toBe(401);
  });

  test("can be rotated by the operator, and not by its organization", async () => {
    const { id, secret, organizationId } = await linkTo(assets);
    await expect(rotateApiKey(people, id, { graceHours: 0, organizationId })).rejects.toThrow(
      `There is no API key ${id}.`,
    );
    const { key } = await rotateApiKey(people, id, { graceHours: 0 });
    expect(key).toMatch(/^lnk_/);
    expect((await follow(key)).status).toBe(200);
    expect((await follow(secret)).status).toBe(401);
  });

  test("is not accepted as a key, and a key is not accepted as a link", async () => {
    const { secret } = await linkTo(assets);
    expect(await verifyApiKey(people, secret)).toBeNull();
    const asKey = await api.request("/api/v4/assets", { headers: { authorization: `Bearer ${secret}` } });
    expect(asKey.status).toBe(401);
    expect((await follow(`cad_${secret.slice(4)}`)).status).toBe(401);
  });

  test("is stored as a hash, and its secret is not logged", async () => {
    const { secret, id } = await linkTo({ ...assets, path: "/assets", query: { fields: ["no_such_field"] } });
    expect((await follow(secret)).status).toBe(400);
    const rows = await people.db.select().from(apiKeys);
    expect(rows.some((row) => row.id === id)).toBe(true);
    expect(JSON.stringify(rows)).not.toContain(secret.slice(10));
    expect(JSON.stringify(logged)).not.toContain(secret.slice(10));
  });
});

test("applies the limits of its creator's policies", async () => {
  const limited = await linkTo(assets, { terms: { requestsPerMinute: 2 } });
  const statuses = [];
  for (let i = 0; i < 3; i += 1) statuses.push((await follow(limited.secret)).status);
  expect(statuses).toEqual([200, 200, 429]);
});

test("is limited in number per member", async () => {
  const who = await newMember();
  const draft = { name: "Sheet", path: "/assets", scope: "assets", query: "{}", expiresAt: null, ...who };
  const links = [];
  for (let i = 0; i < MAX_LIVE_SPREADSHEET_LINKS; i += 1)
    links.push(await createSpreadsheetLink(people, draft));
  await expect(createSpreadsheetLink(people, draft)).rejects.toThrow("You have 20 spreadsheet links");
  await revokeApiKey(people, links[0]?.id ?? 0);
  expect((await createSpreadsheetLink(people, draft)).prefix).toMatch(/^lnk_/);
});
