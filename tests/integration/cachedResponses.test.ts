/**
 * Cached responses after commits: whatever changed, they equal those computed at that moment, and those that the change
 * does not concern are not computed again.
 */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { createApiKey } from "#accounts/apiKeys";
import { createLimits } from "#accounts/limits";
import { createRestApi, createTrpcHandler } from "#api";
import type { ListResponse } from "#domain/api";
import { indexCatalog } from "#domain/resources";
import {
  commit,
  createDatedEntities,
  declareLabels,
  importFiles,
  loadCatalog,
  readDataVersion,
  selectForUndo,
  undoImport,
  undoRequestSchema,
} from "#ingest";
import { createMarket, type MarketOptions } from "#market";
import { type NarrowableReader, openPeopleStore, type PeopleStore, type StatementReader } from "#stores";
import { apiContextOf } from "../support/apiContextOf";
import { type MarketWorld, openMarketWorld, worldCatalog } from "../support/marketWorld";
import { assignPolicies } from "../support/policyHolders";

const TODAY = "2026-03-01";
const figure = "total_asset_value_dollar";

let world: MarketWorld;
let people: PeopleStore;
let keys: readonly string[];
let folder: string;
let version = 0;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "cached-responses-"));
  world = await openMarketWorld();
  people = await openPeopleStore({ url: null, folder: "memory://" });
  const whole = await createApiKey(people, { name: "whole", requestsPerMinute: 1_000_000 });
  const limited = await createApiKey(people, { name: "limited", requestsPerMinute: 1_000_000 });
  const rowFilter = JSON.stringify({ operator: "equals", field: "asset_class_slug", value: "treasuries" });
  await assignPolicies(people, { keyId: limited.id }, [{ resources: ["assets", "tokens"], rowFilter }]);
  keys = [whole.key, limited.key];
});
afterAll(async () => {
  await world.close();
  await people.close();
  await rm(folder, { recursive: true });
});

/** Notes the statements by which something is computed. Those that only compare are not among them. */
function noteStatements(reader: NarrowableReader, counted: string[]): NarrowableReader {
  const counting = (one: StatementReader): StatementReader => {
    const note = (sql: string) => counted.push(sql.replace(/\s+/g, " "));
    return {
      rows: (sql, parameters) => {
        note(sql);
        return one.rows(sql, parameters);
      },
      compactRows: (sql, parameters) => {
        note(sql);
        return one.compactRows(sql, parameters);
      },
      writtenRows: (sql, parameters) => {
        note(sql);
        return one.writtenRows(sql, parameters);
      },
      bytes: (sql, format, parameters) => {
        note(sql);
        return one.bytes(sql, format, parameters);
      },
    };
  };
  return { ...counting(reader), within: (...limits) => counting(reader.within(...limits)) };
}

/** The data API and the procedures of pages over one market. */
function openSite({ cacheBytes, answerBytes }: { cacheBytes?: number; answerBytes?: number } = {}) {
  const computed: string[] = [];
  const market = createMarket({
    store: { visitors: noteStatements(world.store.visitors, computed) },
    dataVersion: () => version,
    entitiesAt: createDatedEntities(world.store, () => String(version)),
    ...(cacheBytes === undefined ? {} : { cacheBytes }),
  } satisfies MarketOptions);
  const bytes = answerBytes === undefined ? {} : { answerBytes };
  const limits = createLimits(people, { work: Number.MAX_SAFE_INTEGER });
  const rest = createRestApi({ market, people, limits, ...bytes });
  const calls = createLimits(null, { work: Number.MAX_SAFE_INTEGER });
  const trpc = createTrpcHandler(async () => apiContextOf(market), undefined, { limits: calls, ...bytes });
  return {
    computed,
    get: async ({ path, key = 0 }: Wanted, headers: Record<string, string> = {}): Promise<Response> =>
      path.startsWith("/api/trpc")
        ? trpc(new Request(`http://localhost${path}`, { headers }))
        : rest.request(`/api/v4${path}`, { headers: { ...headers, authorization: `Bearer ${keys[key]}` } }),
  };
}

interface Wanted {
  path: string;
  /** Index of the key. */
  key?: number;
}

