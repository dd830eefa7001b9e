import { spawn } from "node:child_process";
import { mkdirSync, readdirSync } from "node:fs";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { RateLimitedError, UnavailableError, UnprocessableError } from "#domain/errors";
import { type DownloadRequest, type DownloadStore, openDownloadStore } from "./downloadStore";

let root: string;
let folders = 0;
const open: DownloadStore[] = [];
beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), "download-store-"));
});
afterAll(async () => {
  for (const store of open) await store.close();
  await rm(root, { recursive: true, force: true });
});

async function opened(options: Partial<Parameters<typeof openDownloadStore>[0]> = {}) {
  folders += 1;
  const folder = options.folder ?? path.join(root, String(folders));
  const store = await openDownloadStore({ ...options, folder, limits: { freeBytes: 0, ...options.limits } });
  open.push(store);
  return { store, folder };
}

async function* parts(...texts: string[]) {
  for (const text of texts) yield Buffer.from(text);
}
const wanted = (given: Partial<DownloadRequest> & { texts?: string[] } = {}): DownloadRequest => ({
  owner: "key 1",
  question: "all",
  terms: {},
  name: "assets",
  dataVersion: async () => "1",
  make: async () => ({
    format: "csv",
    contentType: "text/csv",
    rows: 2,
    bytes: parts(...(given.texts ?? ["a\n", "b\n"])),
  }),
  within: (_, task) => task(),
  ...given,
});
const waiting = { waitMs: 600_000 };

test("a file has a single version of the data: it is restarted when the version changes", async () => {
  const { store, folder } = await opened();
  const versions = ["1", "1", "2", "2", "2"];
  let tries = 0;
  const download = await store.request(
    wanted({
      dataVersion: async () => versions.shift() ?? "2",
      make: async () => {
        tries += 1;
        return { format: "csv", contentType: "text/csv", rows: 1, bytes: parts(`try ${tries}`) };
      },
    }),
    waiting,
  );
  expect(download).toMatchObject({ data_version: "2", bytes: 5 });
  expect(await readFile(path.join(folder, `${download?.id}.csv`), "utf8")).toBe("try 2");

  let moving = 0;
  const never = wanted({ question: "other", dataVersion: async () => String(moving++) });
  await expect(store.request(never, waiting)).rejects.toThrow("kept changing");
  expect(await readdir(folder)).toHaveLength(2);
});

test("the same request returns the same file until the data has changed for a while, then a replacement", async () => {
  let now = Date.parse("2026-02-03T12:00:00Z");
  const { store, folder } = await opened({ now: () => now, limits: { reuseMs: 1_000 } });
  const ask = (dataVersion: string) =>
    store.request(wanted({ dataVersion: async () => dataVersion }), waiting);
  const first = await ask("1");
  now += 5_000;
  expect(await ask("1")).toEqual(first);
  const second = await ask("2");
  expect(second?.id).not.toBe(first?.id);
  expect(await ask("3")).toEqual(second);
  expect((await readdir(folder)).sort()).toEqual([`${second?.id}.csv`, `${second?.id}.json`]);
  expect(await store.file(first?.id ?? "")).toBeNull();
  now += 86_400_000;
  expect(await store.file(second?.id ?? "")).toBeNull();
  expect(await readdir(folder)).toEqual([]);
});

test("the files of an owner use a part of the space; obsolete files are removed to free it", async () => {
  const ended = new Set<string>();
  const { store } = await opened({
    limits: { totalBytes: 10, ownerShare: 0.4 },
    isToKeep: async ({ owner }) => !ended.has(owner),
  });
  const ask = (owner: string, question: string, text = "abcd") =>
    store.request(wanted({ owner, question, texts: [text] }), waiting);
  expect(await ask("a", "1")).toMatchObject({ bytes: 4 });
  await expect(ask("a", "2", "e")).rejects.toThrow(RateLimitedError);
  await expect(ask("b", "1", "abcde")).rejects.toThrow(UnprocessableError);
  expect(await ask("b", "1")).toMatchObject({ bytes: 4 });
  await expect(ask("c", "1")).rejects.toThrow(UnavailableError);
  ended.add("a");
  expect(await ask("c", "1")).toMatchObject({ bytes: 4 });
});

