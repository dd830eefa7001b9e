/** Taking back an import on the command line, with the server running and stopped, over sample data. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { catalogKindNames, catalogKinds } from "#domain/catalog";
import { asset, network, token } from "../../src/ingest/testSupport/catalogBuilder";
import { type ApiRow, callApi } from "../support/callApi";
import { cadastre, type Product, startProduct } from "../support/product";

const names = Array.from({ length: 10 }, (_, i) => `fund-${String.fromCharCode(97 + i)}`);
let folder: string;
let product: Product;
let key: string;
let env: Record<string, string>;

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "cadastre-undo-"));
  const rows: Record<string, object[]> = {
    "networks.jsonl": [network(1, "ethereum")],
    "assets/all.jsonl": names.map((name, i) => asset(100_101 + i, name)),
    "tokens/all.jsonl": names.map((name, i) => token(100_201 + i, name, "ethereum")),
  };
  const empty = catalogKindNames.map((kind) => [catalogKinds[kind].path.replace("*", "all"), []] as const);
  for (const [name, list] of [...empty, ...Object.entries(rows)]) {
    const file = path.join(folder, "catalog", name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, list.map((row) => `${JSON.stringify(row)}\n`).join(""));
  }
  env = { CATALOG_DIR: path.join(folder, "catalog"), BUNDLED_CATALOG: "off" };
  product = await startProduct({ env, dataDir: path.join(folder, "data") });
  key = (await product.cadastre("keys", "create", "--name", "Reader")).stdout.trim();
});
afterAll(async () => {
  await product?.stop("SIGKILL");
  rmSync(folder, { recursive: true, force: true });
});

/** Days of this year before yesterday, up to which sample data reaches. */
const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);

/** Rows of all assets and the series of a metric, without the data version. */
async function served(): Promise<{ assets: ApiRow[]; series: ApiRow[] }> {
  const site = { site: product.url, key };
  const assets = await callApi(site, "/assets", {});
  const series = await callApi(site, "/asset_timeseries", {
    filter: { field: "measure_slug", operator: "equals", value: "price_dollar" },
  });
  expect(assets.results).toHaveLength(names.length);
  expect(series.results.length).toBeGreaterThan(0);
  return { assets: assets.results, series: series.results };
}

const write = (name: string, value: number) => {
  const file = path.join(folder, name);
  const rows = names.flatMap((asset) =>
    [9, 5, 2].flatMap((ago) => [
      `${asset}-ethereum,total_supply_token,${day(ago)},${value}`,
      `${asset},price_dollar,${day(ago)},${value}`,
    ]),
  );
  writeFileSync(file, `entity,metric,date,value\n${rows.join("\n")}\n`);
  return file;
};

it("restores the sample figures of ten assets that a wrong file had replaced", async () => {
  const before = await served();
  expect((await product.cadastre("import", write("wrong.csv", 123_456))).code).toBe(0);
  expect(await served()).not.toEqual(before);

  const listed = await product.cadastre("imports", "list");
  expect(listed.stdout).toMatch(
    new RegExp(
      `^ *\\d+ {2}wrong\\.csv {2}\\(files; .* UTC; 60 rows, 60 accepted, 0 rows rejected; 60 figures, ${day(9)} to ${day(2)}, 20 entities, 2 metrics; by operator`,
    ),
  );

  const misnamed = await product.cadastre("imports", "undo", "wrnog.csv", "--yes");
  expect(misnamed.code).toBe(1);
  expect(misnamed.stderr).toContain('There is no import, source or id "wrnog.csv". Did you mean wrong.csv?');

  const refused = await product.cadastre("import", "undo", "wrong.csv");
  expect(refused.code).toBe(1);
  expect(refused.stdout).toContain("60 figures of wrong.csv");
  expect(refused.stdout).toContain("10 assets would have no imported figure");
  expect(refused.stdout).toContain("  Networks (1): /networks/ethereum");
  expect(refused.stdout).toMatch(
    / {2}Assets \(10\): \/assets\/fund-a, \/assets\/fund-b, \/assets\/fund-c, \/assets\/fund-d, \/assets\/fund-e and 5 more/,
  );
  expect(refused.stdout).toMatch(/ {2}fund-\w-ethereum total_supply_token: 123456 on .* → .* \(sample\)/);
  expect(refused.stderr).toContain(
    "Nothing was removed: there is no terminal to ask on. Confirm with --yes.",
  );
  expect((await product.cadastre("imports", "list")).stdout).toBe(listed.stdout);

  const undone = await product.cadastre("imports", "undo", "wrong.csv", "--yes");
  expect(undone).toMatchObject({
    code: 0,
    stdout: expect.stringContaining(
      "Removed 60 figures of 10 assets, reported by wrong.csv. 10 assets without imported figures show sample figures again.",
    ),
  });
  expect(await served()).toEqual(before);
  expect((await product.cadastre("imports", "list")).stdout).toMatch(/no stored figures; .*taken back on /);
});

