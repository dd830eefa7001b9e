import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type MarketWorld, openMarketWorld } from "../../../tests/support/marketWorld";
import { dataSetStore, storedTargets, writeDataSets } from "./dataSetStore";
import { dumpSetNamed, dumpSets } from "./dumpSets";
import { storedSets } from "./storedSets";
import type { DumpTarget } from "./writeDump";

let world: MarketWorld;
let parent: string;
let folder: string;
let made = 0;
beforeAll(async () => {
  parent = await mkdtemp(path.join(tmpdir(), "data-sets-"));
  world = await openMarketWorld();
});
afterAll(async () => {
  await world.close();
  await rm(parent, { recursive: true, force: true });
});
beforeEach(() => {
  made += 1;
  folder = path.join(parent, String(made));
});

const filesOf = (name: string): DumpTarget[] => {
  const set = dumpSetNamed(name);
  return set === undefined
    ? []
    : [
        { set, format: "parquet" },
        { set, format: "csv", isGzipped: true },
      ];
};
// Two without metrics: a row with all metrics takes hundreds of columns, on which days and versions do not
// depend.
const files = ["jurisdictions", "citations"].flatMap(filesOf);
const write = (day: string, written = files) =>
  writeDataSets(world, { folder, day, keep: 2, files: written });
const days = async () => (await dataSetStore(folder).versions()).map(({ day }) => day);

test("every data set is stored as Parquet, and rows as compressed CSV too", () => {
  const of = (format: string) => storedTargets.filter((target) => target.format === format);
  expect(of("parquet").map(({ set }) => set)).toEqual(dumpSets);
  expect(of("csv").map(({ set }) => set)).toEqual(dumpSets.filter(({ series }) => series === null));
});

test("there are none before the first were written", async () => {
  const store = dataSetStore(folder);
  expect(await store.versions()).toEqual([]);
  expect(await store.file("2026-02-03", "jurisdictions.parquet")).toBeNull();
  expect(await storedSets(store)).toBeNull();
});

test("a day has one version, and only the latest few are retained", async () => {
  const store = dataSetStore(folder);
  expect(await write("2026-02-01")).toBe(true);
  expect(await write("2026-02-01")).toBe(false);
  expect(await write("2026-02-02")).toBe(true);
  expect((await store.versions()).map(({ day }) => day)).toEqual(["2026-02-02", "2026-02-01"]);
  expect(await write("2026-02-03")).toBe(true);
  expect((await store.versions()).map(({ day }) => day)).toEqual(["2026-02-03", "2026-02-02"]);
  expect((await readdir(folder)).sort()).toEqual(["2026-02-02", "2026-02-03"]);
  expect(await store.file("2026-02-01", "jurisdictions.parquet")).toBeNull();
});

test("a version is invisible until it is complete, and an interrupted one is continued", async () => {
  await write("2026-02-01");
  const stopped = writeDataSets(world, {
    folder,
    day: "2026-02-02",
    keep: 2,
    files,
    report: (_, file) => {
      if (file === "citations.parquet") throw new Error("stopped");
    },
  });
  await expect(stopped).rejects.toThrow("stopped");
  expect(await days()).toEqual(["2026-02-01"]);
  const half = path.join(folder, "2026-02-02.part", "jurisdictions.parquet");
  const { ino } = await stat(half);
  expect(await write("2026-02-02")).toBe(true);
  expect(await days()).toEqual(["2026-02-02", "2026-02-01"]);
  const whole = path.join(folder, "2026-02-02", "jurisdictions.parquet");
  expect((await stat(whole)).ino).toBe(ino);
});

test("an unfinished version of an earlier day is removed", async () => {
  await mkdir(path.join(folder, "2026-01-31.part"), { recursive: true });
  await writeFile(path.join(folder, "2026-01-31.part", "citations.parquet.part"), "half");
  await write("2026-02-01");
  expect(await readdir(folder)).toEqual(["2026-02-01"]);
});

test("only names in the manifest lead to a file", async () => {
  await write("2026-02-01");
  const store = dataSetStore(folder);
  const found = await store.file("2026-02-01", "jurisdictions.csv.gz");
  expect(found?.path).toBe(path.join(folder, "2026-02-01", "jurisdictions.csv.gz"));
  expect((await readFile(found?.path ?? "")).length).toBe(found?.file.bytes);
  for (const [day, name] of [
    ["2026-02-01", "../2026-02-01/jurisdictions.csv.gz"],
    ["2026-02-01", "manifest.json"],
    ["2026-02-01/../2026-02-01", "jurisdictions.csv.gz"],
    ["..", "jurisdictions.csv.gz"],
    ["2026-02-02", "jurisdictions.csv.gz"],
  ] as const) {
    expect(await store.file(day, name)).toBeNull();
  }
});

test("versions list each set's columns, rows and files", async () => {
  const ofNetworks = filesOf("networks");
  await write("2026-02-01", ofNetworks);
  await write("2026-02-02", ofNetworks);
  const stored = await storedSets(dataSetStore(folder));
  expect(stored).toMatchObject({ version: "2026-02-02", earlier: ["2026-02-01"], has_sample: false });
  const networks = stored?.sets.find(({ slug }) => slug === "networks");
  expect(networks).toMatchObject({ label: "Networks", rows: 4, permissions: ["public"] });
  expect(networks?.columns[0]).toEqual({ name: "id", type: "id", unit: null });
  expect(networks?.columns.some(({ name }) => name.includes("holding_addresses"))).toBe(false);
  expect(networks?.metrics).toBeGreaterThan(40);
  expect(networks?.files.map(({ file }) => file).sort()).toEqual(["networks.csv.gz", "networks.parquet"]);
});
