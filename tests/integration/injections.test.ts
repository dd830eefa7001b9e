/**
 * Text that terminates strings, paths and headers, starts statements or has a meaning for a program, in every place
 * of a request that accepts text. The caller may read one asset: nothing fails internally, no other data is returned,
 * and nothing is changed.
 */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createApiKey } from "#accounts/apiKeys";
import { appRouter } from "#api";
import { version3Endpoints } from "#domain/api";
import { filterOperators } from "#domain/query";
import { resources } from "#domain/resources";
import { peopleTables } from "#stores";
import { endpoints } from "../../src/api/rest/endpoints";
import { worldCatalog } from "../support/marketWorld";
import { openPeopleSite, type PeopleSite } from "../support/peopleSite";
import { assignPolicies, firm } from "../support/policyHolders";
import type { Visitor } from "../support/visitor";

const strings = [
  "' OR 1=1 --",
  "') OR 1=1 UNION ALL SELECT * FROM assets --",
  "'; DROP TABLE assets; --",
  '" OR ""="',
  "\\' OR 1=1 --",
  "`id` OR 1",
  "{q0:String}",
  "{}[]()",
  "%' OR '%'='",
  "1) OR (1=1",
  "$1; DELETE FROM users",
  "$(reboot)`reboot`",
  "../../../../etc/passwd",
  "..%2f..%2f",
  "__proto__",
  "constructor.prototype",
  "<script>alert(1)</script>",
  "=cmd|' /C calc'!A0",
  "%0d%0aSet-Cookie: a=b",
  "\u0000",
  "\ud83d\ude00\u202e",
  "a".repeat(900),
] as const;
/** Each place gets the next ones of the list, so that a run is short; with `INJECTIONS=all` every place gets all. */
const isWhole = process.env.INJECTIONS === "all";
let calls = 0;
const some = <T>(of: readonly T[], count = 1): readonly T[] => {
  if (isWhole) return of;
  calls += 1;
  return of.filter((_, at) => (at + of.length * calls - calls * count) % of.length < count);
};
/** Strings that a header can contain. */
const headerStrings = strings.filter((one) => /^[\x20-\x7e]*$/.test(one));

/** Data that the key may not read, by words that occur nowhere else. */
const others = worldCatalog.assets.filter(({ slug }) => slug !== "ousg");
const secrets = [
  ...others.flatMap(({ name, slug }) => [name, `"${slug}"`]),
  ...worldCatalog.tokens.filter(({ asset }) => asset !== "ousg").map(({ id }) => `"id":${id},`),
];
const secretsIn = (text: string) => secrets.filter((secret) => text.includes(secret));

let site: PeopleSite;
let key: string;
let visitor: Visitor;
let before: unknown;

/** Row counts of everything that could be changed. */
async function contents() {
  const { db } = site.people;
  const tables = await Promise.all(
    resources
      .filter(({ table }) => /^\w+$/.test(table))
      .map(async ({ table }) => [table, await site.world.store.compactRows(`SELECT count() FROM ${table}`)]),
  );
  const { users, apiKeys, organizations } = peopleTables;
  return [tables, await db.$count(users), await db.$count(apiKeys), await db.$count(organizations)];
}

beforeAll(async () => {
  site = await openPeopleSite();
  const organizationId = await firm(site.people);
  const rowFilter = JSON.stringify({ operator: "equals", field: "slug", value: "ousg" });
  await assignPolicies(site.people, { organizationId }, [{ resources: ["assets"], rowFilter }]);
  ({ key } = await createApiKey(site.people, { name: "k", organizationId, requestsPerMinute: 1e9 }));
  visitor = await site.signedIn("reader@injections.example");
  before = await contents();
});
afterAll(() => site?.close());

const ask = (address: string, headers: Record<string, string> = {}) =>
  site.stranger().fetch(address, { headers: { authorization: `Bearer ${key}`, ...headers } });
/** Problems of a response to a key that may read one asset. */
async function problemsOf(address: string, answer: Response): Promise<string[]> {
  const text = await answer.text();
  return [
    ...(answer.status >= 500 ? [`${address}: ${answer.status} ${text.slice(0, 200)}`] : []),
    ...secretsIn(text).map((secret) => `${address}: tells ${secret}`),
    ...(answer.headers.getSetCookie().some((cookie) => cookie.startsWith("a="))
      ? [`${address}: a cookie`]
      : []),
  ];
}
const problemsAt = async (address: string, headers?: Record<string, string>) =>
  problemsOf(address, await ask(address, headers));
