/**
 * The TypeScript client as in another project: packed, installed from its archive without our code, compiled
 * strictly, and run against a server.
 */
import { execFile } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { transform } from "esbuild";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type ClientServer, openClientServer } from "../support/clientServer";
import { hangLimits } from "../support/hangLimits";

const root = path.resolve(import.meta.dirname, "../..");
const execute = promisify(execFile);
const run = (command: string, args: string[], cwd: string, env: Record<string, string> = {}) =>
  execute(command, args, { cwd, env: { ...process.env, ...env }, timeout: hangLimits.test });

let server: ClientServer;
let before: ClientServer["before"];
let requested: ClientServer["requested"];
let project: string;

beforeAll(async () => {
  server = await openClientServer();
  ({ before, requested } = server);

  project = mkdtempSync(path.join(os.tmpdir(), "cadastre-client-"));
  const source = path.join(project, "source");
  cpSync(path.join(root, "clients/typescript"), source, {
    recursive: true,
    filter: (file) => !/(dist|node_modules)$/.test(file),
  });
  await run(process.execPath, [path.join(root, "node_modules/typescript/bin/tsc"), "-p", "."], source);
  const { stdout } = await run("npm", ["pack", "--ignore-scripts", "--json"], source);
  const [{ filename }] = JSON.parse(stdout);
  const installed = path.join(project, "node_modules/@cadastre/client");
  mkdirSync(installed, { recursive: true });
  await run("tar", ["-xzf", path.join(source, filename), "-C", installed, "--strip-components=1"], project);
  rmSync(source, { recursive: true });
  writeFileSync(path.join(project, "package.json"), '{"type": "module"}');
});
afterAll(async () => {
  await server.close();
  rmSync(project, { recursive: true, force: true });
});

/** Programs of the project, by their files: the last test checks their types. */
const programs = new Map<string, string>();
function write(program: string): string {
  const head = `import { Cadastre, CadastreError } from "@cadastre/client";
declare const process: { env: Record<string, string> };
declare const console: { log(text: string): void };
const cadastre = new Cadastre({ baseUrl: process.env.CADASTRE ?? "", key: process.env.KEY ?? "" });
const print = (value: unknown) => console.log(JSON.stringify(value));
void CadastreError;\n`;
  const name = `program${programs.size + 1}`;
  programs.set(`${name}.ts`, head + program);
  return name;
}

/** Runs a program, without its types; returns its output as JSON. */
async function ran(program: string) {
  const name = write(program);
  const { code } = await transform(programs.get(`${name}.ts`) ?? "", { loader: "ts", target: "es2022" });
  writeFileSync(path.join(project, `${name}.js`), code);
  requested.length = 0;
  const { stdout } = await run(process.execPath, [`${name}.js`], project, server.environment);
  return JSON.parse(stdout);
}

/** Strict compiler errors of every program: all at once, since it reads the types of the client each time. */
async function problemsOfPrograms(): Promise<string[]> {
  for (const [file, program] of programs) writeFileSync(path.join(project, file), program);
  const compilerOptions = {
    strict: true,
    module: "NodeNext",
    target: "ES2022",
    lib: ["ES2022", "DOM", "DOM.Iterable"],
    types: [],
    noUncheckedIndexedAccess: true,
    noEmit: true,
  };
  const files = [...programs.keys()];
  writeFileSync(path.join(project, "tsconfig.json"), JSON.stringify({ compilerOptions, files }));
  const compiler = path.join(root, "node_modules/typescript/bin/tsc");
  // It exits with an error if it finds something, which is in its output.
  const { stdout } = await run(process.execPath, [compiler, "-p", "."], project).catch((error) => error);
  return String(stdout)
    .split("\n")
    .filter((line) => line.includes(": error "));
}

