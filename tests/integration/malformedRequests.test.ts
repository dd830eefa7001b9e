/**
 * Sends generated requests to every endpoint of the data API: every response matches its OpenAPI document, an error
 * names the problem, and nothing fails internally. `STRANGE_QUESTIONS` sends more of them.
 */
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createApiKey } from "#accounts/apiKeys";
import { createLimits } from "#accounts/limits";
import { createRestApi } from "#api";
import { aggregateFunctions, metrics } from "#domain/metrics";
import { filterOperators, intervals } from "#domain/query";
import { entityTypes, groupings, resources } from "#domain/resources";
import { createMarket, fileFormats } from "#market";
import { openPeopleStore, type PeopleStore } from "#stores";
import { endpoints } from "../../src/api/rest/endpoints";
import { type ResponseChecks, responseChecks } from "../support/describedResponses";
import { hangLimits } from "../support/hangLimits";
import { addLedgerRows } from "../support/ledgerRows";
import { openSampleMarket, type SampleMarket } from "../support/sampleMarket";

const RUNS = Number(process.env.STRANGE_QUESTIONS ?? 600);

let world: SampleMarket;
let people: PeopleStore;
let api: ReturnType<typeof createRestApi>;
let checks: ResponseChecks;
let key: string;

beforeAll(async () => {
  world = await openSampleMarket({ perClass: 1, days: 45 });
  await addLedgerRows(world.store);
  people = await openPeopleStore({ url: null, folder: "memory://" });
  key = (await createApiKey(people, { name: "strange", requestsPerMinute: 1e9 })).key;
  const market = createMarket({ store: world.store, dataVersion: () => 1 });
  api = createRestApi({ market, people, limits: createLimits(people, { work: Number.MAX_SAFE_INTEGER }) });
  checks = responseChecks(await (await api.request("/api/v4/openapi.json")).json());
});
afterAll(async () => {
  await world?.close();
  await people?.close();
});

/** Text that terminates strings, starts others, is parsed as something else, or is not valid text. */
const strange = fc.oneof(
  fc.constantFrom(
    "' OR 1=1 --",
    "'; DROP TABLE tokens; --",
    "{x:String}",
    "\\",
    "\\'",
    "`",
    '"',
    "%",
    "_",
    "*",
    "\0",
    "\ud800",
    "…",
    "🏛",
    "NaN",
    "Infinity",
    "-0",
    "1e400",
    "0x10",
    " 1 ",
    "null",
    "true",
    "__proto__",
    "constructor",
    "toString",
    "2024-02-30",
    "2024-02-29",
    "9999-12-31",
    "0000-00-00",
    "2024-01-01T00:00:00Z",
    "../../etc/passwd",
    "%00",
    "=cmd|' /C calc'!A0",
  ),
  fc.string({ unit: "binary", maxLength: 40 }),
  fc.string({ maxLength: 40 }),
);
const numbers = fc.oneof(
  fc.constantFrom(0, -0, 1, -1, 0.1, 1e21, -1e308, 2 ** 31, 2 ** 53, 2 ** 63, 2 ** 64, 5e-324, 9_999_999_999),
  fc.double(),
  fc.integer(),
);
const scalar = fc.oneof(strange, numbers, fc.boolean(), fc.constant(null));
const value = fc.oneof(scalar, fc.array(scalar, { maxLength: 6 }));

