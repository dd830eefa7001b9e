import { createHash } from "node:crypto";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { initTRPC } from "@trpc/server";
import { afterAll, beforeAll, expect, test } from "vitest";
import { anonymousUser } from "#domain/people";
import { noIntegrations, noSiteLinks } from "#domain/site";
import { createWeb, inlineScriptHashes, type PageRequest, type Web } from "./web";

const NONCE = "b7c1";
/** The example of the Content Security Policy specification, section 2.3.1. */
const HELLO = "alert('Hello, world.');";
const HELLO_SOURCE = "'sha256-qznLcsROx4GACP2dm0UCKCzCG+HiZ1guq6ZZDob/Tng='";

test("the application's own inline scripts are allowed by hash, each once, and their nonce is removed", () => {
  const page = `<head><meta property="csp-nonce" content="${NONCE}"/><script nonce="${NONCE}">${HELLO}</script><script nonce="${NONCE}" src="/a.js"></script></head><body><script class="x" nonce="${NONCE}">${HELLO}</script></body>`;
  expect(inlineScriptHashes(page, NONCE)).toEqual({
    html: `<head><script>${HELLO}</script><script src="/a.js"></script></head><body><script class="x">${HELLO}</script></body>`,
    sources: [HELLO_SOURCE],
  });
});

test.each([
  "<script>evil()</script>",
  '<script nonce="">evil()</script>',
  '<script nonce="guess">evil()</script>',
  "<script nonce>evil()</script>",
  "<SCRIPT\n>evil()</SCRIPT>",
  `<script nonce="x${NONCE}">evil()</script>`,
])("a script that came in from outside is not let in: %s", (injected) => {
  const page = `<h1>${injected}</h1><script nonce="${NONCE}">${HELLO}</script>`;
  const { html, sources } = inlineScriptHashes(page, NONCE);
  expect(sources).toEqual([HELLO_SOURCE]);
  expect(html).toContain(injected);
});

test("markup after a script that ends early is not allowed", () => {
  const page = `<script nonce="${NONCE}">${HELLO}</script><script>evil()</script>";</script>`;
  expect(inlineScriptHashes(page, NONCE).sources).toEqual([HELLO_SOURCE]);
});

const t = initTRPC.create();
let root: string;
let web: Web;

/** A minimal built application: its page shows the context that it received. */
const renderer = `export default {
  locate: ({ pathname, search }) => ({ path: pathname, search, isKnown: true, isEmbed: search === "?embed=1" }),
  fetch: async (request, { context }) => {
    const { pathname, search } = new URL(request.url);
    if (pathname === "/moved") return new Response(null, { status: 307, headers: { location: request.url.replace("moved", "new") } });
    return new Response(
      "<h1>" + context.site.brand + " " + context.requestId + " " + decodeURIComponent(search) + "</h1>" +
      '<script nonce="' + context.scriptNonce + '">' + (pathname === "/stored" ? '"' + context.requestId + '"' : 1) + '</script>',
      { status: 203, headers: { "content-type": "text/html; charset=utf-8" } });
  },
};`;

async function file(path: string, content: string) {
  await mkdir(dirname(join(root, path)), { recursive: true });
  await writeFile(join(root, path), content);
}

const get = async (path: string, init?: RequestInit) => {
  const file = await web.file(new Request(`https://x.example${path}`, init));
  return file ?? new Response("no file", { status: 404 });
};

const render = (path: string, search = "", rest: Partial<PageRequest> = {}) =>
  web.render({
    location: { path, search, isKnown: true, isEmbed: false },
    user: anonymousUser,
    createContext: async () => ({}),
    requestId: "r-1",
    ...rest,
  });

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "web-"));
  await file("package.json", '{ "type": "module" }');
  await file("dist/current", '{ "build": "b1" }');
  await file("dist/b1/web/server/server.js", renderer);
  await file("dist/b1/web/client/_build/app-abc.js", "plain");
  await file("dist/b1/web/client/_build/app-abc.js.br", "brotli");
  await file("dist/b1/web/client/favicon.svg", "<svg/>");
  web = await createWeb({
    mode: "production",
    root,
    site: {
      brand: "Acme",
      origin: "https://x.example",
      mailIsLogged: false,
      requiresSignIn: false,
      hiddenPaths: [],
      signUp: "anyone" as const,
      signInModal: "required" as const,
      integrations: noIntegrations,
      links: noSiteLinks,
    },
    router: t.router({}),
    contentSecurityPolicy: (scripts, { isEmbed }) => `script-src ${scripts.join(" ")}; embed ${isEmbed}`,
  });
});
afterAll(() => rm(root, { recursive: true }));

