/**
 * The Python client as in another project: built and installed by pip without our code, checked by a strict type
 * checker, and run against a server.
 */
import { execFile } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type ClientServer, openClientServer } from "../support/clientServer";
import { freePort } from "../support/freePort";
import { hangLimits } from "../support/hangLimits";
import { findPackager, findPython, PACKAGER_MISSING, PYTHON_MISSING } from "../support/python";

const root = path.resolve(import.meta.dirname, "../..");
const execute = promisify(execFile);

const python = findPython();
const packager = findPackager();

let server: ClientServer;
let project: string;
let site: string;

const run = (command: string, args: string[], env: Record<string, string> = {}) =>
  execute(command, args, {
    cwd: project,
    env: { ...process.env, PYTHONPATH: site, ...env },
    timeout: hangLimits.test,
  });

const head = `import json
import os

from cadastre_client import Cadastre, CadastreError, Filter, Query

cadastre = Cadastre(os.environ["CADASTRE"], os.environ["KEY"])
`;

/** Programs of the project, by their files: the last test checks their types. */
const programs = new Map<string, string>();
function write(program: string): string {
  const file = `program${programs.size + 1}.py`;
  programs.set(file, program);
  writeFileSync(path.join(project, file), program);
  return file;
}

/** Runs a program; returns its output as JSON. */
async function ran(program: string) {
  const file = write(head + program);
  server.requested.length = 0;
  const { stdout } = await run(python ?? "", [file], server.environment);
  return JSON.parse(stdout);
}

/** Errors of a strict type checker in every program, by file: all at once, since it takes seconds to start. */
async function problemsOfPrograms(): Promise<Map<string, string[]>> {
  const settings = {
    include: [...programs.keys()],
    typeCheckingMode: "strict",
    extraPaths: [site],
    reportUnusedImport: false,
  };
  writeFileSync(path.join(project, "pyrightconfig.json"), JSON.stringify(settings));
  const { stdout } = await run(process.execPath, [
    path.join(root, "node_modules/pyright/index.js"),
    "-p",
    project,
    "--outputjson",
  ]).catch((error) => {
    // It exits with an error if it finds something, which is in its output.
    if (error.stdout === "") throw error;
    return error;
  });
  const { generalDiagnostics, summary } = JSON.parse(stdout) as {
    generalDiagnostics: { file: string; message: string }[];
    summary: { filesAnalyzed: number };
  };
  expect(summary.filesAnalyzed).toBe(programs.size);
  const problems = new Map<string, string[]>();
  for (const { file, message } of generalDiagnostics) {
    const name = path.basename(file);
    problems.set(name, [...(problems.get(name) ?? []), message]);
  }
  return problems;
}

