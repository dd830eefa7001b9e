/**
 * Every kind of policy term on every route by which data reaches the holder of a key: each endpoint, as JSON and as a file,
 * spreadsheet links, version 3, agent tools and watches. The routes are derived from the product's own lists:
 * a new one fails until it has an entry in the tables below.
 */
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { Hono } from "hono";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createApiKey, createSpreadsheetLink } from "#accounts/apiKeys";
import { createLimits } from "#accounts/limits";
import { readerOfWatch } from "#accounts/watches";
import { version3Endpoints } from "#domain/api";
import { evidenceSchema } from "#domain/catalog";
import { type AccessPolicy, spreadsheetAddress } from "#domain/people";
import { allOf, type Filter, isEqual, type QueryInput } from "#domain/query";
import { type Resource, resourceByName } from "#domain/resources";
import { type WatchCondition, type WatchConditionKind, type WatchSubject, watchKinds } from "#domain/watches";
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
/** The value of seven days ago, for all figures that have one. */
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
  const [result] = await world.store.rows<Record<string, unknown>>("SELECT * FROM checks FINAL");
  await world.store.insert("checks", [{ ...result, statement: "OUSG on Ethereum: wrong.", version: 2 }]);
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
    limits: createLimits(people, { work: Number.MAX_SAFE_INTEGER }),
    countRows: (_, rows) => void counted.push(rows),
    rowsThisMonth: () => rowsUsed,
  });
  agents = createMcpHandler({ rest: api, people, limits: createLimits(people) });
  whole = await newHolder([]);
});
afterAll(async () => {
  for (const client of clients.values()) await (await client).close();
  await world.close();
  await people.close();
});

/** An organization with policies, and a key of it. */
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

/** One shared holder for each set of policies; a new one per check if the policies limit requests. */
const holders = new Map<string, Promise<Holder>>();
function holderOf(policies: readonly PolicyTerms[]): Promise<Holder> {
  if (policies.some(({ requestsPerMinute }) => requestsPerMinute !== undefined)) return newHolder(policies);
  const terms = JSON.stringify(policies);
  const holder = holders.get(terms) ?? newHolder(policies);
  holders.set(terms, holder);
  return holder;
}

/** What a holder receives. */
interface Result {
  isRefused: boolean;
  text: string;
  /** Number of rows or points of series, 1 for a single result; 0 for no data. */
  rows: number;
  /** Names of the properties of rows. */
  columns: readonly string[];
}

/** `figure`: of one entity. `items`: rows with names only. `fields`: metadata of a resource. */
type ResultKind = "rows" | "one" | "totals" | "namedTotals" | "series" | "figure" | "items" | "fields";

interface DataRoute {
  name: string;
  resultKind: ResultKind;
  resource: Resource;
  action: "read" | "download";
  /** Whether the request counts against the limits of a key. */
  isCounted: boolean;
  /** A field that the result contains, or that can be filtered by. */
  field: string;
  /** The metric of its figures, or null. */
  metric: string | null;
  request: (holder: Holder, filter: Filter | null) => Promise<Result>;
}

interface Row {
  points?: unknown[];
}
interface Body extends Row {
  results?: Row[];
  fields?: { name: string }[];
  metrics?: { slug: string }[];
}