test("lists rows whose fields are typed as present, page by page", async () => {
  const all = await ran(`
    const names: string[] = [];
    const query = { fields: ["name", "token_count", "bridged_token_value_dollar"], pagination: { perPage: 10 } } as const;
    for await (const asset of cadastre.rows("assets", query)) {
      const value: number | null = asset.bridged_token_value_dollar.val;
      names.push(asset.name + (value === null ? "?" : "") + asset.token_count.toFixed(0));
    }
    const one = await cadastre.list("assets", { pagination: { perPage: 1 } });
    print({ names: names.length, distinct: new Set(names).size, total: one.pagination.resultCount });`);
  expect(all.names).toBe(all.total);
  expect(all.distinct).toBe(all.total);
  expect(requested.filter(({ pathname }) => pathname === "/api/v4/assets").length).toBe(
    Math.ceil(all.total / 10) + 1,
  );
});

test("follows the cursors of transactions, each row once", async () => {
  const { ids, total } = await ran(`
    const filter = { operator: "equals", field: "asset_slug", value: "usdt" } as const;
    const query = { filter, fields: ["id", "timestamp"], pagination: { perPage: 500 } } as const;
    const ids = new Set<string>();
    let rows = 0;
    for await (const row of cadastre.rows("transactions", query)) {
      ids.add(row.id + row.timestamp);
      rows += 1;
    }
    if (rows !== ids.size) throw new Error("A row came twice.");
    const { pagination } = await cadastre.list("transactions", { ...query, pagination: { perPage: 1 } });
    print({ ids: ids.size, total: pagination.resultCount });`);
  expect(ids).toBe(total);
  const places = requested.slice(0, -1).map(({ searchParams }) => {
    const { pagination } = JSON.parse(searchParams.get("query") ?? "{}");
    return "after" in pagination ? "after" : pagination.page;
  });
  expect(places).toEqual([1, ...Array(Math.ceil(total / 500) - 1).fill("after")]);
  expect(places.length).toBeGreaterThan(2);
});

test("reads one entity, totals, series, explanations, descriptions and the status", async () => {
  const read = await ran(`
    const asset = await cadastre.get("assets", "usdt");
    const totals = await cadastre.totals("tokens", { aggregate: { groupBy: "network" } });
    const filter = { operator: "equals", field: "measure_slug", value: "bridged_token_value_dollar" } as const;
    const aggregate = { groupBy: "network" };
    let series = 0;
    for await (const one of cadastre.allSeries("tokens", { filter, aggregate, pagination: { perPage: 5 } })) {
      const point: readonly [string, number] | undefined = one.points.at(-1);
      if (point !== undefined) series += 1;
    }
    const first = await cadastre.series("tokens", { filter, aggregate });
    const byPlatform = await cadastre.series("protocol", { filter });
    const explained = await cadastre.explain({ metric: "price_dollar", entityType: "asset", entity: "usdt" });
    const catalog = await cadastre.explain({ metric: "bridged_token_value_dollar", entityType: "catalog" });
    const meta = await cadastre.meta("assets");
    const status = await cadastre.status();
    print({
      asset: asset.asset_class, groups: totals.results.length, series, count: first.pagination.resultCount,
      by: byPlatform.results[0]?.group.type, explained: explained.entity.slug, catalog: catalog.entity.type, meta: meta.fields.length, asOf: status.as_of,
    });`);
  expect(read).toMatchObject({
    asset: { id: 28, slug: "stablecoins" },
    by: "protocol",
    explained: "usdt",
    catalog: "catalog",
    asOf: "2026-11-20",
  });
  expect(read.series).toBe(read.count);
  expect(read.groups).toBeGreaterThan(5);
});

test("streams every row, and files", async () => {
  const { streamed, listed, head } = await ran(`
    const fields = ["id", "timestamp"] as const;
    const streamed = new Set<string>();
    for await (const row of cadastre.stream("transactions", { fields })) streamed.add(row.id + row.timestamp);
    const { pagination } = await cadastre.list("transactions", { fields, pagination: { perPage: 1 } });
    const reader = (await cadastre.file("networks", { fields: ["name", "slug"] }, "csv")).getReader();
    const { value } = await reader.read();
    await reader.cancel();
    print({ streamed: streamed.size, listed: pagination.resultCount, head: new TextDecoder().decode(value).split("\\n")[0] });`);
  expect(streamed).toBe(listed);
  expect(streamed).toBeGreaterThan(1000);
  expect(head).toBe('"name","slug"');
});