test("files with a hash in their name are cached indefinitely, in an encoding that the browser accepts", async () => {
  const plain = await get("/_build/app-abc.js");
  expect(plain.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
  expect(await plain.text()).toBe("plain");
  const small = await get("/_build/app-abc.js", { headers: { "accept-encoding": "gzip, br" } });
  expect(small.headers.get("content-encoding")).toBe("br");
  expect(small.headers.get("vary")).toBe("Accept-Encoding");
  expect(await small.text()).toBe("brotli");
});

test.each(["bytes=0-1", "bytes=999999-", "bytes=5-2", "letters=1-2"])(
  "a range request (%s) gets the full file, since caches would store an error indefinitely",
  async (range) => {
    const whole = await get("/_build/app-abc.js", { headers: { range } });
    expect([whole.status, await whole.text()]).toEqual([200, "plain"]);
    expect(whole.headers.get("content-range")).toBeNull();
  },
);

test("every response of a file has Vary: Accept-Encoding", async () => {
  for (const path of ["/_build/app-abc.js", "/favicon.svg"])
    expect((await get(path)).headers.get("vary")).toBe("Accept-Encoding");
});

test("other files are cached for an hour", async () => {
  expect((await get("/favicon.svg")).headers.get("cache-control")).toBe("public, max-age=3600");
});

test("a missing file is not answered with a page, and no path escapes the folder", async () => {
  const missing = await get("/_build/app-old.js");
  expect([missing.status, missing.headers.get("cache-control")]).toEqual([404, "no-store"]);
  for (const path of [
    "/_build/..%2f..%2fserver/server.js",
    "/_build/%2e%2e/%2e%2e/package.json",
    "/..%2f..%2fpackage.json",
  ]) {
    expect(await (await get(path)).text()).not.toMatch(/export default|"type"/);
  }
});

test("files of other builds are served to pages of that build, and drafts of builds are not", async () => {
  await file("dist/b0/web/client/_build/app-old.js", "old");
  const old = await get("/_build/app-old.js");
  expect([await old.text(), old.headers.get("cache-control")]).toEqual([
    "old",
    "public, max-age=31536000, immutable",
  ]);
  await file("dist/b2.17/web/client/_build/app-new.js", "incomplete");
  expect((await get("/_build/app-new.js")).status).toBe(404);
});

test("rejected encodings are not sent, and other paths are handled by pages", async () => {
  const request = new Request("https://x.example/_build/app-abc.js", {
    headers: { "accept-encoding": "identity" },
  });
  expect(await (await web.file(request))?.text()).toBe("plain");
  expect(await web.file(new Request("https://x.example/networks"))).toBeNull();
  expect(await web.file(new Request(`https://x.example/${"x".repeat(5_000)}`))).toBeNull();
});

test("a page keeps its status and gets the policy that its own scripts need", async () => {
  const page = await render("/anything");
  expect(page.status).toBe(203);
  expect(await page.text()).toBe("<h1>Acme r-1 </h1><script>1</script>");
  // SHA-256 of "1", in base64.
  expect(page.headers.get("content-security-policy")).toBe(
    "script-src 'sha256-a4ayc/80/OGda4BO/1o/V0etpOqiLx1JwB5S3beHW0s='; embed false",
  );
});

test("a script injected through the URL is not allowed by the policy", async () => {
  const page = await render("/anything", "?q=<script>evil()</script>");
  expect(await page.text()).toContain("<script>evil()</script>");
  expect(page.headers.get("content-security-policy")?.match(/sha256-/g)).toHaveLength(1);
});

test("redirects within the site are paths only", async () => {
  const moved = await render("/moved");
  expect([moved.status, moved.headers.get("location")]).toEqual([307, "/new"]);
});

test("an application that is not built reports how to build it", async () => {
  const site = {
    brand: "",
    origin: "",
    mailIsLogged: false,
    requiresSignIn: false,
    hiddenPaths: [],
    signUp: "anyone" as const,
    signInModal: "required" as const,
    integrations: noIntegrations,
    links: noSiteLinks,
  };
  await expect(
    createWeb({ mode: "production", root: join(root, "nowhere"), site, router: t.router({}) }),
  ).rejects.toThrow(/npm run build/);
});

test("control characters of stored text are replaced before scripts are hashed, so that their scripts run", async () => {
  const page = await render("/stored", "", { requestId: "a\0b\u001bc" });
  expect(await page.text()).toBe('<h1>Acme a\ufffdb\ufffdc </h1><script>"a\ufffdb\ufffdc"</script>');
  const hash = createHash("sha256").update('"a\ufffdb\ufffdc"').digest("base64");
  expect(page.headers.get("content-security-policy")).toBe(`script-src 'sha256-${hash}'; embed false`);
});
