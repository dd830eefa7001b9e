/**
 * Every endpoint of the data API, requested in many ways: the response matches its OpenAPI document, without further
 * properties.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createApiKey } from "#accounts/apiKeys";
import { createLimits } from "#accounts/limits";
import { createRestApi } from "#api";
import { TimeoutError, UnavailableError, UnprocessableError } from "#domain/errors";
import { createMarket, type DownloadStore, type Market, openDownloadStore } from "#market";
import { openPeopleStore, type PeopleStore, peopleTables } from "#stores";
import { endpoints } from "../../src/api/rest/endpoints";
import { apiQuestions, type Question } from "../support/apiRequests";
import { type ResponseChecks, responseChecks } from "../support/describedResponses";
import { hangLimits } from "../support/hangLimits";
import { addLedgerRows } from "../support/ledgerRows";
import { openSampleMarket, type SampleMarket } from "../support/sampleMarket";

type Api = ReturnType<typeof createRestApi>;

let world: SampleMarket;
let people: PeopleStore;
let api: Api;
/** The same, whose engine fails in each possible way. */
let failing: { status: number; api: Api }[];
/** The same, whose engine never responds, and that does not wait for files. */
let slow: Api;
/** The same, which serves nothing more without a key. */
let exhausted: Api;
let folder: string;
const stores: DownloadStore[] = [];
const release = new AbortController();
let checks: ResponseChecks;
const keys = { whole: "", spent: "", withoutPlan: "" };

beforeAll(async () => {
  world = await openSampleMarket({ perClass: 1, days: 45 });
  await addLedgerRows(world.store);
  people = await openPeopleStore({ url: null, folder: "memory://" });
  const [organization] = await people.db
    .insert(peopleTables.organizations)
    .values({ name: "acme", scope: "domain", domain: "acme.example" })
    .returning();
  keys.whole = (await createApiKey(people, { name: "whole", requestsPerMinute: 1_000_000 })).key;
  keys.spent = (await createApiKey(people, { name: "spent", requestsPerMinute: 0 })).key;
  const without = { name: "without", organizationId: organization?.id, requestsPerMinute: 1_000_000 };
  keys.withoutPlan = (await createApiKey(people, without)).key;
  // All requests use one key, on a machine that may be busy.
  folder = await mkdtemp(path.join(tmpdir(), "answers-"));
  const apiOf = async (market: Market, waitMs: number = hangLimits.test, openPerMinute = 1_000_000) => {
    const store = await openDownloadStore({
      folder: path.join(folder, String(stores.length)),
      limits: { filesPerOwner: 1_000, freeBytes: 0 },
    });
    stores.push(store);
    const downloads = { store, secret: "secret", baseUrl: "https://data.example", waitMs };
    const limits = createLimits(people, { work: Number.MAX_SAFE_INTEGER, open: openPerMinute });
    return createRestApi({ market, people, downloads, limits });
  };
  api = await apiOf(createMarket({ store: world.store, dataVersion: () => 1 }));
  exhausted = await apiOf(createMarket({ store: world.store, dataVersion: () => 1 }), 0, 0);
  const never = () =>
    new Promise<never>((_, reject) => {
      release.signal.addEventListener("abort", () => reject(release.signal.reason));
    });
  slow = await apiOf(
    createMarket({
      store: { visitors: { rows: never, compactRows: never, writtenRows: never, bytes: never } },
      dataVersion: () => 1,
    }),
    0,
  );
  const failures = [
    [422, new UnprocessableError("Too much memory.")] as const,
    [503, new UnavailableError("Too many wait.", { retryAfter: 2 })] as const,
    [504, new TimeoutError("Too slow.")] as const,
    [500, new Error("secret words")] as const,
  ];
  failing = await Promise.all(
    failures.map(async ([status, error]) => ({ status, api: await apiOf(failingMarket(error)) })),
  );
  checks = responseChecks(await (await api.request("/api/v4/openapi.json")).json());
});
afterAll(async () => {
  release.abort(new Error("The end of the tests."));
  for (const store of stores) await store.close();
  await rm(folder, { recursive: true, force: true });
  await world.close();
  await people.close();
});

