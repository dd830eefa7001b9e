/**
 * Every kind of policy term at every way by which data reaches a holder of a key: each endpoint, as JSON and as a file,
 * links for spreadsheets, version 3, the tools of agents, watches. The ways are read off the lists that the product is made
 * from: one that is added has no place in the tables below, and fails until it has been given one.
 */
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { Hono } from "hono";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createApiKey, createSpreadsheetLink, readerOfWatch } from "#accounts";
import {
  type AccessPolicy,
  allOf,
  evidenceSchema,
  type Filter,
  isEqual,
  type QueryInput,
  type Resource,
  resourceByName,
  spreadsheetAddress,
  version3Endpoints,
  type WatchCondition,
  type WatchConditionKind,
  type WatchSubject,
  watchKinds,
} from "#domain";
import { createMarket, type Market } from "#market";
import { openPeopleStore, type PeopleStore } from "#stores";
import { addLedgerRows } from "../../tests/support/ledgerRows";
import { type MarketWorld, openMarketWorld, worldCatalog } from "../../tests/support/marketWorld";
import { assignPolicies, firm, memberOf, type PolicyTerms } from "../../tests/support/policyHolders";
import { agentTools } from "./mcp/agentTools";
import { createMcpHandler, MCP_PATH } from "./mcp/createMcpHandler";
import { createRestApi } from "./rest/createRestApi";
import { type Endpoint, endpoints } from "./rest/endpoints";
import { evaluateWatch } from "./watches/evaluateWatch";

const VALUE = "bridged_token_value_dollar";
const PRICE = "price_dollar";
const LOANED = "cumulative_issued_amount_dollar";
/** The value of seven days ago, of whatever has one. */
const FORMER = 60117;
const POOL = 4_012_345_678;

let world: MarketWorld;
let market: Market;
let people: PeopleStore;
let api: Hono;
let agents: Hono;
let whole: Holder;
let rowsUsed = 0;
const counted: number[] = [];

const incident = evidenceSchema.parse({
  id: 100052,
  asset: "ousg",
  kind: "incident",
  state: "known",
  stated: "2026-02-01",
  incident_kind: "suspension",
  document: "Notice",
  publisher: "Ondo",
  source: worldCatalog.evidence[0]?.source,
});

beforeAll(async () => {
  world = await openMarketWorld({ ...worldCatalog, evidence: [...worldCatalog.evidence, incident] });
  await addLedgerRows(world.store);
  const [loan] = await world.store.rows<Record<string, unknown>>("SELECT * FROM loans FINAL");
  await world.store.insert("loans", [{ ...loan, id: POOL + 1, pool_id: POOL }]);
  const measured = [
    ["asset", 57],
    ["asset", 1001],
    ["token", 501],
    ["network", 1],
    ["platform", 100001],
    ["issuer", 100011],
    ["manager", 100021],
    ["asset_class", 27],
  ] as const;
  await world.entityMetrics(
    measured.flatMap(([type, id]) =>
      [VALUE, PRICE].map((metric) => ({ type, id, metric, val: 600, past: [FORMER] })),
    ),
  );
  await world.daily([
    { metric: VALUE, listing: 501, date: "2026-01-31", value: 1 },
    { metric: VALUE, listing: 501, date: "2026-02-03", value: 6 },
  ]);
  market = createMarket({ store: world.store, dataVersion: () => 1 });
  people = await openPeopleStore({ url: null, folder: "memory://" });
  api = createRestApi({
    market,
    people,
    workMsPerMinute: Number.MAX_SAFE_INTEGER,
    countRows: (_, rows) => void counted.push(rows),
    rowsThisMonth: () => rowsUsed,
  });
  agents = createMcpHandler({ rest: api, people });
  whole = await newHolder([]);
});
afterAll(async () => {
  for (const client of clients.values()) await (await client).close();
  await world.close();
  await people.close();
});

/** An organization under policies, and a key of it. */
interface Holder {
  organizationId: string;
  key: string;
}

async function newHolder(policies: readonly PolicyTerms[]): Promise<Holder> {
  const organizationId = await firm(people);
  await memberOf(people, organizationId);
  await assignPolicies(people, { organizationId }, policies);
  const { key } = await createApiKey(people, { name: "k", organizationId, requestsPerMinute: 1_000_000 });
  return { organizationId, key };
}

