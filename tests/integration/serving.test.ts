import { spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import http from "node:http";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { freePort } from "../support/freePort";
import { type MarketContents, marketContents } from "../support/marketContents";
import { cadastre, type Product, root, startProduct } from "../support/product";

const env = { SAMPLE_DATA: "off" };
const folders: string[] = [];
const folder = () => {
  const made = mkdtempSync(path.join(os.tmpdir(), "cadastre-serving-"));
  folders.push(made);
  return made;
};
afterAll(() => {
  for (const made of folders) rmSync(made, { recursive: true, force: true });
});

/** Number of rows of a table in the result of `marketContents`. */
const rowsOf = (contents: MarketContents | undefined, table: string) => Number(contents?.[table]?.[0]?.n);

describe("a running server", () => {
  const dataDir = folder();
  /** Two servers started at once on the folder. */
  let starts: PromiseSettledResult<Product>[];
  let product: Product;
  beforeAll(async () => {
    starts = await Promise.allSettled([startProduct({ env, dataDir }), startProduct({ env, dataDir })]);
    const [running] = starts.flatMap((start) => (start.status === "fulfilled" ? [start.value] : []));
    if (running === undefined) throw new Error(JSON.stringify(starts.map(String)));
    product = running;
  });
  afterAll(async () => {
    for (const start of starts) if (start.status === "fulfilled") await start.value.stop("SIGKILL");
    await product.stop("SIGKILL");
  });

  it("is one of two that start at once on a folder, and the other reports its owner", async () => {
    expect(starts.filter((start) => start.status === "fulfilled")).toHaveLength(1);
    const [refused] = starts.flatMap((start) => (start.status === "rejected" ? [String(start.reason)] : []));
    expect(refused).toContain(`The data folder ${dataDir} is in use by process ${product.process.pid} on`);
    expect(refused).toContain("start this one with another DATA_DIR");
    expect(refused).not.toContain("    at async");
    expect((await product.cadastre("keys", "list")).code).toBe(0);
  });

  it("rejects a second server on its data folder, naming itself", async () => {
    const second = await cadastre(["serve"], {
      ...env,
      DATA_DIR: product.dataDir,
      PORT: String(await freePort()),
    });
    expect(second.code).toBe(1);
    expect(second.stderr).toContain(`in use by process ${product.process.pid}`);
    expect(second.stderr).toContain("DATA_DIR");
    expect(second.stderr).not.toContain("    at ");
  });

  it("reports a port in use and what to do", async () => {
    const port = new URL(product.url).port;
    const second = await cadastre(["serve"], { ...env, DATA_DIR: folder(), PORT: port });
    expect(second.code).toBe(1);
    expect(second.stderr).toContain(`Port ${port}`);
    expect(second.stderr).toContain(`PORT=${Number(port) + 1}`);
  });

  it("reports its use of memory", async () => {
    const { code, stdout } = await product.cadastre("memory", "--json");
    expect(code).toBe(0);
    const parts: { group: string; name: string; bytes: number; bound: number | null }[] = JSON.parse(stdout);
    expect([...new Set(parts.map(({ group }) => group))]).toEqual(
      "process javascript caches clickhouse postgresql".split(" "),
    );
    for (const { name, bytes, bound } of parts) {
      expect(bytes, name).toBeGreaterThanOrEqual(0);
      if (bound !== null) expect(bytes, name).toBeLessThanOrEqual(bound);
    }
    const bytesOf = (group: string, name: string) =>
      parts.find((part) => part.group === group && part.name === name)?.bytes ?? Number.NaN;
    // The memory of the server, not of the command: each part is within it.
    const resident = bytesOf("process", "resident");
    expect(resident).toBeGreaterThan(
      bytesOf("javascript", "heap in use") + bytesOf("clickhouse", "resident"),
    );
    expect(bytesOf("clickhouse", "resident")).toBeGreaterThan(bytesOf("clickhouse", "of which in use"));
    expect(bytesOf("clickhouse", "of which in use")).toBeGreaterThan(20_000_000);
    const { stdout: table } = await product.cadastre("memory");
    expect(table.trim().split("\n")).toHaveLength(parts.length);
    expect(table).toMatch(/^process +resident +\d+\.\d MB$/m);
    expect(table).toMatch(/^caches +results, about +\d+\.\d MB {2}at most \d+ MB$/m);
  });

  it("runs commands", async () => {
    const created = await product.cadastre("keys", "create", "--name", "Data team");
    expect(created.code).toBe(0);
    const key = created.stdout.trim();
    expect(key).toMatch(/^cad_\S{40,}$/);
    const answer = await fetch(`${product.url}/api/v4/networks`, {
      headers: { authorization: `Bearer ${key}` },
    });
    expect(answer.status).toBe(200);
    const list = await product.cadastre("keys", "list");
    expect(list.stdout).toContain("Data team");
    expect(list.stdout).not.toContain(key);
  });

  it("shows the options of a key, and the expiry of a previous secret", async () => {
    const unknown = await product.cadastre("keys", "create", "--name", "Odd", "--endpoints", "foo");
    expect(unknown.code).not.toBe(0);
    expect(unknown.stderr).toMatch(
      /endpoints\[0\]: "foo" is not an endpoint of the API; use assets, tokens, /,
    );
    const action = await product.cadastre("keys", "create", "--name", "Odd", "--actions", "write");
    expect(action.stderr).toContain("actions[0]: must be one of read, download");
    const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
    const ended = await product.cadastre("keys", "create", "--name", "Odd", "--expires", yesterday);
    expect(ended.code).not.toBe(0);
    expect(ended.stderr).toContain("The expiry date must be in the future.");
    await product.cadastre("keys", "create", "--name", "Rotated");
    const lineOf = async () =>
      (await product.cadastre("keys", "list")).stdout.split("\n").find((line) => line.includes("Rotated")) ??
      "";
    const created = await lineOf();
    const id = created.trim().split(" ")[0] ?? "";
    expect(created).not.toContain("previous secret");
    await product.cadastre("keys", "rotate", id, "--grace", "24");
    expect(await lineOf()).toMatch(/previous secret works until 20\d\d-/);
    await product.cadastre("keys", "rotate", id);
    for (const command of ["rotate", "revoke"]) {
      const odd = await product.cadastre("keys", command, "9999999999");
      expect(odd.code).not.toBe(0);
      expect(odd.stderr).toContain("id: must be at most 2147483647");
    }
    expect(await lineOf()).not.toContain("previous secret");
  });

  it("revokes a key at once", async () => {
    const key = (await product.cadastre("keys", "create", "--name", "Short")).stdout.trim();
    const ask = () =>
      fetch(`${product.url}/api/v4/networks`, { headers: { authorization: `Bearer ${key}` } });
    expect((await ask()).status).toBe(200);
    const id = /^\s*(\d+)\s.*Short/m.exec((await product.cadastre("keys", "list")).stdout)?.[1] ?? "";
    expect((await product.cadastre("keys", "revoke", id)).code).toBe(0);
    const refused = await ask();
    expect(refused.status).toBe(401);
    expect(await refused.json()).toMatchObject({
      message: "Invalid API key. Please ensure that the API key is correct and try again.",
    });
  });

  it("shows an import at once, without a restart", async () => {
    const file = path.join(folder(), "prices.csv");
    writeFileSync(file, "entity,metric,date,value\nusdc,price_dollar,2026-01-05,0.9987\n");
    const imported = await product.cadastre("import", file);
    expect(imported.stderr).not.toContain("Error");
    expect(imported.code).toBe(0);
    const key = (await product.cadastre("keys", "create", "--name", "Reader")).stdout.trim();
    const answer = await fetch(`${product.url}/api/v4/assets/usdc`, {
      headers: { authorization: `Bearer ${key}` },
    });
    const asset = (await answer.json()) as { price_dollar: { val: number } };
    expect(asset.price_dollar.val).toBe(0.9987);
  });

  it("excludes rejected rows, reports them, and exits with code 2", async () => {
    const file = path.join(folder(), "bad.csv");
    writeFileSync(file, "entity,metric,date,value\nusdc,price_dollar,2026-01-06,NaN\n");
    const imported = await product.cadastre("import", file);
    expect(imported.code).toBe(2);
    expect(imported.stdout).toMatch(/1 .*rejected/);
  });

  it("sends security headers", async () => {
    const { headers } = await fetch(product.url);
    expect(headers.get("content-security-policy")).toContain("default-src 'self'");
    expect(headers.get("content-security-policy")).not.toMatch(/script-src[^;]*unsafe/);
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("referrer-policy")).toBe("strict-origin-when-cross-origin");
  });

  it("lists every asset in the sitemap, and names it in robots.txt", async () => {
    const sitemap = await (await fetch(`${product.url}/sitemap.xml`)).text();
    expect(sitemap).toContain("/assets/usdc</loc>");
    expect(sitemap).toContain("/networks/ethereum</loc>");
    expect(sitemap).toContain("/wormhole</loc>");
    expect(sitemap).not.toContain("/platforms/wormhole-bridge</loc>");
    expect(await (await fetch(`${product.url}/robots.txt`)).text()).toContain("/sitemap.xml");
  });

  it("has a name for a phone's home screen", async () => {
    const manifest = await fetch(`${product.url}/site.webmanifest`);
    expect(manifest.headers.get("content-type")).toBe("application/manifest+json");
    expect(await manifest.json()).toMatchObject({ name: "Cadastre", start_url: "/" });
  });

  it("stops an import after a consistent step if its command is interrupted, reports that and keeps serving", async () => {
    const files = manyFiles(folder(), 2020);
    const { importing, ended, output } = await beginImport(files);
    importing.kill("SIGINT");
    expect((await ended)[0]).toBe(1);
    expect(output()).toContain("Stopping after the current step");
    expect(output()).toMatch(/The import was stopped: \d+ of 10 files are stored/);
    expect((await fetch(`${product.url}/api/v4/status`)).status).toBe(200);
    const repeated = await cadastre(["import", ...files], { ...env, DATA_DIR: dataDir });
    expect(repeated).toMatchObject({ code: 0, stdout: expect.stringContaining("9.csv") });
  });

  it("starts after kill -9 with everything that was acknowledged", async () => {
    const key = (await product.cadastre("keys", "create", "--name", "Survivor")).stdout.trim();
    const file = path.join(folder(), "prices.csv");
    writeFileSync(file, "entity,metric,date,value\nusdc,price_dollar,2026-01-08,0.9991\n");
    expect((await product.cadastre("import", file)).code).toBe(0);
    await product.stop("SIGKILL");
    product = await startProduct({ env, dataDir: product.dataDir });
    const answer = await fetch(`${product.url}/api/v4/assets/usdc`, {
      headers: { authorization: `Bearer ${key}` },
    });
    expect(answer.status).toBe(200);
    const asset = (await answer.json()) as { price_dollar: { val: number } };
    expect(asset.price_dollar.val).toBe(0.9991);
  });

  // A restarted server renders the page for this request.
  it("completes the request in flight on SIGTERM and exits with 0", async () => {
    const agent = new http.Agent({ keepAlive: true });
    const request = http.get(`${product.url}/`, { agent, headers: { expect: "100-continue" } });
    const inFlight = once(request, "response").then(async ([response]: http.IncomingMessage[]) => {
      response?.resume();
      await once(response as http.IncomingMessage, "end");
      return response?.statusCode;
    });
    // The server reports the request when it starts to respond.
    await once(request, "continue");
    const ended = product.stop("SIGTERM");
    expect(await inFlight).toBe(200);
    expect(await ended).toBe(0);
  });

  /** Enough files that a machine cannot have stored them when it reports the first. */
  const manyFiles = (inputs: string, year: number) =>
    Array.from({ length: 10 }, (_, i) => {
      const file = path.join(inputs, `${i}.csv`);
      const rows = Array.from({ length: 365 }, (__, day) => {
        const date = new Date(Date.UTC(year, 0, 1 + day)).toISOString().slice(0, 10);
        return `usdc,price_dollar,${date},${1 + i / 1000}`;
      });
      writeFileSync(file, `entity,metric,date,value\n${rows.join("\n")}\n`);
      return file;
    });

  /** Resolves once the server processes the import, or it has ended. */
  async function beginImport(files: readonly string[]) {
    const importing = spawn(process.execPath, [path.join(root, "bin/cadastre.js"), "import", ...files], {
      env: { ...process.env, BASE_URL: "", DATA_DIR: dataDir },
      stdio: ["ignore", "ignore", "pipe"],
    });
    let output = "";
    const ended = once(importing, "close");
    // The command may first report that it builds: the server processes the import once a file is reported.
    const started = new Promise<void>((resolve) => {
      importing.stderr.on("data", (chunk) => {
        output += chunk;
        if (output.includes(".csv")) resolve();
      });
    });
    await Promise.race([started, ended]);
    return { importing, ended, output: () => output };
  }

  it("stops an import after a consistent step on SIGTERM, reports that and releases its folder, and the same command imports the rest", async () => {
    expect(await product.stop("SIGTERM")).toBe(0);
    const [before, undisturbed, inputs] = [folder(), folder(), folder()];
    for (const copy of [before, undisturbed]) cpSync(dataDir, copy, { recursive: true });
    product = await startProduct({ env, dataDir });
    const files = manyFiles(inputs, 2021);
    const { ended, output } = await beginImport(files);
    expect(await product.stop("SIGTERM")).toBe(0);
    expect((await ended)[0]).toBe(1);
    expect(output()).toMatch(/The import was stopped: \d+ of 10 files are stored/);

    const repeated = await cadastre(["import", ...files], { ...env, DATA_DIR: dataDir });
    expect(repeated).toMatchObject({ code: 0, stdout: expect.stringContaining("9.csv") });
    expect((await cadastre(["import", ...files], { ...env, DATA_DIR: undisturbed })).code).toBe(0);
    const [contents, expected, former] = await marketContents(dataDir, undisturbed, before);
    expect(contents).toEqual(expected);
    expect(contents).toMatchObject({ scratch: [] });
    // All files have figures of the same days, and the last stored one wins.
    expect(rowsOf(contents, "observations") - rowsOf(former, "observations")).toBe(365);
    expect(rowsOf(contents, "sources") - rowsOf(former, "sources")).toBe(10);
  });
});

