/**
 * Pages as visitors and attackers ask for them: what one of them sends never reaches another, what costs a render
 * is bounded, and every answer carries the headers that protect it. The renderer in place of the built one writes
 * down all that it is given, so that any trace of a request in a page that is kept would show.
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
    if (pathname === "/wait") await new Promise((resolve) => { (globalThis.heldPages ??= []).push(resolve); });
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
  await file("dist/web/server/server.js", renderer);
  await file("dist/web/client/favicon.svg", "<svg/>");
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

/** Paths and what they hold for a visitor who comes first, on a site that nobody has asked anything yet. */
async function cleanRenders(paths: readonly string[]): Promise<Map<string, string>> {
  const clean = new Map<string, string>();
  for (const path of paths) {
    const fresh = await site.face({ webRoot: root });
    clean.set(path, await (await fresh(new Request(`${origin}${path}`))).text());
  }
  return clean;
}

describe("a page that is kept", () => {
  const paths = ["/", "/?range=1y", "/?embed=1", "/networks?metric=a&range=1y&sort=-b", "/nowhere"];
  let clean: Map<string, string>;
  beforeAll(async () => {
    clean = await cleanRenders(paths);
  });

  it("is whole for who comes after HEAD", async () => {
    expect((await ask("/networks?range=head", { method: "HEAD" })).status).toBe(200);
    expect(await text("/networks?range=head")).toContain("/networks?range=head");
  });

  it("is the same whatever was asked before it: methods, headers, cookies, orders and unknown parameters", async () => {
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

  it("is shared by addresses that mean the same page, and by visitors whose cookie is no session", async () => {
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

  it("is never one that was made for somebody", async () => {
    for (const header of [`cadastre_session=${cookie}`, `cadastre_session =${cookie}`]) {
      const mine = await ask("/assets/ousg", { headers: { cookie: header } });
      expect(mine.headers.get("cache-control")).toBe("private, no-store");
      expect(await mine.text()).toContain('"user":"reader@firm.example","caller":"reader@firm.example"');
    }
    expect(await text("/assets/ousg")).toContain('"user":"","caller":""');
  });

  it("is no error", async () => {
    expect((await ask("/?range=broken")).status).toBe(500);
    expect((await ask("/?range=broken")).headers.get("etag")).toBeNull();
  });

  it("outlives a visitor who goes away while it renders", async () => {
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

describe("a page that others frame", () => {
  it("is rendered as for anybody, whoever asks", async () => {
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
  ])("is none but those made for it: %s", async (path) => {
    for (const sent of ["theme=dark", `cadastre_session=${cookie}`]) {
      const answer = await ask(path, { headers: { cookie: sent } });
      expect(answer.headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
      expect(answer.headers.get("x-frame-options")).toBe("DENY");
    }
  });

  it("is no answer of the API and no file either", async () => {
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
    "answer %s in words, without a render",
    async (method) => {
      for (const path of ["/", "/settings", "/nowhere", "/favicon.svg"]) {
        const answer = await ask(path, { method });
        expect([answer.status, answer.headers.get("allow")], path).toEqual([405, "GET, HEAD"]);
        expect(await answer.text()).toContain(`${method} is not allowed; pages accept GET and HEAD.`);
      }
    },
  );

  it("have one address each, reached without the Host header's help", async () => {
    const moved = await ask("/NETWORKS?range=1y&zz=1", { headers: { host: "evil.example" } });
    expect([moved.status, moved.headers.get("location")]).toEqual([308, "/networks?range=1y&zz=1"]);
    const signIn = await ask("/settings", {
      headers: { host: "evil.example", "x-forwarded-host": "evil.example" },
    });
    expect(signIn.headers.get("location")).toBe("/login?error=SessionRequired&callbackUrl=%2Fsettings");
  });

  it.each(["GET", "HEAD"])(
    "are reached by %s from addresses that readers know from elsewhere",
    async (method) => {
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
      expect(await from("/asset-managers/blackrock?table=1")).toEqual([
        301,
        "/managers/blackrock?table=1",
        "",
      ]);
      // The rest of a path stays below our own, whatever it names.
      expect(await from("/asset-managers//evil.example")).toEqual([301, "/managers/evil.example", ""]);
      expect((await from("/credit//evil.example"))[0]).toBe(404);
    },
  );

  it("say which bound an address that is too long is over", async () => {
    const answer = await ask(`/networks?q=${"x".repeat(20_000)}`, { headers: { accept: "text/html" } });
    expect(answer.status).toBe(414);
    expect(await answer.text()).toContain("URLs are limited to 16,384 characters; this one has 20,012.");
  });

  it("that lead nowhere cost one render together", async () => {
    const answers = await Promise.all(
      ["/a", "/_serverFn/x", "/b/c?d=e", `/${"x".repeat(5_000)}`].map((path) => ask(path)),
    );
    const pages = await Promise.all(answers.map((answer) => answer.text()));
    expect(answers.map((answer) => answer.status)).toEqual([404, 404, 404, 404]);
    expect(new Set(pages).size).toBe(1);
  });
});

describe("a page that is not kept", () => {
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
  it("is packed as its reader's browser takes it", async () => {
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

  it("goes out as it is where another site may have had it asked for, so that its length tells nothing", async () => {
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

describe("a visitor who asks for more renders than others", () => {
  it("is refused for a while, and still gets pages that are kept", async () => {
    const small = await site.face({ webRoot: root, rendersPerMinute: 5 });
    const from = (address: string, path: string) =>
      small(new Request(`${origin}${path}`, { headers: { "x-forwarded-for": address } }));
    const statuses: number[] = [];
    for (let n = 0; n < 8; n += 1) statuses.push((await from("203.0.113.9", `/wait-not?n=${n}`)).status);
    // They all lead nowhere, so they are one page.
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

  it("waits in a bounded queue, is told when to come again, and keeps nothing cheap from being answered", async () => {
    const held = globalThis as { heldPages?: (() => void)[] };
    const all = Array.from({ length: 30 }, (_, n) =>
      ask(`/wait?n=${n}`, { headers: { accept: "text/html" } }, "203.0.113.50"),
    );
    const refused = await Promise.race(all);
    expect(refused.status).toBe(503);
    expect(refused.headers.get("retry-after")).toBe("5");
    expect(await refused.text()).toContain("High traffic right now");
    // While two render and the rest waits, what needs no render is answered, and so is a page that is kept.
    expect((await ask("/healthz")).status).toBe(200);
    expect((await ask("/?range=1y")).status).toBe(200);
    // As many as run at once are held; each that is let go lets the next one start.
    let done = 0;
    for (const one of all) void one.then(() => (done += 1));
    while (done < all.length) {
      for (const letGo of held.heldPages?.splice(0) ?? []) letGo();
      await new Promise((resolve) => setImmediate(resolve));
    }
    const statuses = (await Promise.all(all)).map((answer) => answer.status);
    // Two at once and sixteen waiting.
    expect(statuses.filter((status) => status === 200)).toHaveLength(18);
    expect(statuses.filter((status) => status === 503)).toHaveLength(12);
  });
});

describe("over https", () => {
  it("browsers are told to come by https alone, and cookies are this host's own", async () => {
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
