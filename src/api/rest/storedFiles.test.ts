import { createHash } from "node:crypto";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createLimits } from "#accounts/limits";
import { type Caller, type FeatureFlag, featureFlagDefaults } from "#domain/vocabulary";
import { type DumpTarget, dataSetStore, dumpSetNamed, writeDataSets } from "#market";
import { openPeopleStore, type PeopleStore } from "#stores";
import { type MarketWorld, openMarketWorld } from "../../../tests/support/marketWorld";
import { createRestApi } from "./createRestApi";

let world: MarketWorld;
let people: PeopleStore;
let folder: string;
let api: ReturnType<typeof createRestApi>;
let caller: Caller;
const account = (...flags: FeatureFlag[]): Caller => ({
  id: "u1",
  features: { ...featureFlagDefaults, ...Object.fromEntries(flags.map((flag) => [flag, true])) },
});
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "stored-files-"));
  world = await openMarketWorld();
  people = await openPeopleStore({ url: null, folder: "memory://" });
  const files = ["networks", "loans", "asset_timeseries"].flatMap((name): DumpTarget[] => {
    const set = dumpSetNamed(name);
    if (set === undefined) return [];
    return [
      { set, format: "parquet" },
      { set, format: "csv", isGzipped: true },
    ];
  });
  await writeDataSets(world, { folder, day: "2026-02-01", keep: 2, files });
  api = createRestApi({
    market: world.market,
    people,
    dataSets: dataSetStore(folder),
    callerOf: async () => caller,
    limits: createLimits(people, { files: 10_000 }),
  });
  caller = account("enable-data-downloads");
});
afterAll(async () => {
  await world.close();
  await people.close();
  await rm(folder, { recursive: true, force: true });
});

const get = async (file: string, headers: Record<string, string> = {}, method = "GET") =>
  api.request(`/export/stored/2026-02-01/${file}`, { headers, method });
const onDisk = (file: string) => readFile(path.join(folder, "2026-02-01", file));
const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer());

test("a stored file is sent with its length, tag and checksum", async () => {
  const whole = await onDisk("networks.parquet");
  const sha256 = createHash("sha256").update(whole).digest();
  const response = await get("networks.parquet");
  expect(response.status).toBe(200);
  expect(await bytesOf(response)).toEqual(whole);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    "content-length": String(whole.length),
    "accept-ranges": "bytes",
    etag: `"${sha256.toString("hex")}"`,
    "repr-digest": `sha-256=:${sha256.toString("base64")}:`,
    "content-disposition": 'attachment; filename="2026-02-01-networks.parquet"',
  });
  const csv = await get("networks.csv.gz");
  expect(csv.headers.get("content-type")).toBe("application/gzip");
  expect(csv.headers.has("content-encoding")).toBe(false);
  expect(gunzipSync(await bytesOf(csv)).toString()).toMatch(/^"id",/);
});

test("a download resumes after an interruption, and restarts if the file changed", async () => {
  const whole = await onDisk("networks.parquet");
  const tag = (await get("networks.parquet", {}, "HEAD")).headers.get("etag") ?? "";
  const part = await get("networks.parquet", { range: "bytes=1000-", "if-range": tag });
  expect(part.status).toBe(206);
  expect(part.headers.get("content-range")).toBe(`bytes 1000-${whole.length - 1}/${whole.length}`);
  expect(part.headers.get("content-length")).toBe(String(whole.length - 1000));
  expect(await bytesOf(part)).toEqual(whole.subarray(1000));
  const others = await get("networks.parquet", { range: "bytes=1000-", "if-range": '"of yesterday"' });
  expect(others.status).toBe(200);
  expect(await bytesOf(others)).toEqual(whole);
});

test.each([
  ["bytes=0-3", 0, 4],
  ["bytes=4-4", 4, 5],
  ["bytes=10-999999999", 10, undefined],
  ["bytes=-4", -4, undefined],
  ["bytes=-999999999", 0, undefined],
])("the range %s returns the same bytes of the file", async (range, from, to) => {
  const whole = await onDisk("networks.parquet");
  const response = await get("networks.parquet", { range });
  expect(response.status).toBe(206);
  expect(await bytesOf(response)).toEqual(whole.subarray(from, to));
});

test.each(["bytes=", "bytes=-", "bytes=5-2", "bytes=0-1,4-5", "items=0-1", "bytes=a-b", "bytes=1e3-"])(
  "a header that is not a single range (%s) returns the full file",
  async (range) => {
    const response = await get("networks.parquet", { range });
    expect(response.status).toBe(200);
    expect((await bytesOf(response)).length).toBe((await onDisk("networks.parquet")).length);
  },
);

test("a range beyond the end is rejected with the size", async () => {
  const { length } = await onDisk("networks.parquet");
  for (const range of [`bytes=${length}-`, "bytes=-0"]) {
    const response = await get("networks.parquet", { range });
    expect(response.status).toBe(416);
    expect(response.headers.get("content-range")).toBe(`bytes */${length}`);
  }
});

test("HEAD returns only headers, and a matching tag returns 304", async () => {
  const head = await get("networks.parquet", {}, "HEAD");
  expect(head.status).toBe(200);
  expect(head.headers.get("content-length")).toBe(String((await onDisk("networks.parquet")).length));
  expect(await head.text()).toBe("");
  const ranged = await get("networks.parquet", { range: "bytes=0-9" }, "HEAD");
  expect([ranged.status, ranged.headers.get("content-range")]).toEqual([200, null]);
  const etag = head.headers.get("etag") ?? "";
  for (const known of [etag, `"x", W/${etag}`, "*"]) {
    expect((await get("networks.parquet", { "if-none-match": known })).status).toBe(304);
  }
});

test("the manifest lists every file, and is public", async () => {
  caller = { id: "", features: featureFlagDefaults };
  const response = await get("manifest.json");
  expect(response.status).toBe(200);
  const { files } = (await response.json()) as { files: { file: string }[] };
  expect(files.map(({ file }) => file)).toContain("networks.parquet");
  expect(JSON.stringify(files)).not.toContain(folder);
});

test("files require the same permissions as current files of the same rows", async () => {
  const statuses = async (who: Caller) => {
    caller = who;
    const names = ["networks.csv.gz", "networks.parquet", "loans.parquet", "asset_timeseries.parquet"];
    return Promise.all(names.map(async (name) => (await get(name)).status));
  };
  expect(await statuses({ id: "", features: featureFlagDefaults })).toEqual([200, 401, 401, 401]);
  expect(await statuses(account())).toEqual([200, 403, 403, 403]);
  expect(await statuses(account("enable-data-downloads"))).toEqual([200, 200, 403, 403]);
  expect(await statuses(account("enable-data-downloads", "enable-experimental-features"))).toEqual([
    200, 200, 200, 403,
  ]);
  expect(await statuses(account("enable-data-downloads", "enable-api-keys"))).toEqual([200, 200, 403, 200]);
});

test("other paths are not found", async () => {
  caller = account("enable-data-downloads");
  for (const address of [
    "/export/stored/2026-02-01/",
    "/export/stored/2026-02-02/networks.parquet",
    "/export/stored/2026-02-01/assets.parquet",
    "/export/stored/2026-02-01/..%2f2026-02-01%2fnetworks.parquet",
    "/export/stored/2026-02-01/networks.parquet.part",
    "/export/stored/9999-99-99/manifest.json",
  ]) {
    expect((await api.request(address)).status, address).toBe(404);
  }
  expect((await get("networks.parquet", {}, "POST")).status).toBe(405);
  expect((await get("networks.parquet", { "sec-fetch-site": "cross-site" })).status).toBe(403);
});