const fieldNames = [...new Set(resources.flatMap(({ fields }) => fields.map(({ name }) => name)))];
const metricNames = metrics.map(({ slug }) => slug);
const field = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...fieldNames, "measure_id", "date") },
  { weight: 3, arbitrary: fc.constantFrom(...metricNames) },
  {
    weight: 2,
    arbitrary: fc
      .tuple(
        fc.constantFrom(...metricNames),
        fc.constantFrom("val", "val_7d", "chg_30d_pct", "chg_30d_amt", "nope"),
      )
      .map((parts) => parts.join(".")),
  },
  { weight: 1, arbitrary: strange },
);
const { filter } = fc.letrec<{ filter: object; leaf: object; group: object }>((tie) => ({
  filter: fc.oneof(
    { maxDepth: 4 },
    { weight: 3, arbitrary: tie("leaf") },
    { weight: 1, arbitrary: tie("group") },
  ),
  leaf: fc.record(
    { operator: fc.oneof(fc.constantFrom(...filterOperators), strange), field, value },
    { requiredKeys: ["operator", "field"] },
  ),
  group: fc.record({
    operator: fc.constantFrom("and", "or"),
    filters: fc.array(tie("filter"), { maxLength: 4 }),
  }),
}));
const query = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record(
      {
        filter: fc.oneof({ weight: 5, arbitrary: filter }, { weight: 1, arbitrary: value }),
        sort: fc.record(
          { field, direction: fc.oneof(fc.constantFrom("asc", "desc", ""), strange) },
          { requiredKeys: ["field"] },
        ),
        pagination: fc.record(
          {
            page: fc.oneof(fc.constantFrom(1, 2), numbers),
            perPage: fc.oneof(fc.constantFrom(1, 25, 5_000), numbers, strange),
          },
          { requiredKeys: [] },
        ),
        aggregate: fc.record(
          {
            groupBy: fc.oneof(fc.constantFrom(...groupings.map(({ name }) => name)), strange),
            aggregateFunction: fc.oneof(fc.constantFrom(...aggregateFunctions), strange),
            interval: fc.oneof(fc.constantFrom(...intervals), strange),
            mode: fc.constantFrom("stock", "flow", "both"),
          },
          { requiredKeys: [] },
        ),
        fields: fc.oneof(
          { weight: 4, arbitrary: fc.array(field, { maxLength: 5 }) },
          { weight: 1, arbitrary: value },
        ),
        search: fc.oneof(strange, scalar),
      },
      { requiredKeys: [] },
    ),
  },
  { weight: 1, arbitrary: fc.jsonValue() },
);
const text = fc.oneof(
  { weight: 9, arbitrary: query.map((one) => JSON.stringify(one) ?? "") },
  // Truncated anywhere, it is not valid JSON.
  {
    weight: 1,
    arbitrary: fc.tuple(query, fc.nat(60)).map(([one, at]) => (JSON.stringify(one) ?? "").slice(0, at)),
  },
  { weight: 1, arbitrary: strange },
);
const id = fc.oneof(
  fc.constantFrom(
    "57",
    "usdc",
    "ethereum",
    "0",
    "-1",
    "00057",
    "57.0",
    "1e1",
    "4294967296",
    "99999999999999999999",
  ),
  // Without a name, or with a step in the path, a URL is another one.
  strange.filter((name) => !["", ".", ".."].includes(name)),
);
const question = fc.record(
  {
    endpoint: fc.constantFrom(...endpoints),
    id,
    query: text,
    metric: fc.oneof(fc.constantFrom("71", ...metricNames), strange),
    entity_type: fc.oneof(fc.constantFrom(...entityTypes), strange),
    entity_id: id,
    date: strange,
    format: fc.oneof(fc.constantFrom("json", ...fileFormats), strange),
    ifNoneMatch: strange,
    method: fc.constantFrom("GET", "GET", "GET", "HEAD"),
  },
  { requiredKeys: ["endpoint", "id", "method"] },
);

/** Encodes a part of a URL; half a surrogate pair cannot be encoded. */
const addressed = (part: string): string => encodeURIComponent(Buffer.from(part).toString());

test("responds as described to any request", async () => {
  const statuses = new Map<number, number>();
  await fc.assert(
    fc.asyncProperty(question, async ({ endpoint, id: named, method, ifNoneMatch, ...parameters }) => {
      const path = endpoint.path.replace("{id}", addressed(named));
      const entries = Object.entries(parameters).map(([name, one]) => [name, String(one)]);
      const address = `/api/v4${path}?${new URLSearchParams(entries)}`;
      const headers: Record<string, string> = { authorization: `Bearer ${key}` };
      if (ifNoneMatch !== undefined) headers["if-none-match"] = addressed(ifNoneMatch);
      const answer = await api.request(address, { method, headers });
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
      expect([200, 304, 400, 404, 414, 422], `${address} is answered with ${answer.status}`).toContain(
        answer.status,
      );
      const { status } = answer;
      if (status === 304) expect(ifNoneMatch, address).toBe("*");
      if (status === 304 || method === "HEAD") {
        expect(await answer.text()).toBe("");
        return;
      }
      // An id of another path gets the response of that path.
      const isFile = answer.headers.get("content-disposition") !== null;
      if (isFile) {
        await answer.arrayBuffer();
        return;
      }
      const problems =
        answer.status === 200
          ? await checks.problemsOf(endpoint.path, answer)
          : await checks.errorProblemsOf(answer);
      expect(problems, address).toEqual([]);
    }),
    { numRuns: RUNS, endOnFailure: true, interruptAfterTimeLimit: hangLimits.test / 2 },
  );
  // Both successful and error responses were checked.
  expect(statuses.get(200)).toBeGreaterThan(RUNS / 20);
  expect(statuses.get(400)).toBeGreaterThan(RUNS / 20);
});