/** The columns of a resource that could reveal a secret. A list without the others is a tenth of the work. */
const tellingColumns = (fields: (typeof resources)[number]["fields"]) =>
  fields.flatMap(({ name, exposed }) => (exposed && ["id", "slug", "name"].includes(name) ? [name] : []));
const narrowQueryOf = (slug: string | null) => {
  const fields = tellingColumns(resources.find((one) => one.slug === slug)?.fields ?? []);
  return encodeURIComponent(JSON.stringify({ fields }));
};
const inAddress = (path: string, query: object) =>
  `/api/v4${path}?query=${encodeURIComponent(JSON.stringify(query))}`;
async function expectSound(checks: Iterable<Promise<string[]>>) {
  const problems: string[] = [];
  for (const one of checks) problems.push(...(await one));
  expect(problems).toEqual([]);
}

it("returns the permitted data only, without injections", async () => {
  const text = await (await ask("/api/v4/assets")).text();
  expect(text).toContain("Ondo Short-Term");
  expect(secretsIn(text)).toEqual([]);
  expect(secretsIn(await (await site.stranger().fetch("/export/assets.ndjson")).text())).toEqual([]);
});

describe.each(endpoints)("$path", ({ path, parameters, page, resource }) => {
  it("is safe in every parameter, in an unknown one and in its path", async () => {
    const names = [...Object.keys(parameters.shape), "unknown", "__proto__"];
    function* checks() {
      for (const text of some(strings)) {
        const value = encodeURIComponent(text);
        const at = path.replace("{id}", "57");
        const narrow = page === "Page" ? `&query=${narrowQueryOf(resource)}` : "";
        for (const name of names)
          yield problemsAt(`/api/v4${at}?${name}=${value}${name === "query" ? "" : narrow}`);
        yield problemsAt(`/api/v4${at}?${value}=1${narrow}`);
        yield problemsAt(
          `/api/v4${path.includes("{id}") ? path.replace("{id}", value) : `${path}/${value}`}`,
        );
      }
    }
    await expectSound(checks());
  });

  it.skipIf(page === undefined)("is safe in every part of a query", async () => {
    const measured = { operator: "equals", field: "measure_id", value: 71 };
    function* checks() {
      for (const text of some(strings)) {
        for (const query of [
          { filter: { operator: "equals", field: text, value: 1 } },
          { filter: { operator: text, field: "slug", value: "ousg" } },
          { filter: { operator: text, filters: [] } },
          { sort: { field: text } },
          { sort: { field: "name", direction: text } },
          { fields: [text] },
          { fields: ["name", text] },
          { search: text },
          { filter: measured, aggregate: { groupBy: text } },
          { filter: measured, aggregate: { groupBy: "asset", aggregateFunction: text } },
          { filter: measured, aggregate: { groupBy: "asset", interval: text } },
          { filter: measured, aggregate: { groupBy: "asset", mode: text } },
          { pagination: { page: text, perPage: text } },
          { [text]: text },
        ])
          yield problemsAt(inAddress(path, query));
      }
    }
    await expectSound(checks());
  });
});

describe.each(resources)("a value in a filter of $slug", ({ slug, fields }) => {
  it.each(filterOperators)("stays a value, by %s", async (operator) => {
    const checks = [];
    for (const { name } of some(
      fields.filter((field) => field.exposed),
      3,
    )) {
      // The string varies too.
      const text = strings[(name.length * 7 + operator.length) % strings.length] ?? "";
      const value = name.length % 2 === 0 ? text : [text, "x"];
      const filter = { operator, field: name, value };
      checks.push(problemsAt(inAddress(`/${slug}`, { filter, fields: tellingColumns(fields) })));
    }
    await expectSound(checks);
  });
});

it("stays a value that no row has, and that all rows differ from", async () => {
  for (const text of strings) {
    const rowsOf = async (operator: string, value: unknown) => {
      const filter = { operator, field: "name", value };
      const answer = await ask(inAddress("/assets", { filter, fields: ["id"] }));
      expect([text, answer.status]).toEqual([text, 200]);
      return ((await answer.json()) as { results: { id: number }[] }).results.map(({ id }) => id);
    };
    for (const operator of ["equals", "like", "ilike", "startsWith", "endsWith"])
      expect(await rowsOf(operator, text)).toEqual([]);
    expect(await rowsOf("in", [text])).toEqual([]);
    for (const operator of ["notEquals", "notLike"]) expect(await rowsOf(operator, text)).toEqual([57]);
    expect(await rowsOf("not-in", [text])).toEqual([57]);
  }
});

