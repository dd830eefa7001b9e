import { Hono } from "hono";
import { expect, test } from "vitest";
import { contentSecurityPolicy, securityHeaders } from "./securityHeaders";

/** The headers of a response with its own policy, or none. */
async function headersOf(policy: string | null, { isHttps = false } = {}) {
  const app = new Hono();
  app.use(securityHeaders({ isHttps }));
  app.get(
    "/",
    () => new Response("text", policy === null ? {} : { headers: { "content-security-policy": policy } }),
  );
  const { "content-type": _, ...headers } = Object.fromEntries((await app.request("/")).headers);
  return headers;
}

const shared = {
  "cross-origin-opener-policy": "same-origin",
  "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=()",
  "referrer-policy": "strict-origin-when-cross-origin",
  "x-content-type-options": "nosniff",
};

test("every response forbids framing and has the other security headers", async () => {
  const framed = { "content-security-policy": "frame-ancestors 'none'", "x-frame-options": "DENY" };
  expect(await headersOf(null)).toEqual({ ...shared, ...framed });
  expect(await headersOf(null, { isHttps: true })).toEqual({
    ...shared,
    ...framed,
    "strict-transport-security": "max-age=31536000",
  });
});

test("a page keeps its own policy, and only embeddable pages can be framed", async () => {
  const own = contentSecurityPolicy({ scripts: "'sha256-a'", embeddable: false });
  expect(await headersOf(own)).toEqual({
    ...shared,
    "content-security-policy": own,
    "x-frame-options": "DENY",
  });
  const embed = contentSecurityPolicy({ scripts: "", embeddable: true });
  expect(await headersOf(embed)).toEqual({
    ...shared,
    "content-security-policy": embed,
    "cross-origin-embedder-policy": "require-corp",
    "cross-origin-resource-policy": "cross-origin",
  });
});

test.each([
  ["text/javascript; charset=utf-8", "public, max-age=31536000, immutable", "cross-origin"],
  ["text/css; charset=utf-8", "public, max-age=3600", "cross-origin"],
  ["image/png", "public, max-age=3600", "cross-origin"],
  ["font/woff2", "public, max-age=3600", "cross-origin"],
  ["image/png", "private, max-age=3600", null],
  ["application/json", "public, max-age=0", null],
  ["text/html", "public, max-age=0", null],
])("%s with %s may be loaded by pages with an embedder policy: %s", async (type, cacheControl, policy) => {
  const app = new Hono();
  app.use(securityHeaders({ isHttps: false }));
  app.get("/", (c) => c.body("content", 200, { "content-type": type, "cache-control": cacheControl }));
  expect((await app.request("/")).headers.get("cross-origin-resource-policy")).toBe(policy);
});