function parseResult(body: Body, text: string): Result {
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
const emptyResult = (text: string, isRefused: boolean): Result => ({ isRefused, text, rows: 0, columns: [] });

async function readResult(response: Response): Promise<Result> {
  const text = await response.text();
  if (response.status !== 200) return emptyResult(text, response.status !== 404);
  const lines = text.split("\n").filter((line) => line !== "");
  const type = response.headers.get("content-type") ?? "";
  if (type.includes("csv")) {
    const columns = lines[0]?.replaceAll('"', "").split(",") ?? [];
    return { isRefused: false, text, rows: lines.length - 1, columns };
  }
  if (!type.includes("ndjson")) return parseResult(JSON.parse(text), text);
  return parseResult({ results: lines.map((line) => JSON.parse(line)) }, text);
}

function resourceNamed(name: string): Resource {
  const found = resourceByName(name);
  if (found === undefined) throw new Error(`No resource ${name}`);
  return found;
}

const get = async ({ key }: Holder, path: string) =>
  readResult(await api.request(path, { headers: { authorization: `Bearer ${key}` } }));
const ofMetric = (metric: string, filter: Filter | null): QueryInput => ({
  filter: allOf(isEqual("measure_slug", metric), filter),
  aggregate: { groupBy: "date" },
});
const inAddress = (query: QueryInput) => `query=${encodeURIComponent(JSON.stringify(query))}`;

const resultKindOf = ({ name, path, about }: Endpoint): ResultKind => {
  if (about !== undefined) return about.kind;
  if (path.endsWith("/{id}")) return "one";
  if (path.endsWith("/meta")) return "fields";
  if (name === "explain") return "figure";
  throw new Error(`Add the result kind of ${path}`);
};

const metricOf = (resource: Resource, resultKind: ResultKind): string | null => {
  if (resultKind === "series" && ["pools", "loans"].includes(resource.slug)) return LOANED;
  return resource.metricsOf === null ? null : VALUE;
};

/** A field that identifies more than the row. */
const fieldOf = ({ fields, searchFields }: Resource): string =>
  searchFields[0] ?? fields.find(({ name }) => name !== "id" && name !== "slug")?.name ?? "";

/** Id of the first row of a resource. */
const firstIds = new Map<string, string>();
async function firstIdOf({ slug }: Resource): Promise<string> {
  const known = firstIds.get(slug);
  if (known !== undefined) return known;
  const { text } = await get(whole, `/api/v4/${slug}`);
  const id = String(JSON.parse(text).results[0].id);
  firstIds.set(slug, id);
  return id;
}

/** Spreadsheet links of holders, each requested again with the same secret. */
const links = new Map<string, string>();
async function linkOf({ organizationId }: Holder, { path, scope = "" }: Endpoint, input: QueryInput) {
  const query = JSON.stringify(input);
  const name = [organizationId, path, query].join(" ");
  const known = links.get(name);
  if (known !== undefined) return known;
  // Of a new member, since the number of links per member is limited.
  const userId = await memberOf(people, organizationId);
  const draft = { name: "Sheet", path, scope, query, expiresAt: null, organizationId, userId };
  const { secret } = await createSpreadsheetLink(people, draft);
  const address = spreadsheetAddress("", secret);
  links.set(name, address);
  return address;
}

/** Links serve the file of their endpoint, so one endpoint per kind of result is sufficient. */
const isLinked = (endpoint: Endpoint): boolean =>
  endpoint ===
  endpoints.find(
    (one) =>
      one.file !== undefined && one.permission !== null && resultKindOf(one) === resultKindOf(endpoint),
  );

/** An endpoint as JSON, and as a file and by a link if it has them. */
function endpointRoutes(endpoint: Endpoint): DataRoute[] {
  const { path, page, file, permission } = endpoint;
  const resultKind = resultKindOf(endpoint);
  const resource = resourceNamed(endpoint.resource ?? "assets");
  const metric = metricOf(resource, resultKind);
  const queryOf = (filter: Filter | null) =>
    resultKind === "series" ? ofMetric(metric ?? "", filter) : filter === null ? {} : { filter };
  const address = async (filter: Filter | null) => {
    if (resultKind === "figure") return `/api/v4${path}?metric=${VALUE}&entity_type=asset&entity_id=57`;
    if (resultKind === "one") return `/api/v4${path.replace("{id}", await firstIdOf(resource))}`;
    return `/api/v4${path}${page === undefined ? "" : `?${inAddress(queryOf(filter))}`}`;
  };
  const own = { resultKind, resource, metric, field: fieldOf(resource), isCounted: permission !== null };
  const json: DataRoute = {
    ...own,
    name: path,
    action: "read",
    request: async (holder, filter) => get(holder, await address(filter)),
  };
  if (file === undefined) return [json];
  const asFile: DataRoute = {
    ...own,
    name: `${path}, a file`,
    action: "download",
    request: async (holder, filter) => get(holder, `${await address(filter)}&format=ndjson`),
  };
  const link: DataRoute = {
    ...own,
    name: `${path}, a link`,
    action: "download",
    request: async (holder, filter) =>
      readResult(await api.request(await linkOf(holder, endpoint, queryOf(filter)))),
  };
  return isLinked(endpoint) ? [json, asFile, link] : [json, asFile];
}

const v3Route = ([path, { answeredBy }]: [string, { answeredBy: string }]): DataRoute => {
  const endpoint = endpoints.find((one) => one.path === answeredBy);
  const resource = resourceNamed(endpoint?.resource ?? "");
  return {
    name: `version 3 ${path}`,
    resultKind: "series",
    resource,
    field: fieldOf(resource),
    metric: VALUE,
    action: "read",
    isCounted: true,
    request: (holder, filter) => get(holder, `/api/v3${path}?${inAddress(ofMetric(VALUE, filter))}`),
  };
};

/** Input and kind of result of each tool. */
const toolInputs: Readonly<
  Record<string, { resultKind: ResultKind; input: (filter: Filter | null) => object }>
> = {
  search: { resultKind: "items", input: () => ({ words: "OUSG", resource: "assets" }) },
  list: {
    resultKind: "rows",
    input: (filter) => ({ resource: "assets", ...(filter !== null && { filter }) }),
  },
  get: { resultKind: "one", input: () => ({ resource: "assets", id: "57" }) },
  totals: {
    resultKind: "namedTotals",
    input: (filter) => ({ of: "assets/aggregates", fields: [VALUE], ...(filter !== null && { filter }) }),
  },
  series: {
    resultKind: "series",
    input: (filter) => ({ of: "assets/aggregates/timeseries", ...ofMetric(VALUE, filter) }),
  },
  explain: { resultKind: "figure", input: () => ({ metric: VALUE, entity_type: "asset", entity_id: "57" }) },
  meta: { resultKind: "fields", input: () => ({ resource: "assets" }) },
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

function toolRoute(name: string): DataRoute {
  const described = toolInputs[name];
  if (described === undefined) throw new Error(`Add the tool ${name} to toolInputs`);
  const { resultKind, input } = described;
  const resource = resourceNamed("assets");
  return {
    name: `tool ${name}`,
    resultKind,
    resource,
    field: fieldOf(resource),
    metric: VALUE,
    action: "read",
    isCounted: resultKind !== "fields",
    request: async ({ key }, filter) => {
      const client = await agentWith(key);
      const answer = await client.callTool({ name, arguments: { ...input(filter) } });
      const [{ text }] = answer.content as [{ text: string }];
      if (answer.isError === true) return emptyResult(text, !text.startsWith("There is no "));
      const body = JSON.parse(text);
      return parseResult(name === "search" ? { results: body.assets ?? [] } : body, text);
    },
  };
}

interface WatchedThing {
  resultKind: "figure" | "items";
  resource: string;
  field: string;
  subject: WatchSubject;
  condition: WatchCondition;
}
const ousg: WatchSubject = { type: "asset", id: 57 };
const ofOusg = { resultKind: "figure", resource: "assets", field: "name", subject: ousg } as const;
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
    resultKind: "items",
    resource: "tokens",
    field: "symbol",
    subject: ousg,
    condition: { kind: "new_token" },
  },
  new_asset: {
    resultKind: "items",
    resource: "assets",
    field: "name",
    subject: { type: "catalog", id: null },
    condition: { kind: "new_asset" },
  },
  event: {
    resultKind: "items",
    resource: "evidence",
    field: "asset_name",
    subject: { type: "catalog", id: null },
    condition: { kind: "event" },
  },
  check: {
    resultKind: "items",
    resource: "checks",
    field: "statement",
    subject: { type: "catalog", id: null },
    condition: { kind: "check" },
  },
};

