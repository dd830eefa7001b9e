import { execFile } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { cadastre, type Product, root, startProduct } from "../support/product";

const run = promisify(execFile);

let product: Product;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), "cadastre-installation-"));
  product = await startProduct({ env: { SAMPLE_DATA: "off" } });
});
afterAll(async () => {
  await product.remove();
  rmSync(folder, { recursive: true, force: true });
});

/** A file with a price of USDC. */
const priceFile = (name: string, price: number, date = "2026-01-08") => {
  const file = path.join(folder, name);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, `entity,metric,date,value\nusdc,price_dollar,${date},${price}\n`);
  return file;
};

/** Runs a line of bash in which `$CADASTRE` is the command. */
const bash = (line: string, env: Record<string, string> = {}) =>
  run("bash", ["-c", line], {
    cwd: folder,
    env: {
      ...process.env,
      BASE_URL: "",
      CADASTRE_SETTINGS: "off",
      DATA_DIR: product.dataDir,
      CADASTRE: `${process.execPath} ${path.join(root, "bin/cadastre.js")}`,
      ...env,
    },
  });

describe("a command", () => {
  it("names the installation that it applies to", async () => {
    expect((await product.cadastre("keys", "list")).stderr).toBe(
      `Installation: data folder ${product.dataDir}, server running (process ${product.process.pid})\n`,
    );
  });

  it.each([
    ["import", () => ["import", priceFile("elsewhere.csv", 1)]],
    ["keys", () => ["keys", "list"]],
    ["quarantine", () => ["quarantine"]],
    ["sample", () => ["sample", "load"]],
    ["export", () => ["export", path.join(folder, "exported")]],
  ])("creates no installation in another folder: %s", async (_, args) => {
    const missing = path.join(folder, "missing");
    const { code, stdout, stderr } = await cadastre(args(), { DATA_DIR: missing });
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toContain(`There is no installation in the data folder ${missing}.`);
    expect(existsSync(missing)).toBe(false);
  });

  it("uses the settings file of the current folder", async () => {
    const settings = path.join(folder, "cadastre.env");
    writeFileSync(settings, `DATA_DIR=${product.dataDir}\n`);
    const { stderr } = await bash('$CADASTRE import "$FILE"', {
      CADASTRE_SETTINGS: "",
      DATA_DIR: "",
      FILE: priceFile("settings.csv", 0.9),
    });
    rmSync(settings);
    expect(stderr).toContain(`data folder ${product.dataDir}, settings ${settings}, server running`);
  });

  it("is rejected if its settings differ from those of the running server", async () => {
    const other = { DATA_DIR: product.dataDir, CATALOG_DIR: folder };
    const loaded = await cadastre(["catalog", "load"], other);
    expect(loaded).toMatchObject({ code: 1, stdout: "" });
    expect(loaded.stderr).toContain(`uses CATALOG_DIR=${path.join(root, "catalog")}, not ${folder}.`);
    const elsewhere = { DATA_DIR: product.dataDir, DATABASE_URL: "postgres://me:hidden@db/people" };
    const listed = await cadastre(["keys", "list"], elsewhere);
    expect(listed).toMatchObject({ code: 1, stdout: "" });
    expect(listed.stderr).toContain("The command's DATABASE_URL differs from that of the running server");
    expect(listed.stderr).not.toContain("hidden");
    // Settings that do not affect the command can differ.
    expect((await cadastre(["keys", "list"], other)).code).toBe(0);
    const same = { DATA_DIR: product.dataDir, CATALOG_DIR: `${root}/docs/../catalog` };
    expect((await cadastre(["catalog", "load"], same)).code).toBe(0);
  });
});

describe("cadastre config", () => {
  it("prints the settings of the running server, and which ones differ here", async () => {
    const { stdout, stderr } = await cadastre(["config"], {
      DATA_DIR: product.dataDir,
      BRAND_NAME: "Another",
      PORT: new URL(product.url).port,
    });
    expect(stdout).toMatch(new RegExp(`^PORT +environment +${new URL(product.url).port}$`, "m"));
    expect(stdout).toMatch(/^BRAND_NAME +default +Cadastre$/m);
    expect(stdout).toMatch(/^SAMPLE_DATA +environment +off$/m);
    expect(stderr).toContain(`server running (process ${product.process.pid})`);
    expect(stderr).toContain("BRAND_NAME is Another here (environment); the running server keeps Cadastre");
    expect(stderr).not.toContain("PORT is");
  });
});