/** One holder for all that is asked under the same policies; one for each asking where requests are counted. */
const holders = new Map<string, Promise<Holder>>();
function holderOf(policies: readonly PolicyTerms[]): Promise<Holder> {
  if (policies.some(({ requestsPerMinute }) => requestsPerMinute !== undefined)) return newHolder(policies);
  const terms = JSON.stringify(policies);
  const holder = holders.get(terms) ?? newHolder(policies);
  holders.set(terms, holder);
  return holder;
}

/** What a holder is told. */
interface Told {
  isRefused: boolean;
  text: string;
  /** Rows, points of series, one for one thing; 0 where there is nothing to tell. */
  rows: number;
  /** What rows are told of, by name. */
  columns: readonly string[];
}

/** `figure`: of one entity. `items`: rows by their names alone. `fields`: what can be asked of a resource. */
type Tells = "rows" | "one" | "totals" | "namedTotals" | "series" | "figure" | "items" | "fields";

interface WayOut {
  name: string;
  tells: Tells;
  resource: Resource;
  action: "read" | "download";
  /** Whether it is a request of a key, which limits count. */
  isCounted: boolean;
  /** A field that it tells, or can be filtered by. */
  field: string;
  /** The metric that its figures are of; null where it has none. */
  metric: string | null;
  ask: (holder: Holder, filter: Filter | null) => Promise<Told>;
}

interface Row {
  points?: unknown[];
}
interface Body extends Row {
  results?: Row[];
  fields?: { name: string }[];
  metrics?: { slug: string }[];
}

function toldOf(body: Body, text: string): Told {
  const results: Row[] = body.results ?? [body];
  return {
    isRefused: false,
    text,
    rows: results.reduce((sum, { points }) => sum + (points?.length ?? 1), 0),
    columns: [
      ...results.flatMap((one) => Object.keys(one)),
      ...(body.fields ?? []).map(({ name }) => name),
      ...(body.metrics ?? []).map(({ slug }) => slug),
    ],
  };
}
const nothing = (text: string, isRefused: boolean): Told => ({ isRefused, text, rows: 0, columns: [] });

async function toldBy(response: Response): Promise<Told> {
  const text = await response.text();
  if (response.status !== 200) return nothing(text, response.status !== 404);
  const lines = text.split("\n").filter((line) => line !== "");
  const type = response.headers.get("content-type") ?? "";
  if (type.includes("csv")) {
    const columns = lines[0]?.replaceAll('"', "").split(",") ?? [];
    return { isRefused: false, text, rows: lines.length - 1, columns };
  }
  if (!type.includes("ndjson")) return toldOf(JSON.parse(text), text);
  return toldOf({ results: lines.map((line) => JSON.parse(line)) }, text);
}

function resourceNamed(name: string): Resource {
  const found = resourceByName(name);
  if (found === undefined) throw new Error(`No resource ${name}`);
  return found;
}

const get = async ({ key }: Holder, path: string) =>
  toldBy(await api.request(path, { headers: { authorization: `Bearer ${key}` } }));
const ofMetric = (metric: string, filter: Filter | null): QueryInput => ({
  filter: allOf(isEqual("measure_slug", metric), filter),
  aggregate: { groupBy: "date" },
});
const inAddress = (query: QueryInput) => `query=${encodeURIComponent(JSON.stringify(query))}`;

const tellsOf = ({ name, path, about }: Endpoint): Tells => {
  if (about !== undefined) return about.kind;
  if (path.endsWith("/{id}")) return "one";
  if (path.endsWith("/meta")) return "fields";
  if (name === "explain") return "figure";
  throw new Error(`Say what ${path} tells`);
};

const metricOf = (resource: Resource, tells: Tells): string | null => {
  if (tells === "series" && ["pools", "loans"].includes(resource.slug)) return LOANED;
  return resource.metricsOf === null ? null : VALUE;
};

/** A field that tells more than which row it is. */
const fieldOf = ({ fields, searchFields }: Resource): string =>
  searchFields[0] ?? fields.find(({ name }) => name !== "id" && name !== "slug")?.name ?? "";