/** The metric to hide for watches whose figure is not `VALUE`. */
const figureOf: Partial<Record<WatchConditionKind, string>> = {
  attestation_overdue: "attestation_date",
  depeg: PRICE,
};

function watchRoute(kind: WatchConditionKind): DataRoute {
  const { resultKind, resource, field, subject, condition } = watched[kind];
  return {
    name: `watch ${kind}`,
    resultKind,
    field,
    resource: resourceNamed(resource),
    metric: resultKind === "items" ? null : (figureOf[kind] ?? VALUE),
    action: "read",
    isCounted: false,
    request: async ({ organizationId }) => {
      const reader = await readerOfWatch(people, { userId: null, organizationId, madeBy: null });
      if (reader === null) throw new Error("Nobody reads");
      const found = await evaluateWatch(market, {
        watch: { subjectType: subject.type, subjectId: subject.id, condition },
        reader,
        today: new Date().toISOString().slice(0, 10),
      });
      if (found.problem !== "") return emptyResult(found.problem, true);
      const { look, items, facts } = found;
      // The hash of the policies is not shown to the owner.
      const { basis: _, ...shownFacts } = facts;
      const isItems = resultKind === "items";
      const text = JSON.stringify(isItems ? items : { look, ...shownFacts });
      return { isRefused: false, text, rows: isItems ? items.length : 1, columns: [] };
    },
  };
}