test("a repeated request receives the reason of a failure, and the next one starts a new attempt", async () => {
  const { store } = await opened();
  let fail: (error: Error) => void = () => undefined;
  const failing = new Promise<never>((_, reject) => {
    fail = reject;
  });
  const failingRequest = wanted({ make: () => failing });
  expect(await store.request(failingRequest, { waitMs: 0 })).toBeNull();
  fail(new UnprocessableError("Too much."));
  await failing.catch(() => undefined);
  await expect
    .poll(() => store.request(failingRequest, { waitMs: 0 }).then(String, (error: Error) => error.message))
    .toBe("Too much.");
  expect(await store.request(wanted(), waiting)).toMatchObject({ rows: 2 });
});

test("the wait for a slot does not count towards the time limit", async () => {
  const { store } = await opened({ limits: { makeMs: 0 } });
  const queued = wanted({
    // Longer than the time limit.
    within: async () => {
      await new Promise((resolve) => setTimeout(resolve, 5));
      throw new UnavailableError("Preparing files: queued.", { retryAfter: 5 });
    },
  });
  await expect(store.request(queued, waiting)).rejects.toThrow("queued");
});

test("a file whose manifest cannot be written is removed completely", async () => {
  let isBlocked = true;
  const folder = path.join(root, "blocked");
  const { store } = await opened({
    folder,
    now: () => {
      // The time at which the file was created, once it has its final name.
      const file = readdirSync(folder).find((name) => name.endsWith(".csv"));
      if (isBlocked && file !== undefined)
        mkdirSync(path.join(folder, file.replace(".csv", ".json")), { recursive: true });
      return Date.now();
    },
  });
  await expect(store.request(wanted(), waiting)).rejects.toThrow();
  const left = await readdir(folder);
  expect(left).toEqual([expect.stringMatching(/\.json$/)]);
  isBlocked = false;
  expect(await store.request(wanted(), waiting)).toMatchObject({ rows: 2 });
});

test("a process that is killed while it writes leaves no file that is served", async () => {
  const { store, folder } = await opened();
  const kept = await store.request(wanted(), waiting);
  await store.close();
  const script = path.join(root, "writes.mts");
  await writeFile(
    script,
    `import { openDownloadStore } from ${JSON.stringify(path.join(import.meta.dirname, "downloadStore.ts"))};
const store = await openDownloadStore({ folder: ${JSON.stringify(folder)}, limits: { freeBytes: 0 } });
async function* endless() { yield Buffer.from("half"); console.log("writing"); await new Promise((resolve) => setTimeout(resolve, 600_000)); }
await store.request({
  owner: "key 1", question: "endless", terms: {}, name: "assets", dataVersion: async () => "1",
  make: async () => ({ format: "csv", contentType: "text/csv", rows: 1, bytes: endless() }),
  within: (_, task) => task(),
}, { waitMs: 600_000 });`,
  );
  const tsx = path.resolve(import.meta.dirname, "../../../node_modules/tsx/dist/cli.mjs");
  const writing = spawn(process.execPath, [tsx, script], {
    detached: true,
    stdio: ["ignore", "pipe", "inherit"],
  });
  await new Promise((resolve) => writing.stdout.once("data", resolve));
  process.kill(-(writing.pid ?? 0), "SIGKILL");
  await new Promise((resolve) => writing.once("exit", resolve));
  expect((await readdir(folder)).filter((name) => name.endsWith(".part"))).toHaveLength(1);
  const { store: next } = await opened({ folder });
  expect((await readdir(folder)).sort()).toEqual([`${kept?.id}.csv`, `${kept?.id}.json`]);
  expect(await next.file(kept?.id ?? "")).toMatchObject({ download: kept });
});