/** The id of the first row of a resource. */
const firstIds = new Map<string, string>();
async function firstIdOf({ slug }: Resource): Promise<string> {
  const known = firstIds.get(slug);
  if (known !== undefined) return known;
  const { text } = await get(whole, `/api/v4/${slug}`);
  const id = String(JSON.parse(text).results[0].id);
  firstIds.set(slug, id);
  return id;
}

/** Links that a holder has: each is asked again with the same secret. */
const links = new Map<string, string>();
async function linkOf({ organizationId }: Holder, { path, scope = "" }: Endpoint, asked: QueryInput) {
  const query = JSON.stringify(asked);
  const name = [organizationId, path, query].join(" ");
  const known = links.get(name);
  if (known !== undefined) return known;
  // Of a member who has no others: how many somebody has is bounded.
  const userId = await memberOf(people, organizationId);
  const draft = { name: "Sheet", path, scope, query, expiresAt: null, organizationId, userId };
  const { secret } = await createSpreadsheetLink(people, draft);
  const address = spreadsheetAddress("", secret);
  links.set(name, address);
  return address;
}

/** A link opens what its endpoint makes of a file: one for each kind of answer, rather than for each endpoint. */
const isLinked = (endpoint: Endpoint): boolean =>
  endpoint ===
  endpoints.find(
    (one) => one.file !== undefined && one.permission !== null && tellsOf(one) === tellsOf(endpoint),
  );

/** An endpoint as JSON, as a file and by a link, where it has them. */
function endpointWays(endpoint: Endpoint): WayOut[] {
  const { path, page, file, permission } = endpoint;
  const tells = tellsOf(endpoint);
  const resource = resourceNamed(endpoint.resource ?? "assets");
  const metric = metricOf(resource, tells);
  const asked = (filter: Filter | null) =>
    tells === "series" ? ofMetric(metric ?? "", filter) : filter === null ? {} : { filter };
  const address = async (filter: Filter | null) => {
    if (tells === "figure") return `/api/v4${path}?metric=${VALUE}&entity_type=asset&entity_id=57`;
    if (tells === "one") return `/api/v4${path.replace("{id}", await firstIdOf(resource))}`;
    return `/api/v4${path}${page === undefined ? "" : `?${inAddress(asked(filter))}`}`;
  };
  const own = { tells, resource, metric, field: fieldOf(resource), isCounted: permission !== null };
  const json: WayOut = {
    ...own,
    name: path,
    action: "read",
    ask: async (holder, filter) => get(holder, await address(filter)),
  };
  if (file === undefined) return [json];
  const asFile: WayOut = {
    ...own,
    name: `${path}, a file`,
    action: "download",
    ask: async (holder, filter) => get(holder, `${await address(filter)}&format=ndjson`),
  };
  const link: WayOut = {
    ...own,
    name: `${path}, a link`,
    action: "download",
    ask: async (holder, filter) => toldBy(await api.request(await linkOf(holder, endpoint, asked(filter)))),
  };
  return isLinked(endpoint) ? [json, asFile, link] : [json, asFile];
}

const v3Way = ([path, { answeredBy }]: [string, { answeredBy: string }]): WayOut => {
  const endpoint = endpoints.find((one) => one.path === answeredBy);
  const resource = resourceNamed(endpoint?.resource ?? "");
  return {
    name: `version 3 ${path}`,
    tells: "series",
    resource,
    field: fieldOf(resource),
    metric: VALUE,
    action: "read",
    isCounted: true,
    ask: (holder, filter) => get(holder, `/api/v3${path}?${inAddress(ofMetric(VALUE, filter))}`),
  };
};

/** What an agent asks each tool, and what the tool tells. */
const askedOfTools: Readonly<Record<string, { tells: Tells; input: (filter: Filter | null) => object }>> = {
  search: { tells: "items", input: () => ({ words: "OUSG", resource: "assets" }) },
  list: { tells: "rows", input: (filter) => ({ resource: "assets", ...(filter !== null && { filter }) }) },
  get: { tells: "one", input: () => ({ resource: "assets", id: "57" }) },
  totals: {
    tells: "namedTotals",
    input: (filter) => ({ of: "assets/aggregates", fields: [VALUE], ...(filter !== null && { filter }) }),
  },
  series: {
    tells: "series",
    input: (filter) => ({ of: "assets/aggregates/timeseries", ...ofMetric(VALUE, filter) }),
  },
  explain: { tells: "figure", input: () => ({ metric: VALUE, entity_type: "asset", entity_id: "57" }) },
  meta: { tells: "fields", input: () => ({ resource: "assets" }) },
};