const isOpenToAll = (endpoint: Endpoint) => endpoint.resource === null && endpoint.permission === null;
const dataRoutes: readonly DataRoute[] = [
  ...endpoints.filter((endpoint) => !isOpenToAll(endpoint)).flatMap(endpointRoutes),
  ...Object.entries(version3Endpoints).map(v3Route),
  ...agentTools.map(({ name }) => toolRoute(name)),
  ...watchKinds.map(({ kind }) => watchRoute(kind)),
];

/** The result of a route for a holder with a policy, and for one without. */
interface PolicyCheck {
  route: DataRoute;
  holder: Holder;
  open: Result;
}
type Expectation = (check: PolicyCheck) => Promise<void>;

const resultOf = ({ route, holder }: PolicyCheck) => route.request(holder, null);
const refused: Expectation = async (check) => {
  const result = await resultOf(check);
  expect(result).toMatchObject({ isRefused: true, rows: 0 });
};
const same: Expectation = async (check) => {
  const result = await resultOf(check);
  expect(result.isRefused).toBe(false);
  expect(result.text).toBe(check.open.text);
};
/** No rows, or a message that the item does not exist. */
const none: Expectation = async (check) => {
  expect(check.open.rows).toBeGreaterThan(0);
  expect((await resultOf(check)).rows).toBe(0);
};
/** The same number of rows, without a hidden column. @returns the result */
async function resultWithout(check: PolicyCheck, hidden: string): Promise<Result> {
  const result = await resultOf(check);
  expect(result.rows).toBe(check.open.rows);
  expect(result.columns).not.toContain(hidden);
  return result;
}
const without =
  (hiddenIn: (route: DataRoute) => string): Expectation =>
  async (check) => {
    await resultWithout(check, hiddenIn(check.route));
  };
const hiddenMetric = ({ metric }: DataRoute): string => metric ?? VALUE;
/** Fields that are hidden from the result cannot be filtered by either. */
const unfilterable: Expectation = async ({ route, holder }) => {
  const filter = { operator: "equals", field: route.field, value: "x" } as const;
  expect(await route.request(holder, filter)).toMatchObject({ isRefused: true, rows: 0 });
};

/** Whether rows have a day, so that days of history exclude older ones. Balances have that of the figures of their token. */
const isDated = ({ slug, fields, defaultSort }: Resource) =>
  slug === "holders" ||
  fields.some(({ name, type }) => name === defaultSort.field && (type === "date" || type === "datetime"));
const nothingOf = ({ fields }: Resource): string => {
  const value = fields.find(({ name }) => name === "id")?.type === "id" ? 4_000_000_000 : "no such id";
  return JSON.stringify(isEqual("id", value));
};

/** Names of the explained or watched assets, and of the items found. */
const entityNamed = /"(entity|subject)":\{[^}]*"name":"(Ondo|100%)/;
const itemNamed = /"name":"(Ondo|OUSG on )/;

