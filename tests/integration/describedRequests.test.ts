/**
 * Requests generated from the OpenAPI document alone: for every operation valid and invalid ones. Every response
 * matches its description, invalid requests are rejected, and HEAD responds as GET. `DESCRIBED_REQUESTS` sends more
 * requests per operation, `DESCRIBED_SEED` others.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createApiKey } from "#accounts/apiKeys";
import { createLimits } from "#accounts/limits";
import { createRestApi } from "#api";
import { createMarket, type DownloadStore, openDownloadStore } from "#market";
import { openPeopleStore, type PeopleStore } from "#stores";
import { endpoints } from "../../src/api/rest/endpoints";
import { openApiDocument } from "../../src/api/rest/openApi/openApiDocument";
import { type ResponseChecks, responseChecks } from "../support/describedResponses";
import { hangLimits } from "../support/hangLimits";
import { addLedgerRows } from "../support/ledgerRows";
import { openSampleMarket, type SampleMarket } from "../support/sampleMarket";
import { fitting, type Known, resolved, type Schema, spoiled } from "../support/schemaValues";

const RUNS = Number(process.env.DESCRIBED_REQUESTS ?? 3);
const SEED = Number(process.env.DESCRIBED_SEED ?? 4);

interface Parameter {
  name: string;
  in: "query" | "path";
  required?: boolean;
  schema?: Schema;
  content?: { "application/json": { schema: Schema } };
}
interface Operation {
  parameters: readonly Parameter[];
  responses: Readonly<Record<string, Schema>>;
}
interface Described {
  paths: Readonly<Record<string, { get: Operation }>>;
  components: { schemas: Readonly<Record<string, Schema>> };
}

/** Read before anything runs, so that each operation is a test; the served document is compared with it. */
const document = openApiDocument(endpoints);
const { paths, components } = document as unknown as Described;

let world: SampleMarket;
let people: PeopleStore;
let store: DownloadStore;
let folder: string;
let api: ReturnType<typeof createRestApi>;
let checks: ResponseChecks;
let key: string;
const ids = new Map<string, string[]>();
const statuses = new Map<number, number>();

beforeAll(async () => {
  world = await openSampleMarket({ perClass: 1, days: 45 });
  await addLedgerRows(world.store);
  people = await openPeopleStore({ url: null, folder: "memory://" });
  key = (await createApiKey(people, { name: "described", requestsPerMinute: 1e9 })).key;
  folder = await mkdtemp(path.join(tmpdir(), "described-requests-"));
  store = await openDownloadStore({ folder, limits: { filesPerOwner: 1e6, freeBytes: 0 } });
  api = createRestApi({
    market: createMarket({ store: world.store, dataVersion: () => 1 }),
    people,
    limits: createLimits(people, { work: Number.MAX_SAFE_INTEGER }),
    downloads: { store, secret: "secret", baseUrl: "https://data.example", waitMs: hangLimits.test },
  });
  checks = responseChecks(await (await api.request("/api/v4/openapi.json")).json());
});
afterAll(async () => {
  await store?.close();
  await world?.close();
  await people?.close();
  await rm(folder, { recursive: true, force: true });
});

const ask = async (address: string, method: string, headers: Record<string, string> = {}) =>
  api.request(`/api/v4${address}`, { method, headers: { authorization: `Bearer ${key}`, ...headers } });