const queried = (path: string, query: object) => `${path}?query=${encodeURIComponent(JSON.stringify(query))}`;
const called = (procedure: string, input: object) =>
  `/api/trpc/market.${procedure}?input=${encodeURIComponent(JSON.stringify(input))}`;
const ofClass = (slug: string) => ({ operator: "equals", field: "asset_class_slug", value: slug });
const ofFigure = { operator: "equals", field: "measure_slug", value: figure };
const both = (...filters: object[]) => ({ operator: "and", filters });

const ofTreasuries = [
  queried("/assets", { filter: ofClass("treasuries"), sort: { field: figure, direction: "desc" } }),
  queried("/tokens/aggregates", { filter: ofClass("treasuries"), aggregate: { groupBy: "network" } }),
  queried("/token_timeseries", { filter: both(ofFigure, ofClass("treasuries")) }),
  "/assets/ousg",
  called("table", { resource: "assets", query: { filter: ofClass("treasuries") } }),
  called("series", { resource: "tokens", query: { filter: both(ofFigure, ofClass("treasuries")) } }),
  called("sources", { filter: ofClass("treasuries"), metrics: [figure] }),
];
const ofAll = [
  "/assets",
  "/tokens",
  "/networks",
  "/networks/ethereum",
  "/platforms",
  "/issuers",
  "/assets/aggregates",
  "/news",
  queried("/assets", { filter: ofClass("stablecoins") }),
  queried("/tokens/aggregates", { aggregate: { groupBy: "asset_class" } }),
  queried("/assets/aggregates/timeseries", { filter: ofFigure, aggregate: { groupBy: "network" } }),
  `/assets?as_of=${new Date().toISOString().slice(0, 10)}`,
  `/explain?metric=${figure}&entity_type=asset&entity_id=ousg`,
  `/explain?metric=${figure}&entity_type=catalog`,
  called("table", { resource: "networks", query: {} }),
  called("aggregates", { resource: "assets", query: {} }),
  called("coverage", { query: {} }),
  called("freshness", {}),
  called("allSources", {}),
  called("dataSets", {}),
  called("emptyColumns", { resource: "assets", filter: null }),
  called("entity", { resource: "assets", id: "usdx" }),
];
const wanted: Wanted[] = [
  ...[...ofTreasuries, ...ofAll].map((path) => ({ path })),
  ...[...ofTreasuries, "/assets", "/networks", "/assets/aggregates"]
    .filter((path) => !path.startsWith("/api/"))
    .map((path) => ({ path, key: 1 })),
];

let files = 0;
/** Imports days of a figure of tokens from a source of their own. */
async function report(lines: readonly string[], source: string): Promise<string> {
  files += 1;
  const path = join(folder, `figures-${files}.csv`);
  await writeFile(path, `entity,metric,date,value\n${lines.join("\n")}\n`);
  await importFiles(world.store, indexCatalog(catalog), { files: [path], provider: source, today: TODAY });
  return path;
}
const line = (entity: string, day: number, value: number) =>
  `${entity},${figure},2026-02-${String(day).padStart(2, "0")},${value}`;

let catalog = worldCatalog;
async function publish(write: () => Promise<unknown>): Promise<void> {
  await write();
  version = await readDataVersion(world.store);
}
const load = (next: typeof catalog) =>
  publish(async () => {
    catalog = next;
    await commit(world.store, { today: TODAY }, () => loadCatalog(world.store, catalog));
  });

beforeEach(async () => {
  await load(worldCatalog);
  await publish(() => report([line("ousg-ethereum", 1, 100), line("ousg-polygon", 1, 20)], "one"));
  await publish(() => report([line("usdx-ethereum", 1, 900), line("usdx-base", 1, 5)], "two"));
  // Every metric of both has figures of the same days, so that the day of current figures stays.
  await publish(() => report([line("usdx-ethereum", 20, 901), line("ousg-ethereum", 20, 101)], "three"));
});