/** The agent of each key, connected once. */
const clients = new Map<string, Promise<Client>>();
function agentWith(key: string): Promise<Client> {
  const known = clients.get(key) ?? connectAgent(key);
  clients.set(key, known);
  return known;
}

async function connectAgent(key: string): Promise<Client> {
  const client = new Client({ name: "test", version: "1" });
  const transport = new StreamableHTTPClientTransport(new URL(`http://localhost${MCP_PATH}`), {
    requestInit: { headers: { authorization: `Bearer ${key}` } },
    fetch: async (url, init) => agents.request(url, init),
  });
  await client.connect(transport);
  return client;
}

function toolWay(name: string): WayOut {
  const asked = askedOfTools[name];
  if (asked === undefined) throw new Error(`Say what the tool ${name} is asked and what it tells`);
  const { tells, input } = asked;
  const resource = resourceNamed("assets");
  return {
    name: `tool ${name}`,
    tells,
    resource,
    field: fieldOf(resource),
    metric: VALUE,
    action: "read",
    isCounted: tells !== "fields",
    ask: async ({ key }, filter) => {
      const client = await agentWith(key);
      const answer = await client.callTool({ name, arguments: { ...input(filter) } });
      const [{ text }] = answer.content as [{ text: string }];
      if (answer.isError === true) return nothing(text, !text.startsWith("There is no "));
      const body = JSON.parse(text);
      return toldOf(name === "search" ? { results: body.assets ?? [] } : body, text);
    },
  };
}

interface WatchedThing {
  tells: "figure" | "items";
  resource: string;
  field: string;
  subject: WatchSubject;
  condition: WatchCondition;
}
const ousg: WatchSubject = { type: "asset", id: 57 };
const ofOusg = { tells: "figure", resource: "assets", field: "name", subject: ousg } as const;
const watched: Readonly<Record<WatchConditionKind, WatchedThing>> = {
  threshold: { ...ofOusg, condition: { kind: "threshold", metric: VALUE, direction: "above", value: 1 } },
  change: {
    ...ofOusg,
    condition: { kind: "change", metric: VALUE, days: 7, direction: "down", by: "percent", value: 1 },
  },
  staleness: { ...ofOusg, condition: { kind: "staleness", metric: VALUE, days: 3 } },
  depeg: {
    ...ofOusg,
    subject: { type: "asset", id: 1001 },
    condition: { kind: "depeg", percent: 1 },
  },
  attestation_overdue: { ...ofOusg, condition: { kind: "attestation_overdue" } },
  new_token: {
    tells: "items",
    resource: "tokens",
    field: "symbol",
    subject: ousg,
    condition: { kind: "new_token" },
  },
  new_asset: {
    tells: "items",
    resource: "assets",
    field: "name",
    subject: { type: "catalog", id: null },
    condition: { kind: "new_asset" },
  },
  event: {
    tells: "items",
    resource: "evidence",
    field: "asset_name",
    subject: { type: "catalog", id: null },
    condition: { kind: "event" },
  },
};

/** What is to be hidden of a watch whose figure is not `VALUE`. */
const figureOf: Partial<Record<WatchConditionKind, string>> = {
  attestation_overdue: "attestation_date",
  depeg: PRICE,
};

function watchWay(kind: WatchConditionKind): WayOut {
  const { tells, resource, field, subject, condition } = watched[kind];
  return {
    name: `watch ${kind}`,
    tells,
    field,
    resource: resourceNamed(resource),
    metric: tells === "items" ? null : (figureOf[kind] ?? VALUE),
    action: "read",
    isCounted: false,
    ask: async ({ organizationId }) => {
      const reader = await readerOfWatch(people, { userId: null, organizationId, madeBy: null });
      if (reader === null) throw new Error("Nobody reads");
      const found = await evaluateWatch(market, {
        watch: { subjectType: subject.type, subjectId: subject.id, condition },
        reader,
        today: new Date().toISOString().slice(0, 10),
      });
      if (found.problem !== "") return nothing(found.problem, true);
      const { look, items, facts } = found;
      // What tells policies apart is no part of what is told.
      const { basis: _, ...told } = facts;
      const isItems = tells === "items";
      const text = JSON.stringify(isItems ? items : { look, ...told });
      return { isRefused: false, text, rows: isItems ? items.length : 1, columns: [] };
    },
  };
}