/** Names and types of the columns in the rows of an operation, for filters and sorts. */
function columnsOf({ responses }: Operation): [name: string, schema: Schema][] {
  const found = JSON.stringify(responses["200"]).matchAll(/#\/components\/schemas\/(\w+)/g);
  return [...found].flatMap(([, name = ""]) =>
    Object.entries((components.schemas[name]?.properties ?? {}) as Record<string, Schema>).filter(
      ([column]) => column !== "results",
    ),
  );
}

const isMetric = (schema: Schema) => JSON.stringify(schema).includes("#/components/schemas/MetricValue");
const ofEach = Object.entries((components.schemas.AggregateRow?.properties ?? {}) as Record<string, Schema>);
const metricNames = ofEach.filter(([, schema]) => isMetric(schema)).map(([name]) => name);

/** Conditions for an operation: each column with a value of its type. */
function conditions(operation: Operation): fc.Arbitrary<unknown> {
  const ofMeasure = fc.record({
    operator: fc.constantFrom("equals", "in"),
    field: fc.constant("measure_slug"),
    value: fc.constantFrom(...metricNames),
  });
  const columns = columnsOf(operation);
  if (columns.length === 0) return ofMeasure;
  const ofColumn = fc.constantFrom(...columns).chain(([field, schema]) =>
    fc.record({
      operator: fc.constantFrom("equals", "notEquals", "gte", "lte", "in", "like", "includes"),
      field: fc.constant(field),
      // A metric is an object in rows, and filtered by its value.
      value: fitting(document as Schema, isMetric(schema) ? { type: "number" } : schema).map((value) =>
        typeof value === "object" && !Array.isArray(value) ? null : value,
      ),
    }),
  );
  return fc.oneof(ofMeasure, ofColumn);
}

/** The parts of a query that depend on the resource rather than the schema: its columns. */
function knownParts(operation: Operation): Known {
  const names = columnsOf(operation).map(([name]) => name);
  const column = fc.constantFrom(...(names.length > 0 ? names : ["date"]));
  const one = conditions(operation);
  const filterSchema = resolved(document as Schema, { $ref: "#/components/schemas/Filter" });
  return {
    filter: fc.oneof(
      { weight: 3, arbitrary: one },
      {
        weight: 1,
        arbitrary: fc.record({
          operator: fc.constantFrom("and", "or"),
          filters: fc.array(one, { maxLength: 3 }),
        }),
      },
      { weight: 1, arbitrary: fitting(document as Schema, filterSchema) },
    ),
    field: fc.oneof({ weight: 4, arbitrary: column }, { weight: 1, arbitrary: fc.string({ maxLength: 20 }) }),
    fields: fc.array(column, { maxLength: 4 }),
    groupBy: fc.constantFrom("network", "asset", "asset_class", "date", "measure", "nothing such"),
  };
}

interface Request {
  address: string;
  /** Names of the invalid parameters. */
  unfit: string[];
}

/** A request with parameters that are omitted, valid, or invalid. */
function requestsOf(path: string, operation: Operation, isSpoiled: boolean): fc.Arbitrary<Request> {
  const known = knownParts(operation);
  const sent = operation.parameters.map((parameter) => {
    const schema = parameter.schema ?? parameter.content?.["application/json"].schema ?? {};
    const fits = fitting(document as Schema, schema, known);
    if (parameter.in === "path") return fc.constantFrom(...(ids.get(path) ?? ["1"]), "no such thing");
    const spoils =
      parameter.content === undefined ? fc.constantFrom("?", "json ", "", "2026-02-30") : spoiled(fits);
    const value = isSpoiled ? fc.oneof(fits, spoils) : fits;
    return parameter.required === true && !isSpoiled ? value : fc.option(value, { nil: undefined });
  });
  return fc.tuple(...sent).map((values) => {
    let address = path;
    const search = new URLSearchParams();
    const unfit: string[] = [];
    for (const [at, parameter] of operation.parameters.entries()) {
      const value = values[at];
      if (parameter.in === "path") address = address.replace("{id}", encodeURIComponent(String(value)));
      else {
        if (!fits(path, at, value)) unfit.push(parameter.name);
        if (value !== undefined)
          search.set(parameter.name, parameter.content === undefined ? String(value) : JSON.stringify(value));
      }
    }
    return { address: `${address}?${search}`, unfit };
  });
}

const ajv = addFormats(new Ajv2020({ strict: false, inlineRefs: false, code: { optimize: false } }));
ajv.addSchema({ ...(document as object), $id: "api:document" });

/** Whether a parameter matches the document, by an independent validator. */
function fits(path: string, at: number, value: unknown): boolean {
  const parameter = paths[path]?.get.parameters[at];
  if (parameter === undefined) return false;
  if (value === undefined) return parameter.required !== true;
  const place = parameter.content === undefined ? "schema" : "content/application~1json/schema";
  const pointer = `paths/${path.replaceAll("/", "~1")}/get/parameters/${at}/${place}`;
  const encoded = pointer.split("/").map(encodeURIComponent).join("/");
  return ajv.getSchema(`api:document#/${encoded}`)?.(value) === true;
}

/** Headers that depend on the time of a request, not on its response. */
const OF_THE_MOMENT = /^(x-ratelimit-|ratelimit|retry-after$|x-request-id$|date$)/;
const lasting = (headers: Headers) =>
  Object.fromEntries([...headers].filter(([name]) => !OF_THE_MOMENT.test(name)));

async function check(path: string, { address, unfit }: Request) {
  const answer = await ask(address, "GET");
  const { status, headers } = answer;
  statuses.set(status, (statuses.get(status) ?? 0) + 1);
  expect(checks.statusesOf(path), address).toContain(status);
  expect([500, 503, 504], address).not.toContain(status);
  if (unfit.length > 0) expect([status, unfit], address).toEqual([400, unfit]);
  const isFile = headers.get("content-disposition") !== null;
  if (isFile) await answer.arrayBuffer();
  else expect(await checks.problemsOf(path, answer), address).toEqual([]);
  const head = await ask(address, "HEAD");
  expect([head.status, lasting(head.headers)], `HEAD ${address}`).toEqual([status, lasting(headers)]);
  expect(await head.text(), `HEAD ${address}`).toBe("");
}

test("the served document is the one that requests are generated from", async () => {
  expect(await (await ask("/openapi.json", "GET")).json()).toEqual(JSON.parse(JSON.stringify(document)));
});

describe.each(Object.entries(paths))("%s", (path, { get: operation }) => {
  beforeAll(async () => {
    if (!path.includes("{id}")) return;
    const query = encodeURIComponent('{"pagination":{"perPage":2}}');
    const list = await ask(`${path.replace("/{id}", "")}?query=${query}`, "GET");
    const { results } = (await list.json()) as { results: { id: unknown; slug?: unknown }[] };
    ids.set(
      path,
      results.flatMap(({ id, slug }) => [id, slug ?? []].flat().map(String)),
    );
  });

  test.each([false, true])("responds as described; spoiled: %s", async (isSpoiled) => {
    // An operation without parameters has one request.
    const numRuns = operation.parameters.length === 0 ? 1 : RUNS;
    await fc.assert(
      fc.asyncProperty(requestsOf(path, operation, isSpoiled), (request) => check(path, request)),
      { numRuns, seed: SEED, endOnFailure: true, interruptAfterTimeLimit: hangLimits.test / 2 },
    );
  });
});

test("both successful and error responses were checked", () => {
  expect(statuses.get(200)).toBeGreaterThan(RUNS * 10);
  expect(statuses.get(400)).toBeGreaterThan(RUNS * 10);
});