it("computes responses of a class again after a commit in it, and no others", {
  timeout: 120_000,
}, async () => {
  const site = openSite();
  const answers = async () =>
    Promise.all(ofTreasuries.map(async (path) => (await site.get({ path })).text()));
  const tags = async () =>
    Promise.all(ofTreasuries.map(async (path) => (await site.get({ path })).headers.get("etag")));
  const before = { answers: await answers(), tags: await tags() };
  const at = version;

  await publish(() => report([line("usdx-ethereum", 19, 777)], "two"));
  expect(version).toBeGreaterThan(at);
  site.computed.length = 0;
  expect(await answers()).toEqual(before.answers);
  expect(await tags()).toEqual(before.tags);
  // What sources report of all assets was read, since it changed, and led to the same sources of this class.
  const ofSources =
    /FROM (observations|sources AS s|settings|dim_tokens AS t WHERE)|JOIN \(SELECT id, provider FROM sources/;
  expect(site.computed.filter((sql) => !ofSources.test(sql))).toEqual([]);
  for (const [index, path] of ofTreasuries.entries()) {
    const tag = before.tags[index];
    if (typeof tag !== "string") continue;
    const response = await site.get({ path }, { "if-none-match": tag });
    expect(response.status, path).toBe(304);
    expect(response.headers.get("x-cadastre-data-version")).toBe(String(version));
  }

  await publish(() => report([line("ousg-ethereum", 20, 555)], "one"));
  const after = await answers();
  const isChanged = ofTreasuries.map((_, index) => after[index] !== before.answers[index]);
  expect(isChanged).toEqual(ofTreasuries.map(() => true));
  const response = await site.get({ path: ofTreasuries[0] ?? "" }, { "if-none-match": before.tags[0] ?? "" });
  expect(response.status).toBe(200);
});

it("says when a source last reported, also if its figures are those that were known", async () => {
  const site = openSite();
  const sources = async () => {
    const response = await site.get({ path: called("allSources", {}) });
    const { result } = (await response.json()) as { result: { data: { id: string; ingested_at: string }[] } };
    return result.data.find(({ id }) => id === "one")?.ingested_at;
  };
  const known = [line("ousg-ethereum", 1, 100), line("ousg-polygon", 1, 20)];
  const before = await sources();
  const figures = ofTreasuries.filter((path) => !path.includes("market.sources"));
  const answers = () => Promise.all(figures.map(async (path) => (await site.get({ path })).text()));
  const shown = await answers();
  const at = version;
  // Another file, with the same figures.
  await publish(() => report([...known, ...known.toReversed()], "one"));
  expect(version).toBeGreaterThan(at);
  expect((await sources()) ?? "").toSatisfy((time: string) => time > (before ?? ""));
  expect(await answers()).toEqual(shown);
});

it("counts the rows of a list once after rows were replaced, and lists further series after a new day", async () => {
  const cached = openSite();
  const paths = [
    called("table", { resource: "checks", query: { pagination: { page: 1, perPage: 1 } } }),
    called("dataSets", {}),
    queried("/token_timeseries", {
      filter: ofFigure,
      aggregate: { groupBy: "asset", interval: "month" },
      pagination: { page: 2, perPage: 1 },
    }),
  ];
  const plainAnswers = () => {
    const plain = openSite({ cacheBytes: 0, answerBytes: 0 });
    return Promise.all(paths.map(async (path) => (await plain.get({ path })).text()));
  };
  const answers = () => Promise.all(paths.map(async (path) => (await cached.get({ path })).text()));
  const total = (text = "") =>
    (JSON.parse(text) as { result: { data: ListResponse } }).result.data.pagination.resultCount;
  // So that replaced rows stay beside those that replace them.
  await world.store.run("SYSTEM STOP MERGES checks");
  await publish(() => report([line("usdx-ethereum", 21, 901)], "three"));
  const before = await answers();
  await publish(() => report([line("usdx-ethereum", 22, 900_000_000)], "three"));
  const broken = await answers();
  expect(total(broken[0])).toBeGreaterThan(total(before[0]));
  expect(broken).toEqual(await plainAnswers());
  await publish(() => report([line("usdx-ethereum", 22, 902)], "three"));
  const resolved = await answers();
  expect(total(resolved[0])).toBe(total(broken[0]));
  expect(resolved).toEqual(await plainAnswers());
  await world.store.run("SYSTEM START MERGES checks");
});

it("equals uncached responses after random commits, also with the tags of earlier ones", {
  timeout: 600_000,
}, async () => {
  const tokens = ["ousg-ethereum", "ousg-polygon", "buidl-ethereum", "usdx-ethereum", "usdx-base", "usdx"];
  const name = fc.constantFrom("ousg", "buidl", "usdx");
  const change = fc.oneof(
    {
      weight: 6,
      arbitrary: fc.record({
        kind: fc.constant("report" as const),
        entity: fc.constantFrom(...tokens),
        day: fc.integer({ min: 1, max: 24 }),
        value: fc.integer({ min: 1, max: 5_000 }),
        source: fc.constantFrom("one", "two", "three"),
      }),
    },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant("undo" as const) }) },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant("rename" as const), name, title: fc.string() }) },
    {
      weight: 1,
      arbitrary: fc.record({
        kind: fc.constant("class" as const),
        name,
        to: fc.constantFrom("treasuries" as const, "stablecoins" as const),
      }),
    },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant("leave" as const), name }) },
    {
      weight: 1,
      arbitrary: fc.record({ kind: fc.constant("label" as const), title: fc.constantFrom("A", "B") }),
    },
  );
  const some = fc.uniqueArray(fc.integer({ min: 0, max: wanted.length - 1 }), {
    minLength: 1,
    maxLength: 12,
  });
  const runs = Number(process.env.RANDOM_COMMITS ?? 4);
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(change, some), { minLength: 4, maxLength: 8 }), async (steps) => {
      const cached = openSite();
      const plain = openSite({ cacheBytes: 0, answerBytes: 0 });
      const known = new Map<Wanted, { tag: string; text: string }>();
      const imported: string[] = [];
      for (const [step, chosen] of steps) {
        if (step.kind === "report") {
          const { entity, day, value, source } = step;
          await publish(async () => {
            // Another value each time: a file without changes moves no data version.
            imported.push(await report([line(entity, day, value + files / 1_000)], source));
          });
        } else if (step.kind === "undo") {
          const source = imported.pop();
          if (source !== undefined) {
            const request = undoRequestSchema.parse({
              ...{ source: basename(source), from: null, to: null, metrics: [], entities: [] },
            });
            const { selection } = await selectForUndo(world.store, indexCatalog(catalog), request);
            await publish(() => undoImport(world.store, selection, { today: TODAY }));
          }
        } else if (step.kind === "rename" || step.kind === "class") {
          const changed =
            step.kind === "class" ? { asset_class: step.to } : { name: `Fund ${step.title.trim()}` };
          const assets = catalog.assets.map((one) => (one.slug === step.name ? { ...one, ...changed } : one));
          await load({ ...catalog, assets });
        } else if (step.kind === "leave") {
          await load({
            ...catalog,
            evidence: catalog.evidence.filter((one) => one.asset !== step.name),
            citations: [],
            assets: catalog.assets.filter((one) => one.slug !== step.name),
            tokens: catalog.tokens.filter((one) => one.asset !== step.name),
          });
        } else {
          await publish(() =>
            commit(world.store, { today: TODAY }, () => declareLabels(world.store, { one: step.title })),
          );
        }
        for (const index of chosen) {
          const one = wanted[index];
          if (one === undefined) continue;
          const [response, expected] = await Promise.all([cached.get(one), plain.get(one)]);
          const [text, expectedText] = await Promise.all([response.text(), expected.text()]);
          const said = `${step.kind} ${one.path}`;
          expect(text, said).toBe(expectedText);
          expect([response.status, response.headers.get("x-cadastre-sample")], said).toEqual([
            expected.status,
            expected.headers.get("x-cadastre-sample"),
          ]);
          const before = known.get(one);
          if (before !== undefined) {
            const again = await cached.get(one, { "if-none-match": before.tag });
            expect(again.status === 304, said).toBe(before.text === expectedText && response.status === 200);
          }
          const tag = response.headers.get("etag");
          if (tag === null) known.delete(one);
          else known.set(one, { tag, text });
        }
      }
    }),
    { numRuns: runs, endOnFailure: true },
  );
});
