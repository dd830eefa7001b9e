/**
 * Pages requested by visitors and attackers: input of one never reaches another, the cost of rendering is bounded,
 * and every response has the security headers. The renderer is a stub that prints all of its input, so that any trace
 * of a request in a cached page would show.
 */
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openPeopleSite, origin, type PeopleSite } from "../support/peopleSite";
import type { Handle } from "../support/visitor";

const renderer = `
let renders = 0;
const known = new Map([["/", ["metric", "range", "embed"]], ["/networks", ["metric", "range", "sort", "embed"]], ["/settings", []], ["/assets/ousg", []], ["/wait", ["n"]]]);
export default {
  renders: () => renders,
  locate: ({ pathname, search }) => {
    const path = pathname.toLowerCase();
    const read = known.get(path);
    if (read === undefined) return { path: pathname, search: "", isKnown: false, isEmbed: false };
    const asked = new URLSearchParams(search);
    const kept = new URLSearchParams(read.filter((name) => asked.has(name)).map((name) => [name, asked.get(name)]));
    return { path, search: kept.size === 0 ? "" : "?" + kept, isKnown: true, isEmbed: asked.get("embed") === "1" && read.includes("embed") };
  },
  fetch: async (request, { context }) => {
    renders += 1;
    const { user } = await context.api.createContext();
    const { pathname, search } = new URL(request.url);
    if (pathname === "/wait") await new Promise((resolve) => { (globalThis.pendingPages ??= []).push(resolve); });
    const status = search.includes("range=broken") ? 500 : known.has(pathname) ? 200 : 404;
    const told = { url: request.url, method: request.method, headers: [...request.headers], user: context.user.email, caller: user.email };
    // Long enough to be worth packing.
    return new Response("<p>" + JSON.stringify(told) + "</p>" + "<hr>".repeat(500), { status, headers: { "content-type": "text/html; charset=utf-8" } });
  },
};`;

let root: string;
let site: PeopleSite;
let handle: Handle;
let cookie: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "pages-"));
  const file = async (path: string, content: string) => {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), content);
  };
  await file("package.json", '{ "type": "module" }');
  await file("dist/current", '{ "build": "b1" }');
  await file("dist/b1/web/server/server.js", renderer);
  await file("dist/b1/web/client/favicon.svg", "<svg/>");
  site = await openPeopleSite();
  handle = await site.face({ webRoot: root });
  const visitor = await site.signedIn("reader@firm.example");
  cookie = visitor.cookies.get("cadastre_session") ?? "";
});
afterAll(async () => {
  await site.close();
  await rm(root, { recursive: true });
});

const ask = async (path: string, init: RequestInit = {}, from = "198.51.100.1") => {
  const headers = new Headers(init.headers);
  if (!headers.has("x-forwarded-for")) headers.set("x-forwarded-for", from);
  return handle(new Request(`${origin}${path}`, { ...init, headers }));
};
const text = async (path: string, init?: RequestInit) => (await ask(path, init)).text();

/** Paths and their pages for the first visitor of a site without earlier requests. */
async function cleanRenders(paths: readonly string[]): Promise<Map<string, string>> {
  const clean = new Map<string, string>();
  for (const path of paths) {
    const fresh = await site.face({ webRoot: root });
    clean.set(path, await (await fresh(new Request(`${origin}${path}`))).text());
  }
  return clean;
}

