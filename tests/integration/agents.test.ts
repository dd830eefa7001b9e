/** Agents, with the client of the protocol's own SDK, over both transports: HTTP with a key, and the command. */
import { writeFileSync } from "node:fs";
import path from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Product, root, startProduct } from "../support/product";

let product: Product;
let key: string;
let limited: string;

const keyOf = (printed: string) => /cad_[\w-]+/.exec(printed)?.[0] ?? "";

beforeAll(async () => {
  product = await startProduct({ env: { SAMPLE_DATA: "off" } });
  const file = path.join(product.dataDir, "figures.csv");
  const days = ["2026-01-05", "2026-01-06"];
  const lines = days.flatMap((day, i) => [
    `token:105015,holding_addresses_count,${day},${40 + i}`,
    `buidl,price_dollar,${day},1`,
  ]);
  writeFileSync(file, ["entity,metric,date,value", ...lines].join("\n"));
  expect((await product.cadastre("import", file)).code).toBe(0);
  key = keyOf((await product.cadastre("keys", "create", "--name", "agent")).stdout);
  limited = keyOf((await product.cadastre("keys", "create", "--name", "limited", "--rate", "2")).stdout);
});
afterAll(() => product.remove());

async function overHttp(sent: string): Promise<Client> {
  const client = new Client({ name: "test", version: "1" });
  const requestInit = { headers: { authorization: `Bearer ${sent}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL(`${product.url}/mcp`), { requestInit }));
  return client;
}

async function overCommand(sent: string): Promise<Client> {
  const client = new Client({ name: "test", version: "1" });
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [path.join(root, "bin/cadastre.js"), "mcp", "--url", product.url],
    env: { PATH: process.env.PATH ?? "", CADASTRE_KEY: sent },
  });
  await client.connect(transport);
  return client;
}

// biome-ignore lint/suspicious/noExplicitAny: responses of the API as an agent reads them.
type Answer = any;

async function call(client: Client, name: string, input: Record<string, unknown>) {
  const { content, isError = false } = await client.callTool({ name, arguments: input });
  const [first] = content as { text: string }[];
  const text = first?.text ?? "";
  return { isError, text, answer: isError ? null : (JSON.parse(text) as Answer) };
}

describe.each([
  ["over HTTP", overHttp],
  ["by the command", overCommand],
])("an agent %s", (_, connect) => {
  let client: Client;
  beforeAll(async () => {
    client = await connect(key);
  });
  afterAll(() => client.close());

  test("gets seven read-only tools, each with its input described", async () => {
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual([
      "search",
      "list",
      "get",
      "totals",
      "series",
      "explain",
      "meta",
    ]);
    for (const { annotations, description, inputSchema } of tools) {
      expect(annotations?.readOnlyHint).toBe(true);
      expect(description).not.toBe("");
      expect(Object.keys(inputSchema.properties ?? {}).length).toBeGreaterThan(0);
    }
    const list = tools.find(({ name }) => name === "list");
    const { resource } = (list?.inputSchema.properties ?? {}) as Record<string, { enum?: string[] }>;
    expect(resource?.enum).toEqual(expect.arrayContaining(["assets", "transactions", "platforms"]));
    // Options that the API rejects for totals are not offered.
    const totals = tools.find(({ name }) => name === "totals");
    expect(totals?.inputSchema.properties).toMatchObject({
      aggregate: { properties: { groupBy: { type: "string" } } },
      pagination: { properties: { page: {}, perPage: {} } },
    });
    expect(JSON.stringify(totals)).not.toMatch(/aggregateFunction|interval|cursor/);
  });

  test("finds, lists, gets, describes, explains, totals and reads over time", async () => {
    const found = await call(client, "search", { words: "blackrock usd" });
    expect(found.answer.assets[0]).toMatchObject({ id: 2331, slug: "buidl" });
    const listed = await call(client, "list", {
      resource: "tokens",
      filter: { operator: "equals", field: "asset_slug", value: "buidl" },
      fields: ["network_slug", "holding_addresses_count"],
      sort: { field: "holding_addresses_count", direction: "desc" },
      pagination: { perPage: 1 },
    });
    expect(listed.answer.results).toEqual([
      expect.objectContaining({
        network_slug: "ethereum",
        holding_addresses_count: expect.objectContaining({ val: 41 }),
      }),
    ]);
    const short = await call(client, "list", { resource: "networks", pagination: { perPage: 1 } });
    expect(Object.keys(short.answer.results[0])).toEqual([
      "id",
      "slug",
      "name",
      "bridged_token_value_dollar",
      "is_sample",
    ]);
    const nulls = await call(client, "list", {
      resource: "networks",
      pagination: { perPage: 1 },
      fields: null,
    });
    expect(nulls).toEqual(short);
    const one = await call(client, "get", { resource: "assets", id: "buidl" });
    expect(one.answer).toMatchObject({ id: 2331, asset_class: { slug: "treasuries" } });
    const meta = await call(client, "meta", { resource: "assets" });
    expect(meta.answer.resource).toBe("assets");
    const explained = await call(client, "explain", {
      metric: "holding_addresses_count",
      entity_type: "token",
      entity_id: "105015",
    });
    expect(explained.answer.value).toBe(41);
    const totals = await call(client, "totals", {
      of: "tokens/aggregates",
      fields: ["holding_addresses_count"],
      aggregate: { groupBy: "network" },
      sort: { field: "holding_addresses_count", direction: "desc" },
      pagination: { perPage: 1 },
    });
    expect(totals.answer.results).toEqual([
      expect.objectContaining({
        group: expect.objectContaining({ slug: "ethereum" }),
        holding_addresses_count: expect.objectContaining({ val: 41 }),
      }),
    ]);
    const series = await call(client, "series", {
      of: "tokens/aggregates/timeseries",
      filter: { operator: "equals", field: "measure_slug", value: "holding_addresses_count" },
      aggregate: { groupBy: "network" },
    });
    expect(series.answer.results[0].points).toEqual([
      ["2026-01-05", 40],
      ["2026-01-06", 41],
    ]);
  });

  test("gets the API's message about an invalid query", async () => {
    const wrong = await call(client, "list", {
      resource: "assets",
      filter: { operator: "gte", field: "name", value: 3 },
    });
    expect(wrong).toMatchObject({
      isError: true,
      text: expect.stringContaining("gte does not apply to name"),
    });
    const unwritten = await call(client, "list", {
      resource: "assets",
      filter: { operator: "=", field: "name", value: "x" },
      sort: "name",
    });
    expect(unwritten.isError).toBe(true);
    expect(unwritten.text.split("\n")).toEqual([
      "sort: must be an object",
      expect.stringMatching(/^filter\.operator: must be one of and, or, equals, /),
    ]);
    const near = await call(client, "list", {
      resource: "assets",
      filter: { operator: "equals", field: "network_id", value: 1 },
    });
    expect(near.text).toBe(
      'filter.field: Assets cannot be filtered by "network_id"; did you mean network_ids?',
    );
    const noMetric = await call(client, "series", { of: "asset_timeseries" });
    expect(noMetric.text).toContain("select at least one metric");
    for (const fields of [undefined, null]) {
      const all = await call(client, "totals", { of: "tokens/aggregates", fields, aggregate: {} });
      expect(all.text).toBe("fields: name the metrics to return; `meta` lists them");
    }
    const unknown = await call(client, "get", { resource: "assets", id: "nothing" });
    expect(unknown).toMatchObject({ isError: true, text: 'There is no asset "nothing".' });
    // In a URL these are a folder, or something other than a row.
    for (const id of [".", "..", "meta", "aggregates"]) {
      const odd = await call(client, "get", { resource: "assets", id });
      expect(odd).toMatchObject({ isError: true, text: `There is no "${id}" in assets.` });
    }
  });
});

test("an agent gets an error about arguments that no tool has, and can use numbers as ids", async () => {
  const client = await overHttp(key);
  const unknown = await call(client, "list", { resource: "networks", limit: 5 });
  expect(unknown).toMatchObject({
    isError: true,
    text: "limit: no such argument; use resource, filter, sort, pagination, search, fields, as_of",
  });
  expect((await call(client, "get", { resource: "asset", id: 1 })).text).toMatch(
    /^resource: must be one of assets, /,
  );
  expect((await call(client, "get", { resource: "assets", id: 2331 })).answer.slug).toBe("buidl");
  const explained = { metric: "holders", entity_type: "asset", entity_id: 2331 };
  expect((await call(client, "explain", explained)).answer.value).toBe(41);
  expect((await call(client, "nonsense", {})).text).toMatch(/^There is no tool "nonsense"; use search, /);
  await client.close();
});

test("the description of a resource is short enough to read at once", async () => {
  const client = await overHttp(key);
  const { text, answer } = await call(client, "meta", { resource: "assets" });
  expect(text.length).toBeLessThan(32_000);
  expect(answer.operators.string).toContain("ilike");
  expect(answer.fields).toContainEqual(expect.objectContaining({ name: "network_ids", type: "ids" }));
  expect(answer.metrics).toContainEqual(expect.objectContaining({ slug: "holding_addresses_count" }));
  expect(answer.group_by.timeseries).toContain("asset_class");
  const { tools } = await client.listTools();
  expect(JSON.stringify(tools)).not.toContain('readOnly":true');
  await client.close();
});

test("the limits of a key are those of its requests", async () => {
  const client = await overHttp(limited);
  const results = [];
  for (let i = 0; i < 3; i += 1) results.push(await call(client, "get", { resource: "assets", id: "buidl" }));
  expect(results.map(({ isError }) => isError)).toEqual([false, false, true]);
  expect(results[2]?.text).toMatch(
    /^Too many requests: the limit is 2 per minute\..* Retry after \d+ seconds\.$/,
  );
  await client.close();
});

test("requests without a valid key are rejected, and other methods do not get a page", async () => {
  await expect(overHttp("cad_nonsense")).rejects.toThrow("Send a valid API key");
  const { status } = await fetch(`${product.url}/mcp`, { method: "POST", body: "{}" });
  expect(status).toBe(401);
  expect((await fetch(`${product.url}/mcp`)).status).toBe(405);
  const client = await overCommand("cad_nonsense");
  const answer = await call(client, "get", { resource: "assets", id: "buidl" });
  expect(answer).toMatchObject({ isError: true, text: expect.stringContaining("Invalid API key") });
  await client.close();
});

test("accepts one message at a time, with keys that can use the API", async () => {
  const post = (body: unknown) =>
    fetch(`${product.url}/mcp`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${key}`,
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
      },
      body: JSON.stringify(body),
    });
  const list = { jsonrpc: "2.0", id: 1, method: "tools/list" };
  const many = await post([list, { ...list, id: 2 }]);
  expect([many.status, await many.json()]).toEqual([400, { message: "Send one message at a time." }]);
  expect((await post({ ...list, padding: "x".repeat(300_000) })).status).toBe(413);
  expect((await post(list)).status).toBe(200);
});