function failingMarket(error: Error): Market {
  const fail = () => Promise.reject(error);
  const dataVersion = () => {
    if (error.name === "Error") throw error;
    return 1;
  };
  const visitors = { rows: fail, compactRows: fail, writtenRows: fail, bytes: fail };
  return createMarket({ store: { visitors }, dataVersion });
}

const get = async (of: Api, { path, headers = {} }: Omit<Question, "status">, method = "GET") =>
  of.request(`/api/v4${path}`, { method, headers: { authorization: `Bearer ${keys.whole}`, ...headers } });

async function ask<T>(path: string): Promise<T> {
  const answer = await get(api, { path });
  expect(answer.status, path).toBe(200);
  return (await answer.json()) as T;
}

describe("each endpoint", () => {
  test.each(endpoints)("$path responds as described", async (endpoint) => {
    const { path, permission, isVolatile = false } = endpoint;
    const questions = await apiQuestions(endpoint, ask);
    const [plain = { path, status: 200 }] = questions;
    const seen = new Set<number>();
    const wrong: string[] = [];
    const check = async (question: Question, of = api) => {
      const answer = await get(of, question);
      const shownPath = question.path.slice(0, 400);
      if (answer.status !== question.status)
        wrong.push(`${shownPath}: ${answer.status}, not ${question.status}`);
      if (!seen.has(answer.status)) {
        const head = await get(of, question, "HEAD");
        const isSame = head.status === answer.status && (await head.text()) === "";
        if (!isSame)
          wrong.push(`${shownPath}: HEAD is answered with ${head.status} and not as GET without a body`);
      }
      seen.add(answer.status);
      for (const problem of await checks.problemsOf(path, answer)) wrong.push(`${shownPath}: ${problem}`);
      return answer;
    };
    for (const question of questions) await check(question);
    if (endpoint.file !== undefined) {
      const mark = plain.path.includes("?") ? "&" : "?";
      const link = { path: `${plain.path}${mark}format=csv&delivery=link`, status: 201 };
      await check(link);
      await check({ ...link, status: 202 }, slow);
    }
    const etag = (await get(api, plain)).headers.get("etag");
    if (!isVolatile) await check({ ...plain, status: 304, headers: { "if-none-match": etag ?? "" } });
    if (permission === null) await check({ ...plain, status: 429 }, exhausted);
    else {
      for (const [status, authorization] of [
        [401, ""],
        [401, "Bearer nonsense"],
        [403, `Bearer ${keys.withoutPlan}`],
        [429, `Bearer ${keys.spent}`],
      ] as const) {
        await check({ ...plain, status, headers: { authorization } });
      }
    }
    const readsMarket = permission !== null || isVolatile;
    for (const { status, api: of } of failing) {
      if (status === 500 || readsMarket) await check({ ...plain, status }, of);
    }
    expect(wrong).toEqual([]);
    // Every described response was received.
    expect([...seen].sort()).toEqual(checks.statusesOf(path).sort());
  });
});

describe("requests outside all operations", () => {
  test.each([
    [405, "POST", "/assets"],
    [405, "PUT", "/assets/57"],
    [405, "PATCH", "/status"],
    [405, "DELETE", "/openapi.json"],
    [404, "GET", "/nonsense/what/else"],
    [404, "GET", "/nonsense"],
    [404, "GET", "/nonsense/meta"],
  ])("get %i with the body of an error: %s %s", async (status, method, path) => {
    const body = method === "GET" ? {} : { body: "x".repeat(1_000_000) };
    const answer = await api.request(`/api/v4${path}`, {
      method,
      headers: { authorization: `Bearer ${keys.whole}` },
      ...body,
    });
    expect(answer.status).toBe(status);
    expect(await checks.errorProblemsOf(answer)).toEqual([]);
  });
});