describe.skipIf(python === null)(`the Python client${python === null ? ` (${PYTHON_MISSING})` : ""}`, () => {
  beforeAll(async () => {
    server = await openClientServer();
    project = realpathSync(mkdtempSync(path.join(os.tmpdir(), "cadastre-python-")));
    site = path.join(project, "site");
    if (packager === null) {
      cpSync(path.join(root, "clients/python/src"), site, { recursive: true });
      return;
    }
    const source = path.join(project, "source");
    cpSync(path.join(root, "clients/python"), source, {
      recursive: true,
      dereference: true,
      filter: (file) => !/(build|__pycache__|\.egg-info)$/.test(file),
    });
    const alone = ["--no-index", "--no-deps", "--no-build-isolation", "--disable-pip-version-check"];
    await run(packager, ["-m", "pip", "install", "-q", ...alone, "--target", site, source]);
    rmSync(source, { recursive: true });
  });
  afterAll(async () => {
    await server.close();
    rmSync(project, { recursive: true, force: true });
  });

  test.skipIf(packager === null)(
    `is a package with its types and its license${packager === null ? ` (${PACKAGER_MISSING})` : ""}`,
    () => {
      const [info = ""] = readdirSync(site).filter((name) => name.endsWith(".dist-info"));
      const files = readdirSync(path.join(site, info), { recursive: true }).map(String);
      expect(files.some((file) => file.endsWith("LICENSE"))).toBe(true);
      expect(readFileSync(path.join(site, info, "METADATA"), "utf8")).toMatch(/^Requires-Python: >=3\.11$/m);
      expect(readdirSync(path.join(site, "cadastre_client"))).toContain("py.typed");
    },
  );

  test("runs the program of its documentation", async () => {
    const page = readFileSync(path.join(root, "clients/python/README.md"), "utf8");
    const [, program = ""] = /```python\n([\s\S]*?)```/.exec(page) ?? [];
    const { stdout } = await run(python ?? "", [write(program)], server.environment);
    expect(stdout.split("\n").length).toBeGreaterThan(5);
  });

  test("lists rows with typed fields, page by page", async () => {
    const all = await ran(`
query: Query = {"fields": ["name", "token_count", "bridged_token_value_dollar"], "pagination": {"perPage": 10}}
names: list[str] = []
for asset in cadastre.assets.rows(query):
    value: float | None = asset["bridged_token_value_dollar"]["val"]
    names.append(f"{asset['name']}{value is None}{asset['token_count']}")
one = cadastre.assets.list({"pagination": {"perPage": 1}})
print(json.dumps([len(names), len(set(names)), one["pagination"]["resultCount"]]))`);
    const [listed, distinct, total] = all;
    expect([listed, distinct]).toEqual([total, total]);
    const pages = server.requested.filter(({ pathname }) => pathname === "/api/v4/assets").length;
    expect(pages).toBe(Math.ceil(total / 10) + 1);
  });

  test("follows the cursors of transactions, each row once", async () => {
    const [rows, ids, total] = await ran(`
query: Query = {
    "filter": {"operator": "equals", "field": "asset_slug", "value": "usdt"},
    "fields": ["timestamp"],
    "pagination": {"perPage": 500},
}
ids = [row["id"] + row["timestamp"] for row in cadastre.transactions.rows(query)]
total = cadastre.transactions.list({**query, "pagination": {"perPage": 1}})["pagination"]["resultCount"]
print(json.dumps([len(ids), len(set(ids)), total]))`);
    expect([rows, ids]).toEqual([total, total]);
    const places = server.requested.flatMap(({ pathname, searchParams }) =>
      pathname === "/api/v4/transactions" ? [JSON.parse(searchParams.get("query") ?? "{}").pagination] : [],
    );
    expect(places[0]).toEqual({ page: 1, perPage: 500 });
    expect(places.slice(1, -1).every((place) => typeof place.after === "string")).toBe(true);
    expect(places).toHaveLength(Math.ceil(total / 500) + 1);
    expect(total).toBeGreaterThan(1_000);
  });

  test("reads one entity, totals, series, explanations, descriptions and the status", async () => {
    const read = await ran(`
value: Filter = {"operator": "equals", "field": "measure_slug", "value": "bridged_token_value_dollar"}
by_network: Query = {
    "filter": value,
    "aggregate": {"groupBy": "network"},
    "pagination": {"perPage": 5},
}
every = list(cadastre.all_series("tokens", by_network))
pairs = [type(point) is tuple and len(point) == 2 for one in every for point in one["points"]]
by_platform = cadastre.series("protocol", {"filter": value})
print(json.dumps({
    "asset": cadastre.assets.get("usdt")["asset_class"],
    "groups": len(cadastre.totals("tokens", {"aggregate": {"groupBy": "network"}})["results"]),
    "series": len(every),
    "count": cadastre.series("tokens", by_network)["pagination"]["resultCount"],
    "pairs": all(pairs) and len(pairs) > 0,
    "by": by_platform["results"][0]["group"]["type"],
    "explained": cadastre.explain("price_dollar", "asset", "usdt")["entity"]["slug"],
    "catalog": cadastre.explain("bridged_token_value_dollar", "catalog")["entity"]["type"],
    "meta": len(cadastre.assets.meta()["fields"]),
    "as_of": cadastre.status()["as_of"],
}))`);
    expect(read).toMatchObject({
      asset: { id: 28, slug: "stablecoins" },
      by: "protocol",
      explained: "usdt",
      catalog: "catalog",
      pairs: true,
      as_of: "2026-11-20",
    });
    expect(read.series).toBe(read.count);
    expect(read.groups).toBeGreaterThan(5);
    expect(read.meta).toBeGreaterThan(5);
  });

  test("streams every row, and files", async () => {
    const { streamed, listed, head } = await ran(`
query: Query = {"fields": ["id", "timestamp"]}
streamed = {row["id"] + row["timestamp"] for row in cadastre.transactions.stream(query)}
listed = cadastre.transactions.list({**query, "pagination": {"perPage": 1}})["pagination"]["resultCount"]
with cadastre.networks.file({"fields": ["name", "slug"]}, "csv") as file:
    head = file.readline().decode().strip()
print(json.dumps({"streamed": len(streamed), "listed": listed, "head": head}))`);
    expect(streamed).toBe(listed);
    expect(streamed).toBeGreaterThan(1000);
    expect(head).toBe('"name","slug"');
  });

  test("reports a broken stream, instead of ending as if it were complete", async () => {
    const breaking = createServer((_, response) => {
      response.write('{"id": 1}\n{"id": 2}\n{"i', () => response.destroy());
    });
    const port = await freePort();
    breaking.listen(port, "127.0.0.1");
    const rows = await ran(`
rows: list[int] = []
try:
    for row in Cadastre("http://127.0.0.1:${port}", "key").networks.stream():
        rows.append(row["id"])
except Exception as error:
    rows.append(-1)
    assert not isinstance(error, CadastreError)
print(json.dumps(rows))`);
    breaking.close();
    expect(rows).toEqual([1, 2, -1]);
  });

  test("downloads a file of any size, and resumes after a broken connection", async () => {
    server.breaks.push(100_000, 0, 200_000);
    server.linkKeys.length = 0;
    const parts = () => readdirSync(project).filter((name) => name.endsWith(".part"));
    const former = `transactions.ndjson.${"0a".repeat(8)}.part`;
    const others = ["transactions.ndjson.mine.part", `tokens.csv.${"0a".repeat(8)}.part`];
    for (const name of [former, ...others]) writeFileSync(path.join(project, name), "half");
    const program = `
query: Query = {"fields": ["id", "timestamp", "transaction_hash"]}
path = cadastre.download("transactions", query, "ndjson", "transactions.ndjson")
rows = {json.loads(line)["id"] for line in path.read_text().splitlines()}
print(json.dumps({"rows": len(rows), "listed": cadastre.link("transactions", query, "ndjson")["rows"]}))`;
    const { rows, listed } = await ran(program);
    expect(rows).toBe(listed);
    expect(rows).toBeGreaterThan(1000);
    expect(server.breaks).toEqual([]);
    const downloads = () =>
      server.requested.filter(({ pathname }) => pathname.startsWith("/export/download/"));
    expect(downloads()).toHaveLength(4);
    expect(server.linkKeys).toEqual([null, null, null, null]);
    // The rest of an earlier file is removed, and nothing else.
    expect(parts().sort()).toEqual(others.sort());

    // The rest of a killed program is resumed, also if its bytes differ.
    const { sha256 } = await ran(`
file = cadastre.link("transactions", {"fields": ["id", "timestamp", "transaction_hash"]}, "ndjson")
print(json.dumps({"sha256": file["sha256"]}))`);
    const whole = readFileSync(path.join(project, "transactions.ndjson"));
    for (const left of [whole.subarray(0, 90_000), Buffer.alloc(90_000)]) {
      writeFileSync(path.join(project, `transactions.ndjson.${sha256.slice(0, 16)}.part`), left);
      writeFileSync(path.join(project, "transactions.ndjson"), "");
      expect(await ran(program)).toEqual({ rows, listed });
      expect(readFileSync(path.join(project, "transactions.ndjson")).equals(whole)).toBe(true);
    }
  });

  test("retries after a rate limit and an unavailable store, at the time of the response", async () => {
    const later = (status: number, headers: Record<string, string>) => () =>
      new Response('{"message": "Later."}', { status, headers });
    const past = new Date(0).toUTCString();
    server.before.push(later(429, { "retry-after": "1" }), later(503, { "retry-after": past }));
    expect(await ran(`print(json.dumps(cadastre.networks.get(1)["slug"]))`)).toBe("ethereum");
    expect(server.requested).toHaveLength(3);
  });

  test("reports an error by its status and the invalid parts of the query, without a retry", async () => {
    const error = await ran(`
try:
    cadastre.assets.list({"filter": {"operator": "gte", "field": "name", "value": 3}})
except CadastreError as error:
    paths = [part["path"] for part in error.errors]
    print(json.dumps({"status": error.status, "message": error.message, "at": paths}))`);
    expect(error).toMatchObject({ status: 400, at: ["filter.operator"] });
    expect(error.message).toContain("gte does not apply to name");
    expect(server.requested).toHaveLength(1);
  });

  test("gives up after its retries, and does not wait for an hour", async () => {
    const later = () => new Response("not of the API", { status: 503, headers: { "retry-after": "0" } });
    server.before.push(later, later, later);
    const refused = (client: string) => `
try:
    ${client}.status()
except CadastreError as error:
    print(error.status)`;
    expect(await ran(refused(`Cadastre(os.environ["CADASTRE"] + "/", os.environ["KEY"], retries=2)`))).toBe(
      503,
    );
    expect(server.requested).toHaveLength(3);

    server.before.push(() => new Response("{}", { status: 429, headers: { "retry-after": "3600" } }));
    expect(await ran(refused("cadastre"))).toBe(429);
    expect(server.requested).toHaveLength(1);
  });

  test("sends its key in a header, and to no URL of a redirect", async () => {
    const other = new URL(server.environment.CADASTRE);
    other.hostname = "localhost";
    const location = `${other.origin}/api/v4/assets?fields=moved`;
    server.before.push(() => new Response(null, { status: 302, headers: { location } }));
    expect(
      await ran(`
try:
    cadastre.assets.list()
except CadastreError as error:
    print(error.status)`),
    ).toBe(401);
    expect(server.requested.map(({ search }) => search)).toEqual(["", "?fields=moved"]);
  });

  test("passes a strict type checker in all of these programs, and not with names that the API lacks", async () => {
    expect(programs.size).toBeGreaterThan(10);
    const field = write(`${head}print([row["nonsense"] for row in cadastre.assets.rows()])`);
    const resource = write(`${head}cadastre.nonsense.list()`);
    const query = write(`${head}cadastre.assets.list({"filters": []})`);
    const problems = await problemsOfPrograms();
    expect([...problems.keys()].sort()).toEqual([field, resource, query].sort());
    expect(problems.get(field)?.join()).toContain("nonsense");
    expect(problems.get(resource)?.join()).toContain("nonsense");
    expect(problems.get(query)?.join()).toContain('not assignable to "Query"');
  });
});
