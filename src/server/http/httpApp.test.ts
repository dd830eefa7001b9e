import type http from "node:http";
import type { AddressInfo } from "node:net";
import { DrizzleQueryError } from "drizzle-orm/errors";
import { Hono } from "hono";
import pino, { type Logger } from "pino";
import { afterAll, afterEach, beforeAll, expect, it, test } from "vitest";
import { createLimits } from "#accounts/limits";
import { UnavailableError } from "#domain/errors";
import { anonymousUser } from "#domain/people";
import type { Web } from "../web";
import { createHttpServer } from "./createHttpServer";
import { bodyLimits, createHttpApp, type HttpAppOptions } from "./httpApp";
import { createNetworkAddresses } from "./networkAddresses";
import { parseProxyTrust } from "./proxyTrust";

let close: () => void = () => undefined;
afterEach(() => close());

/** A response that fails with a distinctive message after `pieces` chunks. */
const failingAfter = (pieces: number) => {
  let given = 0;
  return new ReadableStream<Uint8Array>(
    {
      pull: (controller) => {
        given += 1;
        if (given > pieces) controller.error(new Error("SELECT secret FROM /home/cadastre"));
        else controller.enqueue(new TextEncoder().encode("piece\n"));
      },
    },
    { highWaterMark: 0 },
  );
};

/** The HTTP application, whose API and files fail after `pieces` chunks. */
async function site(pieces: number) {
  const lines: string[] = [];
  const log: Logger = pino({ level: "error" }, { write: (line) => void lines.push(line) });
  const rest = new Hono();
  rest.get("/api/v4/rows", (c) =>
    c.body(failingAfter(pieces), 200, {
      "content-type": "text/csv",
      "content-disposition": "attachment; filename=rows.csv",
      etag: '"1"',
      "cache-control": "private, max-age=0",
    }),
  );
  const never = async () => Promise.reject(new Error("not asked"));
  const file: Web["file"] = async () =>
    new Response(failingAfter(pieces), { headers: { "content-length": "600", "content-type": "image/png" } });
  const app = createHttpApp({
    baseUrl: "http://localhost:3000",
    brand: "Cadastre",
    log,
    addresses: createNetworkAddresses({ trust: parseProxyTrust("0") }),
    catalog: () => {
      throw new Error("not asked");
    },
    dataVersion: () => "1",
    auth: never,
    rest,
    trpc: never,
    analyticsProxy: null,
    contact: { receive: never },
    installation: async () => ({ everybody: anonymousUser, hasAdministrator: true }),
    isOnLoopback: () => false,
    userOf: async () => anonymousUser,
    apiContext: never,
    web: { file, locate: never, render: never },
    limits: createLimits(null),
    cachePages: true,
  });
  const server = createHttpServer(() => app.fetch, log);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  close = () => server.close();
  const { port } = server.address() as AddressInfo;
  const ask = (path: string, encoding: string) =>
    fetch(`http://127.0.0.1:${port}${path}`, { headers: { "accept-encoding": encoding, accept: "*/*" } });
  return { ask, lines };
}

const secret = /SELECT|secret|\/home/;

test.each(["identity", "gzip"])(
  "a response that fails before its first byte is reported like any error (%s)",
  async (encoding) => {
    const { ask, lines } = await site(0);
    const answer = await ask("/api/v4/rows", encoding);
    expect(answer.status).toBe(500);
    expect(await answer.json()).toEqual({
      message: "Something went wrong on our side. Please try again.",
      requestId: expect.stringMatching(/^[\w-]{20,}$/),
    });
    for (const name of ["content-disposition", "etag", "content-encoding"])
      expect(answer.headers.get(name)).toBeNull();
    expect(answer.headers.get("cache-control")).toBe("no-store");
    expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
    expect(lines.join()).toMatch(secret);
  },
);

test("a file that cannot be read is reported like any error", async () => {
  const { ask, lines } = await site(0);
  const answer = await ask("/photo.png", "identity");
  expect(answer.status).toBe(500);
  expect(await answer.text()).toMatch(
    /^Something went wrong on our side\. Please try again\. Reference: [\w-]+\n$/,
  );
  expect(lines.join()).toMatch(secret);
});

test.each(["/api/v4/rows", "/photo.png"])("a later failure does not reveal its reason: %s", async (path) => {
  const { ask, lines } = await site(1);
  const received = await ask(path, "identity").then(
    (answer) => answer.text().catch(() => "broken off"),
    () => "broken off",
  );
  expect(received).not.toMatch(secret);
  expect(lines.join()).toMatch(secret);
});

