import { createHash } from "node:crypto";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { gunzipSync } from "node:zlib";
import { parquetReadObjects } from "hyparquet";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { parseQuery } from "#domain/query";
import { fieldByName, resourceByName } from "#domain/resources";
import { type MarketWorld, openMarketWorld, wholeOf } from "../../../tests/support/marketWorld";
import { exportRows } from "../exportRows";
import { flatColumns } from "../files/flatColumns";
import { metricSeries } from "../metricSeries";
import { type DumpSet, dumpSetNamed, dumpSets } from "./dumpSets";
import type { DumpFormat } from "./dumpStatement";
import { readManifest } from "./manifest";
import { verifyDump } from "./verifyDump";
import { writeDump } from "./writeDump";

let world: MarketWorld;
let parent: string;
let folder: string;
beforeAll(async () => {
  parent = await mkdtemp(path.join(tmpdir(), "dump-"));
  world = await openMarketWorld();
  await world.entityMetrics([
    { type: "asset", id: 57, metric: "holding_addresses_count", val: 110, past: [100, 80, null] },
    { type: "asset", id: 2331, metric: "bridged_token_value_dollar", val: 2000.5, past: [2500.5] },
  ]);
  await world.daily([
    { metric: "bridged_token_value_dollar", listing: 501, date: "2026-02-01", value: 10 },
    { metric: "bridged_token_value_dollar", listing: 502, date: "2026-02-01", value: 5.5 },
    { metric: "bridged_token_value_dollar", listing: 501, date: "2026-02-02", value: 11, isSample: true },
    { metric: "holding_addresses_count", listing: 504, date: "2026-02-02", value: 7 },
    { metric: "apy_7_day_percent", listing: wholeOf(1002), date: "2026-02-02", value: 4.5 },
  ]);
});
afterAll(async () => {
  await world.close();
  await rm(parent, { recursive: true, force: true });
});
let made = 0;
beforeEach(() => {
  made += 1;
  folder = path.join(parent, String(made));
});

function set(name: string): DumpSet {
  const found = dumpSetNamed(name);
  if (found === undefined) throw new Error(`No data set ${name}`);
  return found;
}
const targets = (names: readonly string[], format: DumpFormat = "csv") =>
  names.map((name) => ({ set: set(name), format }));
const write = (names: readonly string[], format: DumpFormat = "csv") =>
  writeDump(world, { folder, files: targets(names, format) });
const text = async (file: string) => (await readFile(path.join(folder, file))).toString();