interface Term {
  /** The property of a policy that the term tests. */
  of: Exclude<keyof AccessPolicy, "id" | "name" | "effect" | "role" | "through">;
  policies: (route: DataRoute) => readonly PolicyTerms[];
  expected: Readonly<Record<ResultKind, Expectation>>;
}
const always = (expectation: Expectation): Term["expected"] => ({
  rows: expectation,
  one: expectation,
  totals: expectation,
  namedTotals: expectation,
  series: expectation,
  figure: expectation,
  items: expectation,
  // Metadata is public, except for hidden fields.
  fields: async (check) => {
    expect(await resultOf(check)).toMatchObject({ isRefused: false, rows: 1 });
  },
});
const byAction =
  (denied: DataRoute["action"]): Expectation =>
  async (check) =>
    (check.route.action === denied ? refused : same)(check);
/** Applies only to routes that count requests. */
const counting =
  (expectation: Expectation): Expectation =>
  async (check) =>
    (check.route.isCounted ? expectation : same)(check);

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
      figure: async (check) => {
        const result = await resultOf(check);
        expect(result.rows).toBe(1);
        expect(check.open.text).toMatch(entityNamed);
        expect(result.text).not.toMatch(entityNamed);
      },
      items: async (check) => {
        const result = await resultOf(check);
        expect(result.rows).toBe(check.open.rows);
        expect(check.open.text).toMatch(itemNamed);
        expect(result.text).not.toMatch(itemNamed);
      },
    },
  },
  "a hidden metric": {
    of: "hiddenFields",
    policies: (route) => [{ hiddenFields: [hiddenMetric(route)] }],
    expected: {
      ...always(async (check) => {
        const hidden = hiddenMetric(check.route);
        const { text } = await resultWithout(check, hidden);
        // Also not in nested objects.
        expect(text).not.toContain(`"${hidden}":`);
      }),
      fields: without(hiddenMetric),
      // Naming a hidden metric returns the error of an unknown one.
      namedTotals: none,
      series: none,
      figure: none,
    },
  },
  "days of history": {
    of: "historyDays",
    policies: () => [{ historyDays: 1 }],
    expected: {
      ...always(async (check) => {
        if (isDated(check.route.resource)) return none(check);
        const result = await resultOf(check);
        expect(result.rows).toBe(check.open.rows);
        expect(result.text).not.toContain(String(FORMER));
        // The only token with the day of the explained figure.
        expect(result.text).not.toContain('"token_id":501');
      }),
      series: none,
    },
  },
  "requests per minute": {
    of: "requestsPerMinute",
    policies: () => [{ requestsPerMinute: 1 }],
    expected: always(
      counting(async (check) => {
        expect((await resultOf(check)).isRefused).toBe(false);
        const second = await resultOf(check);
        expect(second.isRefused).toBe(true);
        expect(second.text).toContain("Too many requests: the limit is 1 per minute");
      }),
    ),
  },
  "rows per month": {
    of: "rowsPerMonth",
    policies: () => [{ rowsPerMonth: 10 }],
    expected: always(
      counting(async (check) => {
        rowsUsed = 9;
        counted.length = 0;
        const { rows } = await resultOf(check);
        expect(rows).toBe(check.open.rows);
        expect(counted).toHaveLength(rows === 0 ? 0 : 1);
        rowsUsed = 10;
        const over = await resultOf(check);
        rowsUsed = 0;
        expect(over.isRefused).toBe(true);
        expect(over.text).toContain("10 rows this month");
      }),
    ),
  },
};

it("covers every property of a policy", () => {
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

describe.each(dataRoutes)("$name", (route) => {
  let open: Result;
  beforeAll(async () => {
    open = await route.request(whole, null);
    expect(open).toMatchObject({ isRefused: false });
  });
  it.each(Object.entries(terms))("enforces %s", async (_, { policies, expected }) => {
    await expected[route.resultKind]({ route, holder: await holderOf(policies(route)), open });
  });
});