let server: http.Server;
let origin: string;
beforeAll(async () => {
  const app = new Hono();
  app.route("/", bodyLimits());
  app.all("*", async (c) => c.text(String((await c.req.raw.arrayBuffer()).byteLength)));
  server = createHttpServer(() => app.fetch, { error: () => undefined });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  origin = `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}`;
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

/** Sends a body of that many bytes, with a Content-Length header or chunked. */
const send = (path: string, bytes: number, { hasLength }: { hasLength: boolean }) =>
  fetch(origin + path, {
    method: "POST",
    ...(hasLength
      ? { body: new Uint8Array(bytes) }
      : { body: new Blob([new Uint8Array(bytes)]).stream(), duplex: "half" }),
  });

const inJson = (message: string) => ({ message });
const asCall = (message: string) =>
  expect.objectContaining({
    error: expect.objectContaining({ message, data: expect.objectContaining({ httpStatus: 413 }) }),
  });

test.each([
  ["/api/auth/signin/email", 16_384, inJson],
  ["/api/trpc/analytics.track", 262_144, asCall],
  ["/api/insights/e/", 1_000_000, inJson],
])("%s accepts %i bytes and rejects more with a message", async (path, limit, shape) => {
  for (const hasLength of [true, false]) {
    const fits = await send(path, limit, { hasLength });
    expect([fits.status, await fits.text()]).toEqual([200, String(limit)]);
    for (const bytes of [limit + 1, limit + 3_000_000]) {
      const over = await send(path, bytes, { hasLength });
      expect(over.status).toBe(413);
      expect(over.headers.get("content-type")).toMatch(/^application\/json/);
      expect(await over.json()).toEqual(
        shape(`Request bodies are limited to ${limit.toLocaleString("en")} bytes.`),
      );
    }
  }
});

/** An app whose every part fails with one error, and its log. */
function failingFace(error: Error, working: Partial<HttpAppOptions> = {}) {
  const lines: string[] = [];
  const fail = async () => {
    throw error;
  };
  const app = createHttpApp({
    baseUrl: "http://localhost:3000",
    brand: "Cadastre",
    log: pino({ serializers: { err: () => "logged" } }, { write: (line) => void lines.push(line) }),
    addresses: createNetworkAddresses({ trust: parseProxyTrust("0") }),
    catalog: () => {
      throw error;
    },
    dataVersion: () => "1",
    auth: fail,
    rest: new Hono(),
    trpc: fail,
    analyticsProxy: null,
    contact: { receive: fail },
    installation: async () => ({ everybody: anonymousUser, hasAdministrator: true }),
    isOnLoopback: () => false,
    userOf: async () => anonymousUser,
    apiContext: fail,
    web: { file: fail, locate: fail, render: fail },
    limits: createLimits(null),
    cachePages: true,
    ...working,
  });
  const ask = async (path: string, accept = "*/*") =>
    app.fetch(new Request(`http://localhost:3000${path}`, { headers: { accept } }));
  return { app, ask, lines };
}

const away = () =>
  new DrizzleQueryError(
    "select $1",
    ["ada@firm.example"],
    Object.assign(new Error("refused"), { code: "ECONNREFUSED" }),
  );

it.each(["/api/auth/session", "/api/trpc/users.getProfile"])(
  "responds to %s in the documented format after an unexpected error, and logs it",
  async (path) => {
    const { ask, lines } = failingFace(new Error("inner words"));
    const answer = await ask(path);
    expect(answer.status).toBe(500);
    expect(await answer.json()).toEqual({
      message: "Something went wrong on our side. Please try again.",
      requestId: expect.stringMatching(/^[\w-]{20,}$/),
    });
    expect(lines.some((line) => line.includes('"err":"logged"'))).toBe(true);
  },
);

it("logs a full queue as a warning, and an unavailable store as an error", async () => {
  const levelsOf = (lines: string[]) => lines.map((line): unknown => JSON.parse(line).level);
  const busy = failingFace(new UnavailableError("64 requests are already queued.", { retryAfter: 5 }));
  for (const path of ["/sitemap.xml", "/networks", "/api/auth/session"]) {
    expect((await busy.ask(path)).status).toBe(503);
  }
  expect(levelsOf(busy.lines)).toContain(40);
  expect(levelsOf(busy.lines)).not.toContain(50);
  const failing = failingFace(away());
  await failing.ask("/sitemap.xml");
  expect(levelsOf(failing.lines)).toContain(50);
});

it("reports an unavailable store, without the statement and its values", async () => {
  const { ask } = failingFace(away());
  const answer = await ask("/api/auth/session");
  expect(answer.status).toBe(503);
  expect(await answer.json()).toEqual({
    message: "The database is not responding. Try again in a moment.",
  });
  const page = await ask("/sitemap.xml", "text/html");
  expect(page.status).toBe(503);
  expect(page.headers.get("cache-control")).toBe("no-store");
  const text = await page.text();
  expect(text).toContain("The database is not responding. Try again in a moment.");
  expect(text).not.toMatch(/select|ada@firm/);
});

it("shows visitors an error page if a page fails, with a reference and without the cause", async () => {
  const page = await failingFace(new Error("inner words")).ask("/networks", "text/html");
  expect(page.status).toBe(500);
  const text = await page.text();
  expect(text).toContain("This page could not be shown");
  expect(text).toMatch(/Reference: [\w-]{20,}/);
  expect(text).not.toContain("inner words");
});

it("limits a body without a length, and knows the address of its sender", async () => {
  const addresses = createNetworkAddresses({ trust: parseProxyTrust("0") });
  const auth = async (request: Request) =>
    Response.json({ from: addresses.of(request), bytes: (await request.arrayBuffer()).byteLength });
  const { app } = failingFace(new Error("not asked"), { addresses, auth });
  const send = async (bytes: number) => {
    const body = new Blob([new Uint8Array(bytes)]).stream();
    const request = new Request("http://localhost:3000/api/auth/signin/email", {
      ...{ method: "POST", body, duplex: "half" },
    });
    return app.fetch(request, { incoming: { socket: { remoteAddress: "203.0.113.7" } } });
  };
  expect(await (await send(16_384)).json()).toEqual({ from: "203.0.113.7", bytes: 16_384 });
  const over = await send(16_385);
  expect(over.status).toBe(413);
  expect(over.headers.get("x-content-type-options")).toBe("nosniff");
  expect(await over.json()).toEqual({ message: "Request bodies are limited to 16,384 bytes." });
});