test("downloads a linked file, and resumes after a broken connection", async () => {
  server.breaks.push(100_000, 0, 200_000);
  const { rows, bytes, had, same } = await ran(`
    const file = await cadastre.link("transactions", { fields: ["id", "timestamp", "transaction_hash"] }, "ndjson");
    let had = 0;
    let text = "";
    const decoder = new TextDecoder();
    for await (const part of cadastre.download(file)) {
      had += part.length;
      text += decoder.decode(part, { stream: true });
    }
    const lines = text.trim().split("\\n").map((line) => JSON.parse(line).id);
    print({ rows: file.rows, bytes: file.bytes, had, same: new Set(lines).size === file.rows });`);
  expect(had).toBe(bytes);
  expect(same).toBe(true);
  expect(rows).toBeGreaterThan(1000);
  expect(server.breaks).toEqual([]);
  expect(requested.filter(({ pathname }) => pathname.startsWith("/export/download/"))).toHaveLength(4);
  expect(server.linkKeys).toEqual([null, null, null, null]);
});

test("retries after a rate limit and an unavailable store, at the time of the response", async () => {
  const later = (status: number, headers: Record<string, string>) => () =>
    new Response('{"message": "Later."}', { status, headers });
  const past = new Date(0).toUTCString();
  before.push(later(429, { "retry-after": "1" }), later(503, { "retry-after": past }));
  expect(await ran(`print((await cadastre.get("networks", 1)).slug);`)).toBe("ethereum");
  expect(requested).toHaveLength(3);
});

test("reports an error by its status and the invalid parts of the query, without a retry", async () => {
  const error = await ran(`
    try {
      await cadastre.list("assets", { filter: { operator: "gte", field: "name", value: 3 } });
    } catch (error) {
      if (!(error instanceof CadastreError)) throw error;
      print({ status: error.status, message: error.message, at: error.errors.map(({ path }) => path) });
    }`);
  expect(error).toMatchObject({ status: 400, at: ["filter.operator"] });
  expect(error.message).toContain("gte does not apply to name");
  expect(requested).toHaveLength(1);
});

test("gives up after its retries, and ends a wait on abort", async () => {
  const later = () => new Response("not of the API", { status: 503, headers: { "retry-after": "0" } });
  before.push(later, later, later);
  const result = await ran(`
    const twice = new Cadastre({ baseUrl: process.env.CADASTRE + "/", key: process.env.KEY ?? "", retries: 2 });
    const status = await twice.status().catch((error: unknown) => error instanceof CadastreError ? error.status : error);
    print({ status });`);
  expect(result).toEqual({ status: 503 });
  expect(requested).toHaveLength(3);

  before.push(() => new Response("{}", { status: 429, headers: { "retry-after": "3600" } }));
  expect(
    await ran(`print(await cadastre.status().then(() => 200, (error: CadastreError) => error.status));`),
  ).toBe(429);
  expect(requested, "an hour is not waited for").toHaveLength(1);

  before.push(() => new Response("{}", { status: 429, headers: { "retry-after": "60" } }));
  const ended = await ran(`
    const ending = new AbortController();
    const status = cadastre.status({ signal: ending.signal });
    setTimeout(() => ending.abort(new Error("enough")), 300);
    print(await status.then(() => "answered", (error: Error) => error.message));
    declare function setTimeout(run: () => void, ms: number): void;`);
  expect(ended).toBe("enough");
});

test("compiles in all of these programs, and not with names that the API lacks", async () => {
  expect(programs.size).toBeGreaterThan(8);
  const field = write(
    `print(await cadastre.list("assets", { fields: ["name"] }).then(({ results }) => results[0]?.nonsense));`,
  );
  const resource = write(`print(await cadastre.list("nonsense"));`);
  expect(await problemsOfPrograms()).toEqual(
    [field, resource].map((name) => expect.stringMatching(`^${name}\\.ts.*nonsense`)),
  );
});