async function exported(resource: string): Promise<string> {
  const chunks: Uint8Array[] = [];
  const { bytes } = await exportRows(world.market, { resource, query: parseQuery({}), format: "csv" });
  for await (const chunk of bytes) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

test("every resource and every series is a data set, with the columns of its files", () => {
  expect(new Set(dumpSets.map(({ name }) => name)).size).toBe(dumpSets.length);
  for (const { name, columns, rowsOf } of dumpSets) {
    if (rowsOf === null) expect(name).toMatch(/_timeseries$/);
    else
      expect(columns.map((c) => c.name)).toEqual([
        ...flatColumns(rowsOf, null, "csv").columns.map((c) => c.name),
        ...(rowsOf.metricsOf === null ? [] : ["is_sample"]),
      ]);
  }
  const columns = new Map(set("assets").columns.map((column) => [column.name, column]));
  expect(columns.get("ticker")).toMatchObject({ type: fieldByName(resource("assets"), "ticker")?.type });
  expect(columns.get("holding_addresses_count.chg_30d_amt")).toMatchObject({ type: "number", unit: "count" });
  expect(columns.get("holding_addresses_count.chg_30d_pct")).toMatchObject({ unit: "percent" });
  expect(dumpSetNamed("protocols")).toBe(set("platforms"));
});
function resource(name: string) {
  const found = resourceByName(name);
  if (found === undefined) throw new Error(`No resource ${name}`);
  return found;
}

test("everything is written, and CSV has the bytes of the API's own files", async () => {
  const files = [
    ...targets(dumpSets.map(({ name }) => name)),
    ...targets(["assets"], "ndjson"),
    ...targets(["networks", "asset_timeseries", "loan_timeseries"], "parquet"),
  ];
  const { written, kept } = await writeDump(world, { folder, files });
  expect({ written, kept }).toEqual({ written: files.length, kept: 0 });
  expect(await text("loans.csv")).toMatch(/^"id",[^\n]*\n$/);
  for (const name of ["assets", "networks", "measures", "transactions", "jurisdictions"]) {
    expect(await text(`${name}.csv`)).toBe(await exported(name));
  }
  expect(await text("assets.csv")).toContain("'=GOLD");
  const rows = (await text("assets.ndjson"))
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(rows.find(({ id }) => id === 57)).toMatchObject({
    ticker: "OUSG",
    network_ids: [1, 3],
    holding_addresses_count: 110,
    "holding_addresses_count.chg_30d_pct": 37.5,
    "holding_addresses_count.val_90d": null,
  });
  const parquet = await parquetReadObjects({
    file: new Uint8Array(await readFile(path.join(folder, "networks.parquet"))).buffer,
  });
  expect(parquet.map(({ slug }) => slug).sort()).toEqual(["arbitrum", "base", "ethereum", "polygon"]);
});

test("series contain every value of the API, one per row", async () => {
  await write(["asset_timeseries", "token_timeseries"], "ndjson");
  const rows = (await text("asset_timeseries.ndjson"))
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  const value = rows.filter(({ measure_slug }) => measure_slug === "bridged_token_value_dollar");
  // By hand: the two tokens of the asset on the first day.
  expect(value[0]).toEqual({
    date: "2026-02-01",
    measure_id: 71,
    measure_slug: "bridged_token_value_dollar",
    asset_id: 57,
    asset_slug: "ousg",
    value: 15.5,
    is_sample: false,
  });
  const { results } = await metricSeries(world.market, {
    resource: "assets",
    query: parseQuery({
      filter: { operator: "equals", field: "measure_slug", value: "bridged_token_value_dollar" },
      aggregate: { groupBy: "asset" },
    }),
  });
  const points = results.flatMap(({ group, points }) => points.map((point) => [group.id, ...point]));
  expect(value.map((row) => [row.asset_id, row.date, row.value])).toEqual(points);
  const tokenRows = (await text("token_timeseries.ndjson"))
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  const marked = tokenRows.filter(({ is_sample }) => is_sample);
  expect(marked.map(({ token_id, date }) => [token_id, date])).toEqual([[501, "2026-02-02"]]);
  const tokens = tokenRows.map((row) => [row.measure_slug, row.token_id, row.date, row.value]);
  const answered = await metricSeries(world.market, {
    resource: "tokens",
    query: parseQuery({
      filter: {
        operator: "in",
        field: "measure_slug",
        value: ["bridged_token_value_dollar", "holding_addresses_count", "apy_7_day_percent"],
      },
    }),
  });
  const expected = answered.results.flatMap(({ measure, group, points }) =>
    points.map(([date, value]) => [measure.slug, group.id, date, value]),
  );
  expect(expected).toHaveLength(5);
  expect(tokens.map(String).sort()).toEqual(expected.map(String).sort());
});

test("the manifest states the content, data version and checksum of each file", async () => {
  const { files } = await write(["networks", "asset_timeseries"]);
  const manifest = await readManifest(folder);
  expect(manifest?.files).toEqual([...files].sort((a, b) => (a.file < b.file ? -1 : 1)));
  const networks = manifest?.files.find(({ resource }) => resource === "networks");
  const content = await readFile(path.join(folder, "networks.csv"));
  expect(networks).toMatchObject({
    file: "networks.csv",
    format: "csv",
    rows: 4,
    bytes: content.length,
    sha256: createHash("sha256").update(content).digest("hex"),
    as_of: "2026-02-03",
    has_sample: false,
  });
  expect(networks?.catalog_version).not.toBe("");
  expect(networks?.columns[0]).toEqual({ name: "id", type: "id", unit: null, nullable: false });
  expect(manifest?.files.find(({ resource }) => resource === "asset_timeseries")?.has_sample).toBe(true);
});

test("gzipped files have the same content", async () => {
  await write(["networks"]);
  await writeDump(world, { folder, files: [{ set: set("networks"), format: "csv", isGzipped: true }] });
  const plain = gunzipSync(await readFile(path.join(folder, "networks.csv.gz"))).toString();
  expect(plain).toBe(await text("networks.csv"));
  expect(await verifyDump(folder)).toMatchObject({ sound: 2, problems: [] });
});

test("interrupted writing leaves complete files, and the next run completes the rest", async () => {
  const stopped = writeDump(world, {
    folder,
    files: targets(["networks", "assets", "tokens"]),
    report: (_, file) => {
      if (file === "tokens.csv") throw new Error("stopped");
    },
  });
  await expect(stopped).rejects.toThrow("stopped");
  // The state after a process was killed within a file.
  await writeFile(path.join(folder, "tokens.csv.part"), "half");
  expect(await verifyDump(folder)).toMatchObject({ sound: 2, problems: [] });
  const reported: string[] = [];
  const again = await writeDump(world, {
    folder,
    files: targets(["networks", "assets", "tokens"]),
    report: (_, file) => reported.push(file),
  });
  expect(again).toMatchObject({ written: 1, kept: 2 });
  expect((await readdir(folder)).sort()).toEqual([
    "assets.csv",
    "manifest.json",
    "networks.csv",
    "tokens.csv",
  ]);
  expect(again.files.map(({ rows }) => rows)).toEqual([4, 4, 5]);
});

// From here on mostly sets without metrics: a row with all metrics takes hundreds of columns, on which these
// tests do not depend.
test("a file that is truncated or has other data is written again", async () => {
  await write(["jurisdictions", "citations"]);
  await writeFile(path.join(folder, "jurisdictions.csv"), "cut");
  expect(await write(["jurisdictions", "citations"])).toMatchObject({ written: 1, kept: 1 });
  await world.store.insert("settings", [
    { name: "data_version", value: "4000000000", version: 4_000_000_000 },
  ]);
  const { written, files } = await write(["jurisdictions", "citations"]);
  expect(written).toBe(2);
  expect(files.map((file) => file.data_version)).toEqual([4_000_000_000, 4_000_000_000]);
});

test("verifying names missing, truncated and changed files", async () => {
  await write(["jurisdictions", "citations", "networks", "measures"]);
  await rm(path.join(folder, "jurisdictions.csv"));
  await writeFile(path.join(folder, "citations.csv"), "short");
  const networks = await text("networks.csv");
  await writeFile(path.join(folder, "networks.csv"), networks.replace("Ethereum", "Ethereal"));
  const { sound, problems } = await verifyDump(folder);
  expect(sound).toBe(1);
  expect(problems.map((problem) => problem.split(":")[0])).toEqual([
    "citations.csv",
    "jurisdictions.csv",
    "networks.csv",
  ]);
});

test("a folder with other content, or with an invalid manifest, is not changed", async () => {
  await mkdir(folder);
  await writeFile(path.join(folder, "thesis.txt"), "mine");
  await expect(write(["jurisdictions"])).rejects.toThrow(/contains other files \(thesis\.txt\)/);
  expect(await readdir(folder)).toEqual(["thesis.txt"]);
  await writeFile(
    path.join(folder, "manifest.json"),
    '{"manifest_version":1,"files":[{"file":"../../etc/passwd"}]}',
  );
  await expect(write(["jurisdictions"])).rejects.toThrow(/is not an export manifest/);
  await expect(verifyDump(folder)).rejects.toThrow(/is not an export manifest/);
});

test("a partial file with a foreign name is not part of an export, and is not removed", async () => {
  await mkdir(folder);
  await writeFile(path.join(folder, "film.mkv.part"), "theirs");
  await expect(write(["jurisdictions"])).rejects.toThrow(/contains other files \(film\.mkv\.part\)/);
  await rm(path.join(folder, "film.mkv.part"));
  await write(["jurisdictions"]);
  await writeFile(path.join(folder, "film.mkv.part"), "theirs");
  await write(["jurisdictions"]);
  expect(await readdir(folder)).toContain("film.mkv.part");
});

test("a folder that cannot be written is reported", async () => {
  await mkdir(folder);
  await writeFile(path.join(folder, "file"), "");
  folder = path.join(folder, "file", "inside");
  await expect(write(["jurisdictions"])).rejects.toThrow(/cannot be written \(ENOTDIR\)/);
});
