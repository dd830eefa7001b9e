import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { type CachedPage, createPageCache } from "./pageCache";

const html = (text: string, init: ResponseInit = {}) =>
  new Response(text, { ...init, headers: { "content-type": "text/html; charset=utf-8", ...init.headers } });

function setUp() {
  const state = { version: "1", renders: 0 };
  const cache = createPageCache({ dataVersion: () => state.version });
  const ask = (key: string, init: RequestInit = {}, page: Partial<CachedPage> = {}) =>
    cache.respond(new Request("http://x/", init), {
      key,
      admit: async () => null,
      render: async () => {
        state.renders += 1;
        return html(`render ${state.renders}`);
      },
      ...page,
    });
  return { state, ask };
}

const rendersOf =
  (state: { renders: number }, make: () => Response): CachedPage["render"] =>
  async () => {
    state.renders += 1;
    return make();
  };

describe("the page cache", () => {
  it("renders a page once per data version", async () => {
    const { state, ask } = setUp();
    expect(await (await ask("/")).text()).toBe("render 1");
    expect(await (await ask("/")).text()).toBe("render 1");
    state.version = "2";
    expect(await (await ask("/")).text()).toBe("render 2");
  });

  it("caches pages by their key", async () => {
    const { state, ask } = setUp();
    await ask("/a");
    await ask("/a?x=1");
    await ask("/b");
    expect(state.renders).toBe(3);
  });

  it("responds to HEAD without a body, and caches the full page for later requests", async () => {
    const { state, ask } = setUp();
    const head = await ask("/", { method: "HEAD" });
    expect(head.status).toBe(200);
    expect(head.headers.get("content-length")).toBe("8");
    expect(await head.text()).toBe("");
    const next = await ask("/");
    expect(await next.text()).toBe("render 1");
    expect(state.renders).toBe(1);
  });

  it.each([
    ["an error", () => html("no", { status: 500 })],
    ["a page that was not found", () => html("no", { status: 404 })],
    ["a redirect", () => new Response(null, { status: 301, headers: { location: "/b" } })],
    ["a page that sets a cookie", () => html("no", { headers: { "set-cookie": "a=1" } })],
    ["a page that asks not to be kept", () => html("no", { headers: { "cache-control": "no-store" } })],
    ["no page", () => Response.json({})],
    ["a huge page", () => html("x".repeat(4_000_001))],
  ])("does not keep %s", async (_, make) => {
    const { state, ask } = setUp();
    const first = await ask("/", {}, { render: rendersOf(state, make) });
    expect(first.status).toBe(make().status);
    expect(first.headers.get("location")).toBe(make().headers.get("location"));
    expect(first.headers.get("cache-control")).toBe("no-store");
    expect(await (await ask("/")).text()).toBe("render 2");
  });

  it("caches the page of an unknown address with its status if `status` allows it", async () => {
    const { state, ask } = setUp();
    const nowhere = { status: 404, render: rendersOf(state, () => html("nothing", { status: 404 })) };
    for (let time = 0; time < 2; time += 1) {
      const answer = await ask("", {}, nowhere);
      expect([answer.status, await answer.text()]).toEqual([404, "nothing"]);
    }
    expect(state.renders).toBe(1);
  });

  it("shares one render between concurrent requests, whatever its result", async () => {
    const { state, ask } = setUp();
    const texts = await Promise.all([1, 2, 3].map(async () => (await ask("/")).text()));
    expect(texts).toEqual(["render 1", "render 1", "render 1"]);
    const failing = { render: rendersOf(state, () => html("no", { status: 500 })) };
    const errors = await Promise.all([1, 2, 3].map(() => ask("/b", {}, failing)));
    expect(await Promise.all(errors.map((error) => error.text()))).toEqual(["no", "no", "no"]);
    expect(state.renders).toBe(2);
  });

  it("calls `admit` before a render, and not for a cached page", async () => {
    const { state, ask } = setUp();
    const closed = { admit: async () => html("not now", { status: 429 }) };
    expect((await ask("/", {}, closed)).status).toBe(429);
    expect(state.renders).toBe(0);
    await ask("/");
    expect((await ask("/", {}, closed)).status).toBe(200);
  });

  it("compresses in an encoding that the browser accepts", async () => {
    const { ask } = setUp();
    const answer = async (encoding: string) => {
      const response = await ask("/", { headers: { "accept-encoding": encoding } });
      const body = Buffer.from(await response.arrayBuffer());
      expect(response.headers.get("content-length")).toBe(String(body.length));
      return { encoding: response.headers.get("content-encoding"), body };
    };
    const br = await answer("gzip, br");
    expect([br.encoding, brotliDecompressSync(br.body).toString()]).toEqual(["br", "render 1"]);
    for (const header of ["gzip", "br;q=0, gzip", "gzip;q=1, br;q=0.1", "*;q=0.1, br;q=0"]) {
      const gzip = await answer(header);
      expect([gzip.encoding, gunzipSync(gzip.body).toString()], header).toEqual(["gzip", "render 1"]);
    }
    for (const header of ["", "br;q=0", "identity", "brotli", "*;q=0", "deflate"]) {
      const plain = await answer(header);
      expect([plain.encoding, plain.body.toString()], header).toEqual([null, "render 1"]);
    }
  });

  it("responds 304 to a browser that has the current page", async () => {
    const { ask } = setUp();
    const etag = (await ask("/")).headers.get("etag") ?? "";
    const again = await ask("/", { headers: { "if-none-match": etag } });
    expect(again.status).toBe(304);
    expect(await again.text()).toBe("");
  });
});
