import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { initTRPC } from "@trpc/server";
import { afterAll, beforeAll, expect, test } from "vitest";
import { anonymousUser, noIntegrations } from "#domain";
import { createWebHandler, type WebHandler } from "./web";

const t = initTRPC.create();
let root: string;
let handler: WebHandler;

/** A built application in miniature: its page tells what it was given. */
const renderer = `export default { fetch: async (request, { context }) => new URL(request.url).pathname === "/moved"
  ? new Response(null, { status: 307, headers: { location: "/" } })
  : new Response("<h1>" + context.site.brand + " " + context.requestId + "</h1><script>1</script>", {
      status: 203, headers: { "content-type": "text/html; charset=utf-8" } }) };`;

async function file(path: string, content: string) {
  await mkdir(dirname(join(root, path)), { recursive: true });
  await writeFile(join(root, path), content);
}

const get = (path: string, init?: RequestInit) =>
  handler(new Request(`https://x.example${path}`, init), undefined, "r-1");

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "web-"));
  await file("package.json", '{ "type": "module" }');
  await file("dist/web/server/server.js", renderer);
  await file("dist/web/client/_build/app-abc.js", "plain");
  await file("dist/web/client/_build/app-abc.js.br", "brotli");
  await file("dist/web/client/favicon.svg", "<svg/>");
  handler = await createWebHandler({
    mode: "production",
    root,
    site: { brand: "Acme", origin: "https://x.example", mailIsLogged: false, integrations: noIntegrations },
    userOf: async () => anonymousUser,
    api: { router: t.router({}), createContext: async () => ({}) },
    contentSecurityPolicy: (hashes) => `script-src 'self' ${hashes.join(" ")}`,
  });
});
afterAll(() => rm(root, { recursive: true }));

test("files with a hash in their name are kept for ever, in the encoding that the browser takes", async () => {
  const plain = await get("/_build/app-abc.js");
  expect(plain.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
  expect(await plain.text()).toBe("plain");
  const small = await get("/_build/app-abc.js", { headers: { "accept-encoding": "gzip, br" } });
  expect(small.headers.get("content-encoding")).toBe("br");
  expect(small.headers.get("vary")).toBe("Accept-Encoding");
  expect(await small.text()).toBe("brotli");
});

test("other files are kept for an hour", async () => {
  expect((await get("/favicon.svg")).headers.get("cache-control")).toBe("public, max-age=3600");
});

test("a file that is not there is no page, and no path leads out of the folder", async () => {
  expect((await get("/_build/app-old.js")).status).toBe(404);
  for (const path of [
    "/_build/..%2f..%2fserver/server.js",
    "/_build/%2e%2e/%2e%2e/package.json",
    "/..%2f..%2fpackage.json",
  ]) {
    expect(await (await get(path)).text()).not.toMatch(/export default|"type"/);
  }
});

test("a page keeps its status and is given the policy that its own scripts need", async () => {
  const page = await get("/anything");
  expect(page.status).toBe(203);
  expect(await page.text()).toBe("<h1>Acme r-1</h1><script>1</script>");
  // SHA-256 of "1", in base64.
  expect(page.headers.get("content-security-policy")).toBe(
    "script-src 'self' 'sha256-a4ayc/80/OGda4BO/1o/V0etpOqiLx1JwB5S3beHW0s='",
  );
});

test("HEAD has the headers of a page without its body, and what is no page passes through", async () => {
  const head = await get("/anything", { method: "HEAD" });
  expect(head.status).toBe(203);
  expect(await head.text()).toBe("");
  const moved = await get("/moved");
  expect([moved.status, moved.headers.get("location")]).toEqual([307, "/"]);
});

test("an application that was not built says how to build it", async () => {
  const options = { site: { brand: "", origin: "", mailIsLogged: false, integrations: noIntegrations } };
  await expect(
    createWebHandler({
      mode: "production",
      root: join(root, "nowhere"),
      ...options,
      userOf: async () => anonymousUser,
      api: { router: t.router({}), createContext: async () => ({}) },
    }),
  ).rejects.toThrow(/npm run build/);
});
