/**
 * Files from a ClickHouse server equal those of the embedded engine: every endpoint, every format, and complete
 * exports, which a server sends and this process writes. The protocol of the server is backed by the same engine with
 * the same rows, so that every byte can be compared.
 */
import { createHash } from "node:crypto";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createApiKey } from "#accounts/apiKeys";
import { createLimits } from "#accounts/limits";
import { createRestApi } from "#api";
import { createMarket, dumpFormats, dumpSets, fileFormats, verifyDump, writeDump } from "#market";
import { forVisitor, type MarketStore, openMarketStore, openPeopleStore, type PeopleStore } from "#stores";
import { type Endpoint, endpoints } from "../../src/api/rest/endpoints";
import { startClickHouseServer } from "../support/clickhouseServer";
import { hangLimits } from "../support/hangLimits";
import { addLedgerRows } from "../support/ledgerRows";
import { type MarketWorld, openMarketWorld } from "../support/marketWorld";
import { assignPolicies, firm } from "../support/policyHolders";

let folder: string;
let server: Awaited<ReturnType<typeof startClickHouseServer>>;
let world: MarketWorld;
/** The same rows from the embedded engine. */
let embedded: MarketStore;
let people: PeopleStore;
let apis: readonly ReturnType<typeof createRestApi>[];
const keys = { whole: "", narrow: "" };

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "server-exports-"));
  const market = path.join(folder, "market");
  server = await startClickHouseServer(market);
  world = await openMarketWorld(undefined, server.url);
  await addLedgerRows(world.store);
  const value = "bridged_token_value_dollar";
  await world.daily([
    { metric: value, listing: 501, date: "2026-02-01", value: 10.5 },
    { metric: value, listing: 502, date: "2026-02-01", value: 5 },
    { metric: value, listing: 503, date: "2026-02-03", value: 1e21 },
    { metric: "holding_addresses_count", listing: 501, date: "2026-02-02", value: 7 },
  ]);
  await world.entityMetrics([
    { type: "asset", id: 57, metric: value, val: 15.5, past: [10, null] },
    { type: "token", id: 501, metric: value, val: 10.5 },
    { type: "network", id: 1, metric: value, val: 10.5 },
  ]);
  embedded = await openMarketStore({ url: null, folder: market, times: hangLimits.statement });
  people = await openPeopleStore({ url: null, folder: "memory://" });
  const organizationId = await firm(people);
  const rowFilter = JSON.stringify({ operator: "equals", field: "name", value: "100%_Dollar" });
  await assignPolicies(people, { organizationId }, [{ resources: ["assets"], rowFilter }]);
  const requestsPerMinute = 1e9;
  keys.whole = (await createApiKey(people, { name: "whole", requestsPerMinute })).key;
  keys.narrow = (await createApiKey(people, { name: "narrow", organizationId, requestsPerMinute })).key;
  apis = [world.store, embedded].map((store) =>
    createRestApi({
      market: createMarket({ store, dataVersion: () => 1 }),
      people,
      limits: createLimits(people, { work: Number.MAX_SAFE_INTEGER }),
    }),
  );
});
afterAll(async () => {
  await embedded?.close();
  await world?.close();
  await server?.close();
  await people?.close();
  await rm(folder, { recursive: true, force: true });
});

/** A query that an endpoint supports. */
const questionOf = ({ path: at, resource }: Endpoint) => {
  if (!at.includes("timeseries")) return {};
  const isLent = resource === "pools" || resource === "loans";
  const value = isLent ? "cumulative_issued_amount_dollar" : "bridged_token_value_dollar";
  return { filter: { operator: "equals", field: "measure_slug", value }, aggregate: { groupBy: "date" } };
};
const textual = ["it's", "back\\slash", "tab\there", "100%_Dollar", "Žluťoučký 東京"];

const checksum = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

/**
 * Rows with figures and without, totals, and series by a grouping and by that of their path: formats share their code
 * within a kind, so that the statements of the others are compared as CSV only. Bound values of a policy occur in
 * these as in the others. With `SERVER_EXPORTS=all` all are requested in every format, with both keys.
 */
const oneOfEachKind = [
  "/assets",
  "/transactions",
  "/networks",
  "/tokens/aggregates",
  "/tokens/aggregates/timeseries",
  "/asset_timeseries",
];
const isWhole = process.env.SERVER_EXPORTS === "all";
const hasFullCheck = ({ path: at }: Endpoint) => isWhole || oneOfEachKind.includes(at);