describe("cadastre import", () => {
  it("reads standard input and pipes of the command, not of the server", async () => {
    const text = "entity,metric,date,value\\nusdc,price_dollar,2026-01-0";
    const { stdout } = await bash(
      `printf '${text}1,0.91\\n' | $CADASTRE import - <(printf '${text}2,0.92\\n'); $CADASTRE import /dev/stdin <<< "$(printf '${text}3,0.93')"`,
    );
    expect(stdout).toMatch(/^standard-input: 1 row .* 1 value accepted \(0 unchanged\), 0 rows rejected$/m);
    expect(stdout).toMatch(/^\/dev\/fd\/\d+: 1 row .* 1 value accepted \(0 unchanged\), 0 rows rejected$/m);
    expect(stdout.match(/^standard-input/gm)).toHaveLength(2);
  });

  it("checks files while the server runs, stores nothing and reports by its exit code whether an import would be complete", async () => {
    const check = (file: string) => product.cadastre("import", "--check", file);
    const valid = priceFile("checked.csv", 0.97, "2026-01-17");
    for (let run = 0; run < 2; run += 1) {
      const { code, stdout } = await check(valid);
      expect(code).toBe(0);
      expect(stdout).toContain(
        "checked.csv: 1 row read, 1 value would be accepted (1 new, 0 replacing stored ones",
      );
      expect(stdout).toMatch(/line 2 +usdc +price_dollar +2026-01-17 +0\.97 dollar/);
      expect(stdout).toContain("Nothing was stored.");
    }
    const invalid = await check(priceFile("checked-invalid.csv", 0.97, "2026-02-30"));
    expect(invalid.code).toBe(1);
    expect(invalid.stdout).toContain('not a calendar date, line 2: "2026-02-30" is not a calendar date');
    expect((await product.cadastre("quarantine", "checked-invalid.csv")).stdout).not.toContain("2026-02-30");
  });

  it("accepts standard input once", async () => {
    const twice = await cadastre(["import", "-", "-"], { DATA_DIR: product.dataDir });
    expect(twice).toMatchObject({ code: 1, stderr: 'Standard input ("-") can be given only once.\n' });
  });
});

describe("a command whose output is closed", () => {
  it.each(["quarantine", "config", "keys list", "--help", "export --help"])(
    "ends without an error: %s",
    async (args) => {
      const line = `$CADASTRE ${args} | true; echo \${PIPESTATUS[0]}`;
      const { stdout, stderr } = await bash(line);
      expect(stdout).toBe("0\n");
      expect(stderr).not.toMatch(/EPIPE|Error|^ {2,}at /m);
    },
  );
});

describe("imported files", () => {
  it("are not public: pages and the API name sources, not files, checksums or mappings", async () => {
    const files = [1.01, 1.02].map((price, index) =>
      priceFile(path.join(index === 0 ? "" : "other", "vault-prices.csv"), price, "2026-01-20"),
    );
    const mapping = path.join(folder, "mapping.json");
    writeFileSync(
      mapping,
      JSON.stringify({
        date: "date",
        entity: { column: "entity", entities: { "vault-name": "usdc" } },
        allowMissing: true,
        metric: { column: "metric", metrics: {} },
        value: "value",
      }),
    );
    for (const file of files) expect((await product.cadastre("import", file)).code).toBe(0);
    const mapped = await product.cadastre(
      "import",
      files[1] ?? "",
      "--mapping",
      mapping,
      "--source",
      "vendor-nine",
    );
    expect(mapped.code).toBe(0);

    const status = await (await fetch(`${product.url}/api/v4/status`)).json();
    expect(status.sources.map(({ id, label }: { id: string; label: string }) => [id, label])).toEqual([
      ["vendor-nine", "vendor-nine"],
      ["files", "Imported files"],
    ]);
    const pages = ["/", "/assets/usdc", "/stablecoins", "/networks", "/data-partners", "/api/v4/status"];
    for (const page of [...pages, "/assets/usdc?explain=price_dollar"]) {
      const text = await (await fetch(product.url + page, { headers: { accept: "text/html" } })).text();
      expect([page, /vault-(prices|name)|sha256/i.exec(text)?.[0]]).toEqual([page, undefined]);
    }
    expect(await (await fetch(`${product.url}/assets/usdc`)).text()).toContain("vendor-nine");
  });
});
