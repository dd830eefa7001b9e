import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";
import { Hono } from "hono";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { RowFile } from "#market";
import { FairQueue, forVisitor } from "#stores";
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
