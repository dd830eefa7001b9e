import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { createPageCache } from "./pageCache";

const html = (text: string, init: ResponseInit = {}) =>
  new Response(text, { ...init, headers: { "content-type": "text/html; charset=utf-8", ...init.headers } });

function setUp() {
  const state = { version: "1", renders: 0 };
  const cache = createPageCache({
    dataVersion: () => state.version,
    isPersonal: async (request) => request.headers.has("cookie"),
  });
  const get = (path: string, headers: Record<string, string> = {}, answer?: () => Response) =>
    cache.respond(new Request(`http://x${path}`, { headers }), async () => {
      state.renders += 1;
      return answer?.() ?? html(`render ${state.renders}`);
    });
  return { state, get };
}

describe("the page cache", () => {
  it("renders a page once per data version", async () => {
    const { state, get } = setUp();
    expect(await (await get("/")).text()).toBe("render 1");
    expect(await (await get("/")).text()).toBe("render 1");
    state.version = "2";
    expect(await (await get("/")).text()).toBe("render 2");
  });

  it("keeps addresses apart by path and query", async () => {
    const { state, get } = setUp();
    await get("/a");
    await get("/a?x=1");
    await get("/b");
    expect(state.renders).toBe(3);
  });

  it("never serves a personal page to somebody else", async () => {
    const { get } = setUp();
    const mine = await get("/", { cookie: "session=1" });
    expect(mine.headers.get("cache-control")).toBe("private, no-store");
    expect(await (await get("/")).text()).toBe("render 2");
  });

  it("does not keep errors", async () => {
    const { state, get } = setUp();
    const failing = () => html("no", { status: 500 });
    expect((await get("/", {}, failing)).status).toBe(500);
    expect((await get("/", {}, failing)).status).toBe(500);
    expect(state.renders).toBe(2);
  });

  it("shares one render between visitors who ask at the same time", async () => {
    const { state, get } = setUp();
    const texts = await Promise.all([1, 2, 3].map(async () => (await get("/")).text()));
    expect(texts).toEqual(["render 1", "render 1", "render 1"]);
    expect(state.renders).toBe(1);
  });

  it("compresses as the visitor's browser can read it", async () => {
    const { get } = setUp();
    const body = async (encoding: string) =>
      Buffer.from(await (await get("/", { "accept-encoding": encoding })).arrayBuffer());
    expect(brotliDecompressSync(await body("gzip, br")).toString()).toBe("render 1");
    expect(gunzipSync(await body("gzip")).toString()).toBe("render 1");
  });

  it("answers 304 to whoever has the page already", async () => {
    const { get } = setUp();
    const etag = (await get("/")).headers.get("etag") ?? "";
    const again = await get("/", { "if-none-match": etag });
    expect(again.status).toBe(304);
    expect(await again.text()).toBe("");
  });
});