describe("a cached page", () => {
  const paths = ["/", "/?range=1y", "/?embed=1", "/networks?metric=a&range=1y&sort=-b", "/nowhere"];
  let clean: Map<string, string>;
  beforeAll(async () => {
    clean = await cleanRenders(paths);
  });

  it("is complete after a HEAD request", async () => {
    expect((await ask("/networks?range=head", { method: "HEAD" })).status).toBe(200);
    expect(await text("/networks?range=head")).toContain("/networks?range=head");
  });

  it("does not depend on earlier requests: methods, headers, cookies, orders and unknown parameters", async () => {
    const method = fc.constantFrom("GET", "HEAD", "GET", "POST", "PUT", "DELETE", "OPTIONS", "PATCH");
    const headers = fc.dictionary(
      fc.constantFrom(
        "accept",
        "accept-encoding",
        "accept-language",
        "authorization",
        "range",
        "if-none-match",
        "if-modified-since",
        "x-forwarded-host",
        "x-forwarded-proto",
        "x-forwarded-for",
        "host",
        "forwarded",
        "x-original-url",
        "x-rewrite-url",
        "user-agent",
        "sec-gpc",
        "dnt",
        "x-http-method-override",
        "cache-control",
      ),
      fc.constantFrom(
        "*/*",
        "text/html",
        "application/json",
        "br;q=0",
        "gzip",
        "bytes=0-1",
        "*",
        '"x"',
        "evil.example",
        "https",
        "10.0.0.1",
        "/settings",
        "Bearer x",
        "1",
        "HEAD",
        "no-cache",
        "Thu, 01 Jan 1970 00:00:00 GMT",
      ),
      { maxKeys: 5 },
    );
    const cookies = fc.array(
      fc.constantFrom(
        (token: string) => `cadastre_session=${token}`,
        (token: string) => `cadastre_session =${token}`,
        (token: string) => ` cadastre_session\t= "${token}"`,
        (token: string) => `x; cadastre_session=${token};`,
        () => "cadastre_session=nonsense",
        () => "cadastre_session=",
        () => "theme=dark",
        () => "cadastre_consent=granted",
        () => "__Host-cadastre_session=x",
      ),
      { maxLength: 3 },
    );
    const extra = fc.shuffledSubarray([
      "zz=1",
      "utm_source=x",
      "embed=0",
      "metric=",
      "h=%00",
      "user=1",
      "range=1y&range=2y",
    ]);
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...paths),
        method,
        headers,
        cookies,
        extra,
        async (path, verb, sent, jar, more) => {
          const [pathname, query = ""] = path.split("?");
          const parts = [
            ...more,
            ...query
              .split("&")
              .filter((part) => part !== "")
              .reverse(),
          ];
          const init = {
            ...sent,
            ...(jar.length === 0 ? {} : { cookie: jar.map((make) => make(cookie)).join("; ") }),
          };
          const answer = await ask(`${pathname}?${parts.join("&")}`, { method: verb, headers: init });
          expect(answer.status).toBeLessThan(500);
          await answer.text();
          for (const [address, page] of clean) expect(await text(address), address).toBe(page);
        },
      ),
      { numRuns: 150 },
    );
  });

  it("is shared by URLs of the same page, and by visitors whose cookie is not a session", async () => {
    const first = await ask("/networks?sort=a&range=shared&zz=1");
    const etag = first.headers.get("etag");
    expect(etag).not.toBeNull();
    for (const [path, headers] of [
      ["/networks?range=shared&sort=a", {}],
      ["/networks?utm_campaign=x&range=shared&gclid=1&sort=a", {}],
      ["/networks?sort=a&range=shared", { cookie: "cadastre_session=no-session; theme=dark" }],
      ["/networks?sort=a&range=shared", { authorization: "Bearer nothing" }],
    ] as const) {
      const again = await ask(path, { headers });
      expect(again.headers.get("etag"), path).toBe(etag);
      expect(again.headers.get("cache-control")).toBe("public, max-age=0, must-revalidate");
    }
  });

  it("is never one that was rendered for a user", async () => {
    for (const header of [`cadastre_session=${cookie}`, `cadastre_session =${cookie}`]) {
      const mine = await ask("/assets/ousg", { headers: { cookie: header } });
      expect(mine.headers.get("cache-control")).toBe("private, no-store");
      expect(await mine.text()).toContain('"user":"reader@firm.example","caller":"reader@firm.example"');
    }
    expect(await text("/assets/ousg")).toContain('"user":"","caller":""');
  });

  it("is not an error", async () => {
    expect((await ask("/?range=broken")).status).toBe(500);
    expect((await ask("/?range=broken")).headers.get("etag")).toBeNull();
  });

  it("completes although its visitor disconnects while it renders", async () => {
    const leaving = new AbortController();
    const gone = ask("/networks?range=left", { signal: leaving.signal }).then(
      (r) => r.text(),
      () => "",
    );
    leaving.abort();
    await gone;
    expect(await text("/networks?range=left")).toContain("range=left");
  });
});

