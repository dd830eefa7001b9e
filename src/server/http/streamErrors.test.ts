import type { AddressInfo } from "node:net";
import { Hono } from "hono";
import type { Logger } from "pino";
import pino from "pino";
import { afterEach, expect, test } from "vitest";
import { anonymousUser } from "#domain";
import type { Web } from "../web";
import { createHttpServer } from "./createHttpServer";
import { createHttpApp } from "./httpApp";
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
    rendersPerMinute: 10,
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