describe("a first start", () => {
  it("shows the progress of the sample data instead of pages without figures, and can be stopped meanwhile", async () => {
    const first = await startProduct({ waitForSample: false });
    try {
      const page = await fetch(first.url, { headers: { accept: "text/html" } });
      expect(page.status).toBe(503);
      expect(await page.text()).toMatch(/Generating sample data: \d+%/);
      const list = await fetch(`${first.url}/api/v4/assets`);
      expect(list.status).toBe(503);
      expect((await list.json()).message).toMatch(/^Generating sample data: \d+%/);
      const status = await (await fetch(`${first.url}/api/v4/status`)).json();
      expect(status.sample_progress).toBeGreaterThanOrEqual(0);
      expect(await first.stop()).toBe(0);
    } finally {
      await first.remove();
    }
  });
});

describe("a server that cannot start", () => {
  it("names the invalid setting", async () => {
    const result = await cadastre(["serve"], { ...env, DATA_DIR: folder(), PORT: "http" });
    expect(result.code).toBe(1);
    expect(result.stderr).toContain("PORT");
    expect(result.stderr).toContain('"http"');
  });

  it("explains a data folder that cannot be created", async () => {
    const file = path.join(folder(), "file");
    writeFileSync(file, "");
    const result = await cadastre(["serve"], {
      ...env,
      DATA_DIR: path.join(file, "data"),
      PORT: String(await freePort()),
    });
    expect(result.code).toBe(1);
    expect(result.stderr).toContain("DATA_DIR");
  });

  it("names the PostgreSQL server that does not respond", async () => {
    const result = await cadastre(["serve"], {
      ...env,
      DATA_DIR: folder(),
      PORT: String(await freePort()),
      DATABASE_URL: "postgres://cadastre@127.0.0.1:1/none",
    });
    expect(result.code).toBe(1);
    expect(result.stderr).toContain("127.0.0.1:1");
    expect(result.stderr).toContain("DATABASE_URL");
  });
});

describe("the command line", () => {
  it("shows help", async () => {
    const help = await cadastre(["--help"]);
    expect(help.stdout).toContain("First steps");
    for (const command of ["serve", "import", "catalog", "sample", "keys", "config"]) {
      expect(help.stdout).toContain(command);
      expect((await cadastre([command, "--help"])).stdout).toContain("Usage: cadastre");
    }
  });

  it("prints the configuration with passwords masked", async () => {
    const { stdout } = await cadastre(["config"], { DATABASE_URL: "postgres://me:hidden@db/people" });
    expect(stdout).toContain("BRAND_NAME");
    expect(stdout).not.toContain("hidden");
  });

  it("finds the shipped catalog valid", async () => {
    expect((await cadastre(["catalog", "check"])).code).toBe(0);
  });
});