it("is safe in version 3, also as its names", async () => {
  const checks = Object.keys(version3Endpoints).flatMap((path) =>
    strings.flatMap((text) =>
      [
        { filter: { operator: "equals", field: text, value: text } },
        { filter: { operator: "equals", field: "measureID", value: text } },
        { aggregate: { groupBy: text } },
      ].map((query) => problemsAt(`/api/v3${path}?query=${encodeURIComponent(JSON.stringify(query))}`)),
    ),
  );
  await expectSound(checks);
});

it.each([
  "accept",
  "accept-encoding",
  "accept-language",
  "cookie",
  "content-type",
  "if-none-match",
  "origin",
  "range",
  "referer",
  "sec-fetch-site",
  "user-agent",
  "x-forwarded-for",
  "x-forwarded-host",
  "x-forwarded-proto",
  "x-request-id",
])("is safe in the header %s", async (name) => {
  const checks = some(headerStrings, 3).flatMap((text) =>
    [
      inAddress("/assets", { fields: ["id", "slug", "name"] }),
      `${inAddress("/tokens", { fields: ["id", "name"] })}&format=csv`,
      "/api/v4/explain?metric=71&entity_type=asset&entity_id=57",
    ].map((address) => problemsAt(address, { [name]: text })),
  );
  await expectSound(checks);
});

it("is not a valid key, link, session or token of one", async () => {
  for (const text of headerStrings) {
    for (const sent of [
      text,
      `Bearer ${text}`,
      `Basic ${text}`,
      `Bearer ${key}${text}`,
      `Bearer ${text}${key}`,
    ]) {
      const answer = await ask("/api/v4/assets", { authorization: sent });
      expect([sent, answer.status]).toEqual([sent, 401]);
    }
    const value = encodeURIComponent(text);
    for (const address of [
      `/export/link.csv?token=${value}`,
      `/export/download/${value}.csv?token=${value}`,
      `/export/stored/${value}`,
      `/export/${value}.csv`,
      `/export/assets.csv?query=${value}`,
      `/export/quarantine.csv?file=${value}`,
      `/export/records/users.csv?query=${value}`,
    ]) {
      const answer = await site
        .stranger()
        .fetch(address, { headers: { cookie: `cadastre_session=${value}` } });
      expect([address, answer.status < 500 && answer.status >= 400]).toEqual([address, true]);
      await answer.body?.cancel();
    }
    const profile = await site.stranger().fetch("/api/trpc/users.getProfile", {
      headers: { cookie: `cadastre_session=${value}; next-auth.session-token=${value}` },
    });
    expect(((await profile.json()) as { result: { data: { id: string } } }).result.data.id).toBe("");
  }
});

it("is not a valid address or code at sign-in", async () => {
  for (const text of strings) {
    const stranger = site.stranger();
    const answer = await stranger.fetch(
      `/api/auth/callback/email?${new URLSearchParams({ email: text, token: text, callbackUrl: text })}`,
    );
    expect([text, answer.status < 500]).toEqual([text, true]);
    const led = answer.headers.get("location") ?? "/";
    expect(new URL(led, "http://localhost:3000").host).toBe("localhost:3000");
    expect(stranger.cookies.has("cadastre_session")).toBe(false);
  }
});

const procedures = Object.keys(appRouter._def.procedures);
describe.each(["stranger", "reader"])("procedures called by a %s", (who) => {
  it.each(procedures)("%s handles it as its full input", async (name) => {
    const definition = Reflect.get(appRouter._def.procedures, name) as { _def: { type: string } };
    const from = who === "reader" ? visitor : site.stranger();
    for (const text of some(strings)) {
      const parts = [
        "resource",
        "record",
        "id",
        "query",
        "search",
        "words",
        "name",
        "email",
        "path",
        "file",
        "userId",
      ];
      const inputs = [text, { ...Object.fromEntries(parts.map((part) => [part, text])) }];
      if (name === "market.table") inputs.push({ resource: "assets", query: { search: text } } as never);
      for (const input of inputs) {
        const answer =
          definition._def.type === "mutation"
            ? await from.mutate(name, input)
            : await from.query(name, input);
        expect([name, text, answer.status < 500]).toEqual([name, text, true]);
      }
    }
  });
});

it("has changed nothing", async () => {
  expect(await contents()).toEqual(before);
});
