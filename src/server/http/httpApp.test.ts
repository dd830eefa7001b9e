import { DrizzleQueryError } from "drizzle-orm/errors";
import { Hono } from "hono";
import pino from "pino";
import { expect, it } from "vitest";
import { anonymousUser, UnavailableError } from "#domain";
import { createHttpApp, type HttpAppOptions } from "./httpApp";
import { createNetworkAddresses } from "./networkAddresses";
import { parseProxyTrust } from "./proxyTrust";

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
    rendersPerMinute: 10,
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