const isOpenToAll = (endpoint: Endpoint) => endpoint.resource === null && endpoint.permission === null;
const waysOut: readonly WayOut[] = [
  ...endpoints.filter((endpoint) => !isOpenToAll(endpoint)).flatMap(endpointWays),
  ...Object.entries(version3Endpoints).map(v3Way),
  ...agentTools.map(({ name }) => toolWay(name)),
  ...watchKinds.map(({ kind }) => watchWay(kind)),
];

/** What a way tells a holder of a policy, beside what it tells who has none. */
interface EndpointRequest {
  way: WayOut;
  holder: Holder;
  open: Told;
}
type Expectation = (asked: EndpointRequest) => Promise<void>;

const askedOf = ({ way, holder }: EndpointRequest) => way.ask(holder, null);
const refused: Expectation = async (asked) => {
  const told = await askedOf(asked);
  expect(told).toMatchObject({ isRefused: true, rows: 0 });
};
const same: Expectation = async (asked) => {
  const told = await askedOf(asked);
  expect(told.isRefused).toBe(false);
  expect(told.text).toBe(asked.open.text);
};
/** Nothing, or words that there is no such thing. */
const none: Expectation = async (asked) => {
  expect(asked.open.rows).toBeGreaterThan(0);
  expect((await askedOf(asked)).rows).toBe(0);
};
/** As much as before, but for what is hidden. @returns what is told */
async function toldWithout(asked: EndpointRequest, hidden: string): Promise<Told> {
  const told = await askedOf(asked);
  expect(told.rows).toBe(asked.open.rows);
  expect(told.columns).not.toContain(hidden);
  return told;
}
const without =
  (hiddenIn: (way: WayOut) => string): Expectation =>
  async (asked) => {
    await toldWithout(asked, hiddenIn(asked.way));
  };
const hiddenMetric = ({ metric }: WayOut): string => metric ?? VALUE;
/** What cannot be seen in the answer cannot be asked for either. */
const unfilterable: Expectation = async ({ way, holder }) => {
  const filter = { operator: "equals", field: way.field, value: "x" } as const;
  expect(await way.ask(holder, filter)).toMatchObject({ isRefused: true, rows: 0 });
};

/** Whether rows are of a day, so that days of history leave older ones out. */
const isDated = ({ fields, defaultSort }: Resource) =>
  fields.some(({ name, type }) => name === defaultSort.field && (type === "date" || type === "datetime"));
const nothingOf = ({ fields }: Resource): string => {
  const value = fields.find(({ name }) => name === "id")?.type === "id" ? 4_000_000_000 : "no such id";
  return JSON.stringify(isEqual("id", value));
};

/** What assets are called that are explained or watched, and what is found of them. */
const entityNamed = /"(entity|subject)":\{[^}]*"name":"(Ondo|100%)/;
const itemNamed = /"name":"(Ondo|OUSG on )/;

interface Term {
  /** Which part of a policy it is. */
  of: Exclude<keyof AccessPolicy, "id" | "name" | "effect" | "role" | "through">;
  policies: (way: WayOut) => readonly PolicyTerms[];
  expected: Readonly<Record<Tells, Expectation>>;
}
const always = (expectation: Expectation): Term["expected"] => ({
  rows: expectation,
  one: expectation,
  totals: expectation,
  namedTotals: expectation,
  series: expectation,
  figure: expectation,
  items: expectation,
  // What there is to ask is no secret, but for what is hidden.
  fields: async (asked) => {
    expect(await askedOf(asked)).toMatchObject({ isRefused: false, rows: 1 });
  },
});
const byAction =
  (denied: WayOut["action"]): Expectation =>
  async (asked) =>
    (asked.way.action === denied ? refused : same)(asked);
/** What counts for requests alone. */
const counting =
  (expectation: Expectation): Expectation =>
  async (asked) =>
    (asked.way.isCounted ? expectation : same)(asked);

