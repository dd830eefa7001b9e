import { mkdtemp, rm, truncate, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { getRequestListener } from "@hono/node-server";
import { type Context, Hono } from "hono";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import type { RowFile } from "#market";
import { FairQueue, forVisitor } from "#stores";
import type { SendingGuard } from "../http/sendingGuard";
import { storedFileResponse } from "../http/storedFileResponse";
import { fileResponse } from "./fileResponse";

const CHUNK = 1_000_000;
let made = 0;
let ended = 0;

/** An endless file that counts its chunks. */
const endless = async (): Promise<RowFile> => ({
  format: "csv",
  rows: 0,
  contentType: "text/csv",
  bytes: (async function* () {
    try {
      while (true) {
        made += 1;
        yield new Uint8Array(CHUNK);
      }
    } finally {
      ended += 1;
    }
  })(),
});

function site(queue: FairQueue, { unreadMs, totalMs }: { unreadMs?: number; totalMs?: number } = {}) {
  const app = new Hono();
  app.get("/:visitor", (c) =>
    forVisitor({ visitor: c.req.param("visitor"), signal: c.req.raw.signal }, () =>
      fileResponse(c, { make: endless, name: "rows", queue, unreadMs, totalMs }),
    ),
  );
  app.onError((error, c) => c.text(error.message, 503));
  return (visitor: string, signal?: AbortSignal) => app.request(`/${visitor}`, { signal });
}
const queueOf = (concurrentPerVisitor: number) =>
  new FairQueue({
    concurrent: 8,
    concurrentPerVisitor,
    waiting: 10,
    waitingPerVisitor: 0,
    waitMs: 60_000,
    name: "Sending files",
  });

beforeEach(() => {
  made = 0;
  ended = 0;
});
afterEach(() => vi.useRealTimers());

test("a file is computed no faster than it is read", async () => {
  const response = await site(queueOf(1))("a");
  const reader = response.body?.getReader();
  for (let i = 0; i < 10; i += 1) await reader?.read();
  // The first chunk contains ten pieces of 64 kB.
  expect(made).toBe(1);
  for (let i = 0; i < 10; i += 1) await reader?.read();
  expect(made).toBe(2);
  await reader?.cancel();
  expect(ended).toBe(1);
});

test("each visitor has a limited number of concurrent files, and an aborted download releases its slot", async () => {
  const get = site(queueOf(2));
  const [first] = await Promise.all([get("a"), get("a")]);
  const third = await get("a");
  expect(third.status).toBe(503);
  expect(await third.text()).toMatch(/^Sending files: \d+ of your requests are already queued/);
  expect((await get("b")).status).toBe(200);
  await first?.body?.cancel();
  expect((await get("a")).status).toBe(200);
});

test("a client that closes its connection ends the computation", async () => {
  const get = site(queueOf(1));
  const gone = new AbortController();
  const response = await get("a", gone.signal);
  gone.abort();
  await expect(response.arrayBuffer()).rejects.toThrow("was interrupted before the file was complete");
  expect(ended).toBe(1);
  expect((await get("a")).status).toBe(200);
});

test("a file that is not read ends after unreadMs, and one that is read endlessly after totalMs", async () => {
  vi.useFakeTimers();
  for (const limits of [{ unreadMs: 1_000 }, { totalMs: 1_000 }]) {
    const get = site(queueOf(1), limits);
    const response = await get("a");
    await vi.advanceTimersByTimeAsync(1_001);
    await expect(response.arrayBuffer()).rejects.toThrow("was interrupted before the file was complete");
    expect((await get("a")).status).toBe(200);
  }
});

test("a file is reset when access ends during the download, and nothing is logged", async () => {
  let isAllowed = true;
  const check = async () => {
    if (!isAllowed) throw new Error("revoked");
  };
  const app = new Hono();
  app.get("/", (c) =>
    forVisitor({ visitor: "a", signal: c.req.raw.signal }, () =>
      fileResponse(c, { make: endless, name: "rows", queue: queueOf(1), guard: { everyMs: 0, check } }),
    ),
  );
  const server = createServer(getRequestListener(app.fetch));
  const logged = [vi.spyOn(console, "error"), vi.spyOn(console, "info")];
  try {
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    const reader = (await fetch(`http://127.0.0.1:${port}/`)).body?.getReader();
    expect((await reader?.read())?.done).toBe(false);
    isAllowed = false;
    const rest = async () => {
      while ((await reader?.read())?.done === false);
    };
    await expect(rest()).rejects.toThrow();
    await vi.waitFor(() => expect(ended).toBe(1));
    for (const log of logged) expect(log).not.toHaveBeenCalled();
  } finally {
    for (const log of logged) log.mockRestore();
    server.close();
  }
});

describe("a client that stops reading", () => {
  let folder: string;
  let large: string;
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), "file-response-"));
    large = path.join(folder, "large");
    await writeFile(large, "");
    // More than the buffers of a connection hold.
    await truncate(large, 200_000_000);
  });
  afterAll(() => rm(folder, { recursive: true }));

  const made = (c: Context, guard: SendingGuard) =>
    forVisitor({ visitor: "a", signal: c.req.raw.signal }, () =>
      fileResponse(c, { make: endless, name: "rows", queue: queueOf(1), guard }),
    );
  const stored = (c: Context, guard: SendingGuard) =>
    storedFileResponse(c, { path: large, name: "rows", contentType: "text/csv", sha256: "00", guard });

  test.each([
    ["a file that is made", made],
    ["a stored file", stored],
  ])("is reset within a second once it may not have the rest of %s", async (_, respond) => {
    let isAllowed = true;
    let checks = 0;
    const check = async () => {
      checks += 1;
      if (!isAllowed) throw new Error("revoked");
    };
    const app = new Hono();
    app.get("/", (c) => respond(c, { check }));
    const server = createServer(getRequestListener(app.fetch));
    const connections = () =>
      new Promise<number>((resolve, reject) =>
        server.getConnections((error, count) => (error === null ? resolve(count) : reject(error))),
      );
    const logged = [vi.spyOn(console, "error"), vi.spyOn(console, "info")];
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const client = connect((server.address() as AddressInfo).port, "127.0.0.1");
    try {
      let last = "";
      client.on("data", (bytes) => {
        last = bytes.subarray(-5).toString("latin1");
      });
      client.on("error", () => {});
      const closed = new Promise<void>((resolve) => client.once("close", () => resolve()));
      client.write("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n");
      await new Promise<void>((resolve) =>
        client.once("data", () => {
          client.pause();
          resolve();
        }),
      );
      await new Promise((resolve) => setTimeout(resolve, 300));
      expect(checks).toBeGreaterThan(1);
      expect(await connections()).toBe(1);
      isAllowed = false;
      await expect.poll(connections, { timeout: 1_000 }).toBe(0);
      client.resume();
      await closed;
      // The last chunk, which would say that the file is complete.
      expect(last).not.toBe("0\r\n\r\n");
      expect(client.bytesRead).toBeLessThan(200_000_000);
      // No timer is left.
      const before = checks;
      await new Promise((resolve) => setTimeout(resolve, 200));
      expect(checks).toBe(before);
      for (const log of logged) expect(log).not.toHaveBeenCalled();
    } finally {
      for (const log of logged) log.mockRestore();
      client.destroy();
      server.close();
    }
  });
});

test("warnings about a file are in its headers", async () => {
  const app = new Hono();
  const make = async () => ({ ...(await endless()), warnings: [{ path: "filter", message: 'no "a"' }] });
  app.get("/", (c) =>
    forVisitor({ visitor: "a", signal: c.req.raw.signal }, () =>
      fileResponse(c, { make, name: "rows", queue: queueOf(1) }),
    ),
  );
  const response = await app.request("/");
  expect(response.headers.get("warning")).toBe("299 - \"no 'a'\"");
  await response.body?.cancel();
});