describe("an embedded page", () => {
  it("is rendered for an anonymous visitor, also on requests of users", async () => {
    const framed = await ask("/?embed=1", { headers: { cookie: `cadastre_session=${cookie}` } });
    expect(await framed.text()).toContain('"user":"","caller":""');
    expect(framed.headers.get("content-security-policy")).toContain("frame-ancestors *");
    expect(framed.headers.get("x-frame-options")).toBeNull();
  });

  it.each([
    "/",
    "/settings?embed=1",
    "/assets/ousg?embed=1",
    "/nowhere?embed=1",
    "/login?embed=1",
    "/?embed=2",
  ])("is only available for embed views: %s", async (path) => {
    for (const sent of ["theme=dark", `cadastre_session=${cookie}`]) {
      const answer = await ask(path, { headers: { cookie: sent } });
      expect(answer.headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
      expect(answer.headers.get("x-frame-options")).toBe("DENY");
    }
  });

  it("is neither a response of the API nor a file", async () => {
    for (const path of [
      "/api/v4/assets",
      "/api/auth/session",
      "/api/trpc/users.getProfile",
      "/favicon.svg",
      "/robots.txt",
      "/healthz",
    ]) {
      const { headers } = await ask(path);
      expect(headers.get("content-security-policy"), path).toContain("frame-ancestors 'none'");
      expect(headers.get("x-frame-options"), path).toBe("DENY");
    }
  });
});

describe("pages", () => {
  it.each(["POST", "PUT", "DELETE", "PATCH", "OPTIONS"])(
    "respond to %s with an error page, without a render",
    async (method) => {
      for (const path of ["/", "/settings", "/nowhere", "/favicon.svg"]) {
        const answer = await ask(path, { method });
        expect([answer.status, answer.headers.get("allow")], path).toEqual([405, "GET, HEAD"]);
        expect(await answer.text()).toContain(`${method} is not allowed; pages accept GET and HEAD.`);
      }
    },
  );

  it("have one URL each, without the Host header", async () => {
    const moved = await ask("/NETWORKS?range=1y&zz=1", { headers: { host: "evil.example" } });
    expect([moved.status, moved.headers.get("location")]).toEqual([308, "/networks?range=1y&zz=1"]);
    const signIn = await ask("/settings", {
      headers: { host: "evil.example", "x-forwarded-host": "evil.example" },
    });
    expect(signIn.headers.get("location")).toBe("/login?error=SessionRequired&callbackUrl=%2Fsettings");
  });

  it.each(["GET", "HEAD"])("redirect %s from URLs of other sites", async (method) => {
    const from = async (path: string) => {
      const answer = await ask(path, { method, headers: { host: "evil.example" } });
      return [answer.status, answer.headers.get("location"), await answer.text()];
    };
    expect(await from("/credit")).toEqual([301, "/private-credit", ""]);
    expect(await from("/Credit/?range=1y&zz=%2F%2Fevil")).toEqual([
      301,
      "/private-credit?range=1y&zz=%2F%2Fevil",
      "",
    ]);
    expect(await from("/asset-managers/blackrock?table=1")).toEqual([301, "/managers/blackrock?table=1", ""]);
    // The rest of a path stays below our own, whatever its value.
    expect(await from("/asset-managers//evil.example")).toEqual([301, "/managers/evil.example", ""]);
    expect((await from("/credit//evil.example"))[0]).toBe(404);
  });

  it("report the exceeded limit of a URL that is too long", async () => {
    const answer = await ask(`/networks?q=${"x".repeat(20_000)}`, { headers: { accept: "text/html" } });
    expect(answer.status).toBe(414);
    expect(await answer.text()).toContain("URLs are limited to 16,384 characters; this one has 20,012.");
  });

  it("that do not exist cost one render in total", async () => {
    const answers = await Promise.all(
      ["/a", "/_serverFn/x", "/b/c?d=e", `/${"x".repeat(5_000)}`].map((path) => ask(path)),
    );
    const pages = await Promise.all(answers.map((answer) => answer.text()));
    expect(answers.map((answer) => answer.status)).toEqual([404, 404, 404, 404]);
    expect(new Set(pages).size).toBe(1);
  });
});

describe("an uncached page", () => {
  const session = () => ({ cookie: `cadastre_session=${cookie}` });
  const encodingOf = async (headers: Record<string, string>, face = handle) => {
    const answer = await face(
      new Request(`${origin}/settings`, {
        headers: { ...session(), "accept-encoding": "br, gzip", ...headers },
      }),
    );
    const body = Buffer.from(await answer.arrayBuffer());
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-length")).toBe(String(body.length));
    expect(answer.headers.get("cache-control")).toBe("private, no-store");
    const encoding = answer.headers.get("content-encoding");
    const plain =
      encoding === "br" ? brotliDecompressSync(body) : encoding === "gzip" ? gunzipSync(body) : body;
    expect(plain.toString()).toContain('"user":"reader@firm.example"');
    return encoding;
  };
  it("is compressed by the encodings of its visitor's browser", async () => {
    expect(await encodingOf({})).toBe("br");
    expect(await encodingOf({ "accept-encoding": "gzip" })).toBe("gzip");
    expect(await encodingOf({ "accept-encoding": "br;q=0" })).toBeNull();
    const head = await ask("/settings", {
      method: "HEAD",
      headers: { ...session(), "accept-encoding": "br" },
    });
    expect([head.headers.get("content-encoding"), await head.text()]).toEqual(["br", ""]);
    const error = await ask("/?range=broken", { headers: { "accept-encoding": "gzip" } });
    expect([error.status, error.headers.get("content-encoding")]).toEqual([500, "gzip"]);
    expect(gunzipSync(Buffer.from(await error.arrayBuffer())).toString()).toContain("range=broken");
  });

  it("is not compressed if another site may have triggered the request, so that its length reveals nothing", async () => {
    for (const site of ["cross-site", "same-site"]) {
      expect(await encodingOf({ "sec-fetch-site": site })).toBeNull();
    }
    for (const site of ["same-origin", "none"])
      expect(await encodingOf({ "sec-fetch-site": site })).toBe("br");
    const secure = await site.face({ webRoot: root, baseUrl: "https://app.example" });
    expect(await encodingOf({}, secure)).toBeNull();
    expect(await encodingOf({ "sec-fetch-site": "none" }, secure)).toBe("br");
  });
});

describe("a visitor who requests more renders than others", () => {
  it("is rejected for a while, and still gets cached pages", async () => {
    const small = await site.face({ webRoot: root, rendersPerMinute: 5 });
    const from = (address: string, path: string) =>
      small(new Request(`${origin}${path}`, { headers: { "x-forwarded-for": address } }));
    const statuses: number[] = [];
    for (let n = 0; n < 8; n += 1) statuses.push((await from("203.0.113.9", `/wait-not?n=${n}`)).status);
    // None of them exists, so they are one page.
    expect(statuses).toEqual(Array(8).fill(404));
    statuses.length = 0;
    for (let n = 0; n < 6; n += 1) statuses.push((await from("203.0.113.9", `/?range=${n}`)).status);
    expect(statuses).toEqual([200, 200, 200, 200, 429, 429]);
    const refused = await from("203.0.113.9", "/?range=9");
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(await refused.text()).toContain("more than 5 pages in a minute");
    expect((await from("203.0.113.9", "/?range=1&zz=1")).status).toBe(200);
    expect((await from("203.0.113.10", "/?range=9")).status).toBe(200);
  });

  it("waits in a bounded queue, gets a time to retry, and blocks no cheap response", async () => {
    const stub = globalThis as { pendingPages?: (() => void)[] };
    const all = Array.from({ length: 30 }, (_, n) =>
      ask(`/wait?n=${n}`, { headers: { accept: "text/html" } }, "203.0.113.50"),
    );
    const refused = await Promise.race(all);
    expect(refused.status).toBe(503);
    expect(refused.headers.get("retry-after")).toBe("5");
    expect(await refused.text()).toContain("High traffic right now");
    // While two render and the rest waits, requests without a render are served, and so is a cached page.
    expect((await ask("/healthz")).status).toBe(200);
    expect((await ask("/?range=1y")).status).toBe(200);
    // The running renders wait for release; each released one lets the next one start.
    let done = 0;
    for (const one of all) void one.then(() => (done += 1));
    while (done < all.length) {
      for (const letGo of stub.pendingPages?.splice(0) ?? []) letGo();
      await new Promise((resolve) => setImmediate(resolve));
    }
    const statuses = (await Promise.all(all)).map((answer) => answer.status);
    // Two running and sixteen waiting.
    expect(statuses.filter((status) => status === 200)).toHaveLength(18);
    expect(statuses.filter((status) => status === 503)).toHaveLength(12);
  });
});

describe("over https", () => {
  it("browsers get HSTS, and cookies limited to this host", async () => {
    const secure = await site.face({ webRoot: root, baseUrl: "https://app.example" });
    const page = await secure(new Request("http://10.0.0.7:3000/networks"));
    expect(page.headers.get("strict-transport-security")).toBe("max-age=31536000");
    const csrf = await secure(new Request("http://10.0.0.7:3000/api/auth/csrf"));
    for (const set of csrf.headers.getSetCookie()) expect(set).toMatch(/^__Host-.*; Path=\/;.*Secure/);
    expect(csrf.headers.getSetCookie().length).toBeGreaterThan(0);
    const moved = await secure(new Request("http://10.0.0.7:3000/settings"));
    expect(moved.headers.get("location")).toMatch(/^\/login\?/);
    expect((await ask("/networks")).headers.get("strict-transport-security")).toBeNull();
  });
});