it("marks a value as wrong, keeps the mark when it is imported again, and restores it", async () => {
  const file = path.join(folder, "marked.csv");
  const rows = [5, 4, 3, 2, 1].map((ago) => `fund-a,price_dollar,${day(ago)},${ago === 2 ? 321 : 3}`);
  writeFileSync(file, `entity,metric,date,value\n${rows.join("\n")}\n`);
  expect((await product.cadastre("import", file)).code).toBe(0);
  const before = await served();
  const wrong = ["fund-a", "price_dollar", day(2), "--reason", "Not in dollars"];
  const previewed = await product.cadastre("observations", "supersede", ...wrong);
  expect(previewed.code).toBe(1);
  expect(previewed.stdout).toContain(
    `price_dollar of fund-a (whole asset) on ${day(2)}: 321, reported by files in marked.csv.`,
  );
  expect(previewed.stderr).toContain(
    "Nothing was marked: there is no terminal to ask on. Confirm with --yes.",
  );
  expect(await served()).toEqual(before);

  const marked = await product.cadastre("observations", "supersede", ...wrong, "--yes");
  expect(marked).toMatchObject({ code: 0, stdout: expect.stringContaining("It is no longer used") });
  expect(await served()).not.toEqual(before);
  const after = await served();
  const listed = await product.cadastre("observations", "list");
  expect(listed.stdout).toMatch(
    new RegExp(
      `^ *(\\d+) {2}price_dollar of fund-a \\(whole asset\\) on ${day(2)}: 321 \\(files, marked\\.csv; superseded\\)\n *Not in dollars \\(operator`,
    ),
  );
  expect((await product.cadastre("import", "--again", file)).code).toBe(0);
  expect(await served()).toEqual(after);
  const id = /\d+/.exec(listed.stdout)?.[0] ?? "";
  expect(await product.cadastre("observations", "restore", id)).toMatchObject({
    code: 0,
    stdout: expect.stringContaining("It counts again."),
  });
  expect(await served()).toEqual(before);
  expect((await product.cadastre("imports", "undo", "marked.csv", "--yes")).code).toBe(0);
});

it("says what removing an asset from the catalog leaves, before and after loading it", async () => {
  expect((await product.cadastre("import", write("kept.csv", 77))).code).toBe(0);
  const before = await served();
  const file = path.join(folder, "catalog/assets/all.jsonl");
  const tokens = path.join(folder, "catalog/tokens/all.jsonl");
  const [assetRows, tokenRows] = [readFileSync(file, "utf8"), readFileSync(tokens, "utf8")];
  const without = (rows: string) =>
    rows
      .split("\n")
      .filter((row) => !row.includes('"fund-a"'))
      .join("\n");
  writeFileSync(file, without(assetRows));
  writeFileSync(tokens, without(tokenRows));
  const check = await product.cadastre("catalog", "check");
  expect(check.stdout).toContain("would not be shown any more");
  expect(check.stdout).toMatch(/ {2}fund-a \(asset 100101\): 3 figures of 1 metric, .* from kept\.csv/);
  const load = await product.cadastre("catalog", "load");
  expect(load.stdout).toContain("no longer in the catalog: 2 assets and tokens.");
  expect(load.stdout).toMatch(/ {2}total_asset_value_dollar: \d+ → \d+/);
  writeFileSync(file, assetRows);
  writeFileSync(tokens, tokenRows);
  expect((await product.cadastre("catalog", "load")).stdout).toContain(
    "In the catalog again: 2 assets and tokens. Their stored figures are shown again:",
  );
  expect(await served()).toEqual(before);
  expect((await product.cadastre("imports", "undo", "kept.csv", "--yes")).code).toBe(0);
});

it("also works while the server is stopped, and for a part", async () => {
  const file = write("right.csv", 500);
  expect((await product.cadastre("import", file)).code).toBe(0);
  const before = await served();
  writeFileSync(
    path.join(folder, "second.csv"),
    `entity,metric,date,value\nfund-b,price_dollar,${day(1)},77\nfund-b-ethereum,total_supply_token,${day(1)},78\n`,
  );
  expect((await product.cadastre("import", path.join(folder, "second.csv"), "--source", "vendor")).code).toBe(
    0,
  );
  const both = await served();
  expect(both).not.toEqual(before);
  expect(await product.stop()).toBe(0);

  const stopped = { ...env, DATA_DIR: product.dataDir };
  const undo = (...args: string[]) => cadastre(["imports", "undo", "vendor", "--yes", ...args], stopped);
  expect(await undo("--metric", "price_dollar", "--entity", "fund-b")).toMatchObject({
    code: 0,
    stdout: expect.stringContaining("Removed 1 figure of 1 asset, reported by second.csv."),
  });
  expect(await undo("--from", day(1))).toMatchObject({
    code: 0,
    stdout: expect.stringContaining("Removed 1 figure of 1 asset"),
  });
  expect(await undo()).toMatchObject({ code: 0, stdout: expect.stringMatching(/^Nothing to remove: /) });

  // No asset is left with sample data.
  product = await startProduct({ env, dataDir: product.dataDir, waitForSample: false });
  expect(await served()).toEqual(before);
});
