/**
 * A key that sends ten times its limit: rejected requests cost the engine nothing, and other keys are served as
 * usual.
 */
import { afterAll, beforeAll, expect, it } from "vitest";
import { createApiKey } from "#accounts/apiKeys";
import { createLimits } from "#accounts/limits";
import { createRestApi } from "#api";
import { createMarket } from "#market";
import { openPeopleStore, type PeopleStore } from "#stores";
import { type MarketWorld, openMarketWorld } from "../support/marketWorld";

const LIMIT = 10;

let world: MarketWorld;
let people: PeopleStore;
let api: ReturnType<typeof createRestApi>;
/** Statements run for readers, as the search words in their parameters. */
let statements: string[] = [];

beforeAll(async () => {
  world = await openMarketWorld();
  people = await openPeopleStore({ url: null, folder: "memory://" });
  const { visitors } = world.store;
  const counted = <T>(_: string, parameters: unknown, run: () => Promise<T>): Promise<T> => {
    statements.push(JSON.stringify(parameters ?? {}));
    return run();
  };
  const store = {
    visitors: {
      rows: <T>(sql: string, parameters?: Record<string, unknown>) =>
        counted(sql, parameters, () => visitors.rows<T>(sql, parameters)),
      compactRows: <T extends unknown[]>(sql: string, parameters?: Record<string, unknown>) =>
        counted(sql, parameters, () => visitors.compactRows<T>(sql, parameters)),
      writtenRows: <T extends unknown[]>(sql: string, parameters?: Record<string, unknown>) =>
        counted(sql, parameters, () => visitors.writtenRows<T>(sql, parameters)),
      bytes: (sql: string, format: string, parameters?: Record<string, unknown>) =>
        counted(sql, parameters, () => visitors.bytes(sql, format, parameters)),
    },
  };
  api = createRestApi({
    market: createMarket({ store, dataVersion: () => 1 }),
    people,
    limits: createLimits(people, { work: Number.MAX_SAFE_INTEGER }),
  });
});
afterAll(async () => {
  await world?.close();
  await people?.close();
});

const keyOf = async (name: string, requestsPerMinute: number) =>
  (await createApiKey(people, { name, requestsPerMinute })).key;

/** A query that was never sent before, so no response is cached. */
const ask = (key: string, word: string, path = "/assets") =>
  api.request(`/api/v4${path}?query=${encodeURIComponent(JSON.stringify({ search: word }))}`, {
    headers: { authorization: `Bearer ${key}` },
  });
const statementsOf = (word: string) => statements.filter((parameters) => parameters.includes(word)).length;

it("is rejected without a statement of the engine, while another key is served", async () => {
  const [flooding, other] = [await keyOf("flooding", LIMIT), await keyOf("other", 1_000)];
  statements = [];
  const flood = Array.from({ length: LIMIT * 10 }, (_, at) => ask(flooding, `flood${at}.`));
  const beside = Array.from({ length: 40 }, (_, at) => ask(other, `beside${at}.`));
  const [answers, others] = await Promise.all([Promise.all(flood), Promise.all(beside)]);
  expect(others.map(({ status }) => status)).toEqual(beside.map(() => 200));
  const taken = answers.flatMap(({ status }, at) => (status === 200 ? [at] : []));
  expect(taken).toHaveLength(LIMIT);
  for (const [at, { status, headers }] of answers.entries()) {
    expect([at, status]).toEqual([at, taken.includes(at) ? 200 : 429]);
    expect(statementsOf(`flood${at}.`) > 0, `statements for ${at}`).toBe(taken.includes(at));
    if (status === 429) expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
  }
  // The other key's remaining limit reflects its own use only.
  const left = others.map(({ headers }) => Number(headers.get("x-ratelimit-remaining")));
  expect(Math.min(...left)).toBe(1_000 - beside.length);
});

it("within its limit gets a slot after each statement of others, not before them all", async () => {
  const [flooding, other] = [await keyOf("wide", 1_000), await keyOf("patient", 1_000)];
  const ended: string[] = [];
  const noted = async (name: string, answer: Response | Promise<Response>) => {
    expect((await answer).status).toBe(200);
    ended.push(name);
  };
  const flood = Array.from({ length: 60 }, (_, at) => noted("flood", ask(flooding, `wide${at}.`)));
  const one = noted("one", ask(other, "patient."));
  await Promise.all([...flood, one]);
  // Sent last, and served before the requests queued in the same queue by another key.
  expect(ended.indexOf("one")).toBeLessThan(ended.length / 2);
});
