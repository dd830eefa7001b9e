import { afterAll, beforeAll, expect, it } from "vitest";
import { createLimits } from "#accounts/limits";
import { deleteRecord, dependantsOf } from "#accounts/records";
import type { ListResponse } from "#domain/api";
import { InvalidError } from "#domain/errors";
import { resources } from "#domain/resources";
import { createMarket } from "#market";
import { openPeopleStore, type PeopleStore, peopleTables } from "#stores";
import { addLedgerRows } from "../../../tests/support/ledgerRows";
import { type MarketWorld, openMarketWorld } from "../../../tests/support/marketWorld";
import { firm } from "../../../tests/support/policyHolders";
import { createRestApi } from "../rest/createRestApi";
import { beyondAssetFilter, makePartnerKey, partnerKeySchema } from "./partnerKey";

const VALUE = "bridged_token_value_dollar";
let world: MarketWorld;
let people: PeopleStore;
let api: ReturnType<typeof createRestApi>;

beforeAll(async () => {
  world = await openMarketWorld();
  await addLedgerRows(world.store);
  await world.daily([
    { metric: VALUE, listing: 501, date: "2026-01-31", value: 1 },
    { metric: VALUE, listing: 501, date: "2026-02-03", value: 6 },
    { metric: VALUE, listing: 503, date: "2026-02-03", value: 100 },
  ]);
  people = await openPeopleStore({ url: null, folder: "memory://" });
  api = createRestApi({
    market: createMarket({ store: world.store, dataVersion: () => 1 }),
    people,
    limits: createLimits(people, { work: Number.MAX_SAFE_INTEGER }),
  });
});
afterAll(async () => {
  await world.close();
  await people.close();
});

const make = (draft: object) => makePartnerKey(people, partnerKeySchema.parse(draft), "test");
const ask = (key: string, path: string) =>
  api.request(`/api/v4${path}`, { headers: { authorization: `Bearer ${key}` } });
const slugs = async (response: Response) =>
  ((await response.json()) as ListResponse).results.map((row) => (row as { slug?: string }).slug);
const ousg = JSON.stringify({ operator: "equals", field: "slug", value: "ousg" });
const count = async (table: keyof typeof peopleTables) =>
  (await people.db.select().from(peopleTables[table] as never)).length;
const counts = async () => ({
  keys: await count("apiKeys"),
  roles: await count("apiAccessRoles"),
  policies: await count("apiAccessPolicies"),
  assignments: await count("apiAccessPolicyAssignments"),
  keyRoles: await count("apiAccessKeyRoles"),
});

it("limits the key's resources, assets, history and rates, and excludes all other resources", async () => {
  const names = ["assets", "tokens", "networks"];
  const { key } = await make({
    name: "Acme",
    resources: names,
    rowFilter: ousg,
    historyDays: 5,
    requestsPerMinute: 50,
  });
  const assets = await ask(key, "/assets");
  expect(assets.headers.get("ratelimit-limit") ?? assets.headers.get("x-ratelimit-limit")).toContain("50");
  expect(await slugs(assets)).toEqual(["ousg"]);
  const tokens = (await (await ask(key, "/tokens")).json()) as { results: { asset_id: number }[] };
  expect(new Set(tokens.results.map(({ asset_id }) => asset_id))).toEqual(new Set([57]));
  const filter = { operator: "equals", field: "measure_slug", value: VALUE };
  const query = encodeURIComponent(JSON.stringify({ filter, aggregate: { groupBy: "date" } }));
  const pointsOf = async (secret: string) => {
    const answer = await ask(secret, `/assets/aggregates/timeseries?query=${query}`);
    const { results } = (await answer.json()) as { results: { points: unknown[] }[] };
    return results.flatMap(({ points }) => points).length;
  };
  expect(await pointsOf(key)).toBe(0);
  expect(await pointsOf((await make({ name: "All days", resources: ["assets"] })).key)).toBeGreaterThan(0);
  const answers: Record<string, number> = {};
  for (const { slug } of resources) answers[slug] = (await ask(key, `/${slug}`)).status;
  const closed = resources.map(({ slug }) => slug).filter((slug) => !names.includes(slug));
  expect(Object.fromEntries(closed.map((slug) => [slug, answers[slug]]))).toEqual(
    Object.fromEntries(closed.map((slug) => [slug, 403])),
  );
});

it("creates nothing if any part is rejected", async () => {
  await make({ name: "Once", resources: ["assets"] });
  const before = await counts();
  for (const [draft, path] of [
    [{ name: "Once", resources: ["assets"] }, "name"],
    [
      { name: "Unfit", resources: ["assets"], rowFilter: '{"operator":"equals","field":"nope","value":1}' },
      "rowFilter",
    ],
    [{ name: "All", resources: ["assets"], rowFilter: '{"operator":"or","filters":[]}' }, "rowFilter"],
    [
      {
        name: "Nested",
        resources: ["assets", "tokens"],
        rowFilter: `{"operator":"and","filters":[${ousg},{"operator":"or","filters":[]}]}`,
      },
      "rowFilter",
    ],
    [{ name: "Wide", resources: ["assets", "companies"], rowFilter: ousg }, "resources"],
    [{ name: "Late", resources: ["assets"], expires: "2020-01-01" }, "expires"],
  ] as const) {
    const error: unknown = await make(draft).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(InvalidError);
    expect([draft.name, (error as InvalidError).problems.map((problem) => problem.path)]).toEqual([
      draft.name,
      [path],
    ]);
  }
  expect(await counts()).toEqual(before);
});

it("rejects the key in every version of the API once its role is deleted", async () => {
  const { key, roleId } = await make({ name: "Ended", resources: ["assets"], rowFilter: ousg });
  expect(await slugs(await ask(key, "/assets"))).toEqual(["ousg"]);
  const name = "api_access_roles";
  const depending = await dependantsOf(people.db, name, roleId);
  const dependants = depending.reduce((sum, one) => sum + one.count, 0);
  expect(dependants).toBe(2);
  await deleteRecord(people, { name, id: roleId, dependants, actor: "test" });
  const headers = { authorization: `Bearer ${key}` };
  await expect.poll(async () => (await ask(key, "/assets")).status).toBe(403);
  for (const path of [
    "/api/v4/assets",
    "/api/v4/assets/57",
    "/api/v4/assets?format=csv",
    "/api/v3/assets/aggregates/timeseries",
  ]) {
    const answer = await api.request(path, { headers });
    expect([path, answer.status]).toEqual([path, 403]);
    expect(await answer.text()).toContain("This API key has no access policy");
  }
});

it("rejects an organization whose plan excludes the API, and can open resources that its plan excludes", async () => {
  const organizationId = await firm(people);
  const draft = { resources: ["loans"], organizationId };
  await people.db.update(peopleTables.organizations).set({ planType: "FREE" });
  await expect(make({ name: "Poor", ...draft })).rejects.toThrow("does not include the API");
  await people.db.update(peopleTables.organizations).set({ planType: "PREMIUM_ALL_ACCESS" });
  const { key } = await make({ name: "Rich", ...draft });
  expect((await ask(key, "/loans")).status).toBe(200);
  expect((await ask(key, "/assets")).status).toBe(403);
});

it("lists the resources that a filter on assets does not limit", () => {
  expect([...beyondAssetFilter].sort()).toEqual(
    [
      "addresses",
      "citations",
      "cited_documents",
      "companies",
      "company_roles",
      "evidence",
      "evidence_coverage",
      "investments",
      "loans",
      "news",
      "pools",
      "transactions",
    ].sort(),
  );
});
