import type http from "node:http";
import { Hono } from "hono";
import { afterAll, beforeAll, expect, test } from "vitest";
import { bodyLimits } from "./bodyLimits";
import { createHttpServer } from "./createHttpServer";

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