describe.each(endpoints.filter(({ file }) => file !== undefined))("$path", (endpoint) => {
  it.each(hasFullCheck(endpoint) ? fileFormats : (["csv"] as const))(
    "is the same file as %s",
    async (format) => {
      const query = encodeURIComponent(JSON.stringify(questionOf(endpoint)));
      const isNarrowedToo = format === "csv" && hasFullCheck(endpoint);
      for (const key of isNarrowedToo ? [keys.whole, keys.narrow] : [keys.whole]) {
        const files: [number, string][] = [];
        for (const api of apis) {
          const answer = await api.request(`/api/v4${endpoint.path}?query=${query}&format=${format}`, {
            headers: { authorization: `Bearer ${key}` },
          });
          // Spreadsheets contain their creation time.
          const bytes = new Uint8Array(await answer.arrayBuffer());
          files.push([answer.status, format === "xlsx" ? String(bytes.length) : checksum(bytes)]);
        }
        expect(files[0]?.[0]).toBe(200);
        expect(files[0]).toEqual(files[1]);
      }
    },
  );
});

it("counts processor time, as the embedded engine does", async () => {
  for (const { visitors } of [world.store, embedded]) {
    let charged = 0;
    const charge = async (sql: string) => {
      charged = 0;
      await forVisitor({ visitor: "a", signal: null, spent: (ms) => (charged += ms) }, () =>
        visitors.rows(sql),
      );
      await expect.poll(() => charged).toBeGreaterThan(0);
      return charged;
    };
    await charge("SELECT 1");
    expect(await charge("SELECT sleep(0.6)")).toBeLessThan(300);
    expect(await charge("SELECT sum(sipHash64(number)) FROM numbers(10000000)")).toBeGreaterThan(30);
  }
});

it("handles any text as a value", async () => {
  for (const text of textual) {
    const query = { filter: { operator: "in", field: "name", value: [text, "x"] } };
    const bodies = await Promise.all(
      apis.map(async (api) => {
        const answer = await api.request(
          `/api/v4/assets?query=${encodeURIComponent(JSON.stringify(query))}`,
          {
            headers: { authorization: `Bearer ${keys.whole}` },
          },
        );
        expect([text, answer.status]).toEqual([text, 200]);
        return answer.text();
      }),
    );
    expect(bodies[0]).toBe(bodies[1]);
  }
});

/** Rows with figures, with lists and exact amounts, and series; in every format. */
const someSets = ["assets", "transactions", "token_timeseries", "loans"];

describe("a complete export", () => {
  it.each(dumpFormats)("has the same bytes as %s, and is complete", async (format) => {
    const sets = dumpSets.filter(({ name }) => isWhole || someSets.includes(name));
    const targets = sets.map((set) => ({ set, format }));
    const written = [];
    for (const [name, store] of [
      ["served", world.store],
      ["embedded", embedded],
    ] as const) {
      const to = path.join(folder, `${name}-${format}`);
      const market = createMarket({ store, dataVersion: () => 1 });
      const { files } = await writeDump({ market, store }, { folder: to, files: targets });
      expect(files).toHaveLength(sets.length);
      expect(await verifyDump(to)).toMatchObject({ sound: sets.length, problems: [] });
      written.push(files.map(({ file, rows, bytes, sha256 }) => [file, rows, bytes, sha256]));
    }
    expect(written[0]).toEqual(written[1]);
    // A server cannot access the files of this process: it sends their rows.
    expect(server.statements.some(({ sql }) => /INTO FUNCTION file/.test(sql))).toBe(false);
  });

  it("is compressed by this process, with the same rows", async () => {
    const set = dumpSets.find(({ name }) => name === "assets");
    if (set === undefined) throw new Error("No assets");
    const to = path.join(folder, "packed");
    const market = createMarket({ store: world.store, dataVersion: () => 1 });
    await writeDump(
      { market, store: world.store },
      { folder: to, files: [{ set, format: "csv", isGzipped: true }] },
    );
    const plain = gunzipSync(await readFile(path.join(to, "assets.csv.gz")));
    expect(plain.equals(await readFile(path.join(folder, "served-csv", "assets.csv")))).toBe(true);
    expect(plain.toString()).toContain("'=GOLD");
  });

  it("ends with an error once its reader is gone", async () => {
    const gone = new AbortController();
    gone.abort(new Error("gone"));
    const file = {
      sql: "SELECT 1",
      format: "Parquet",
      path: path.join(folder, "gone"),
      isGzipped: false,
    } as const;
    await expect(world.store.writeFile({ ...file, signal: gone.signal })).rejects.toThrow("gone");
    await expect(
      world.store.writeFile({ ...file, sql: "SELECT throwIf(number = 3) FROM numbers(9)" }),
    ).rejects.toThrow();
  });
});