const terms: Readonly<Record<string, Term>> = {
  "a denied resource": {
    of: "resources",
    policies: ({ resource }) => [{}, { effect: "deny", resources: [resource.slug] }],
    expected: always(refused),
  },
  "denied reading": {
    of: "actions",
    policies: () => [{ effect: "deny", actions: ["read"] }],
    expected: always(byAction("read")),
  },
  "denied downloads": {
    of: "actions",
    policies: () => [{ effect: "deny", actions: ["download"] }],
    expected: always(byAction("download")),
  },
  "a row filter": {
    of: "rowFilter",
    policies: ({ resource }) => [{ resources: [resource.slug], rowFilter: nothingOf(resource) }],
    expected: always(none),
  },
  "a hidden field": {
    of: "hiddenFields",
    policies: ({ resource, field }) => [{ resources: [resource.slug], hiddenFields: [field] }],
    expected: {
      ...always(without(({ field }) => field)),
      fields: without(({ field }) => field),
      totals: unfilterable,
      namedTotals: unfilterable,
      series: unfilterable,
      figure: async (asked) => {
        const told = await askedOf(asked);
        expect(told.rows).toBe(1);
        expect(asked.open.text).toMatch(entityNamed);
        expect(told.text).not.toMatch(entityNamed);
      },
      items: async (asked) => {
        const told = await askedOf(asked);
        expect(told.rows).toBe(asked.open.rows);
        expect(asked.open.text).toMatch(itemNamed);
        expect(told.text).not.toMatch(itemNamed);
      },
    },
  },
  "a hidden metric": {
    of: "hiddenFields",
    policies: (way) => [{ hiddenFields: [hiddenMetric(way)] }],
    expected: {
      ...always(async (asked) => {
        const hidden = hiddenMetric(asked.way);
        const { text } = await toldWithout(asked, hidden);
        // Nor where it is nested.
        expect(text).not.toContain(`"${hidden}":`);
      }),
      fields: without(hiddenMetric),
      // What is named and hidden is told to be unknown.
      namedTotals: none,
      series: none,
      figure: none,
    },
  },
  "days of history": {
    of: "historyDays",
    policies: () => [{ historyDays: 1 }],
    expected: {
      ...always(async (asked) => {
        if (isDated(asked.way.resource)) return none(asked);
        const told = await askedOf(asked);
        expect(told.rows).toBe(asked.open.rows);
        expect(told.text).not.toContain(String(FORMER));
        // The day of a figure that is explained.
        expect(told.text).not.toContain('"token_id":501');
      }),
      series: none,
    },
  },
  "requests per minute": {
    of: "requestsPerMinute",
    policies: () => [{ requestsPerMinute: 1 }],
    expected: always(
      counting(async (asked) => {
        expect((await askedOf(asked)).isRefused).toBe(false);
        const second = await askedOf(asked);
        expect(second.isRefused).toBe(true);
        expect(second.text).toContain("Too many requests: the limit is 1 per minute");
      }),
    ),
  },
  "rows per month": {
    of: "rowsPerMonth",
    policies: () => [{ rowsPerMonth: 10 }],
    expected: always(
      counting(async (asked) => {
        rowsUsed = 9;
        counted.length = 0;
        const { rows } = await askedOf(asked);
        expect(rows).toBe(asked.open.rows);
        expect(counted).toHaveLength(rows === 0 ? 0 : 1);
        rowsUsed = 10;
        const over = await askedOf(asked);
        rowsUsed = 0;
        expect(over.isRefused).toBe(true);
        expect(over.text).toContain("10 rows this month");
      }),
    ),
  },
};

it("speaks of every part of a policy", () => {
  const parts: Readonly<Record<Term["of"], true>> = {
    resources: true,
    actions: true,
    rowFilter: true,
    hiddenFields: true,
    historyDays: true,
    requestsPerMinute: true,
    rowsPerMonth: true,
  };
  expect(new Set(Object.values(terms).map(({ of }) => of))).toEqual(new Set(Object.keys(parts)));
});

describe.each(waysOut)("$name", (way) => {
  let open: Told;
  beforeAll(async () => {
    open = await way.ask(whole, null);
    expect(open).toMatchObject({ isRefused: false });
  });
  it.each(Object.entries(terms))("holds %s", async (_, { policies, expected }) => {
    await expected[way.tells]({ way, holder: await holderOf(policies(way)), open });
  });
});
