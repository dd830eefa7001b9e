/** From the content of a feed to rows of the store, with a real HTTP server and a real store. */
import http from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { newsLimits } from "#domain/catalog";
import { indexCatalog } from "#domain/resources";
import { openTestStore, type TestStore } from "../../../tests/support/ingestStore";
import { commit } from "../commit";
import { readDataVersion } from "../dataVersion";
import { isPublicAddress } from "../outbound/addressGuard";
import { readScheduledSource } from "../scheduled/readScheduledSource";
import type { ScheduledSource } from "../scheduledSource";
import { asset, catalogOf, network } from "../testSupport/catalogBuilder";
import { fetchFeed } from "./fetchFeed";
import { loadCatalogNews } from "./loadCatalogNews";
import { parseNewsFeed } from "./parseNewsFeed";
import { readNewsFeed } from "./readNewsFeed";
import { source as newsFeeds } from "./source";
import { canonicalLink } from "./storeNews";

const now = new Date("2026-03-01T12:00:00Z");
const today = "2026-03-01";
const rss = (items: string) =>
  `<?xml version="1.0"?><rss version="2.0"><channel><title>Example &amp; Weekly</title>${items}</channel></rss>`;
const item = (title: string, link: string, date: string, more = "") =>
  `<item><title>${title}</title><link>${link}</link><pubDate>${date}</pubDate>${more}</item>`;
const MONDAY = "Mon, 02 Feb 2026 09:30:00 GMT";

describe("a feed", () => {
  const read = (text: string) => parseNewsFeed(text, { address: "https://feeds.example/rss", now });

  it("is read as text: all markup is removed", () => {
    const markup =
      "<![CDATA[<p>Hi <script>alert(1)</script><b>there</b> &amp; <img src=x onerror=y>you</p>]]>";
    const { title, items } = read(
      rss(
        item(
          "A &lt;i&gt;title&lt;/i&gt;",
          "https://x.example/1",
          MONDAY,
          `<description>${markup}</description>`,
        ),
      ),
    );
    expect(title).toBe("Example & Weekly");
    expect(items).toEqual([
      {
        id: null,
        title: "A title",
        summary: "Hi there & you",
        publisher: "Example & Weekly",
        url: "https://x.example/1",
        publishedAt: new Date("2026-02-02T09:30:00Z"),
        assets: [],
      },
    ]);
  });

  it("can be Atom, with links relative to its own address", () => {
    const { items } = read(
      '<feed xmlns="http://www.w3.org/2005/Atom"><title>T</title><entry><title>One</title><link href="/one"/><updated>2026-02-02T09:30:00Z</updated></entry></feed>',
    );
    expect(items.map(({ title, url, publisher }) => [title, url, publisher])).toEqual([
      ["One", "https://feeds.example/one", "T"],
    ]);
  });

  it("loses items without title, web address or date, and those dated in the future", () => {
    const { items } = read(
      rss(
        [
          item("", "https://x.example/1", MONDAY),
          item("Script", "javascript:alert(1)", MONDAY),
          item("Undated", "https://x.example/2", "soon"),
          item("Future", "https://x.example/3", "Mon, 02 Feb 2099 09:30:00 GMT"),
          item("Kept", "https://x.example/4", MONDAY),
        ].join(""),
      ),
    );
    expect(items.map(({ title }) => title)).toEqual(["Kept"]);
  });

  it("never contains half of a character, wherever it is truncated", () => {
    for (const start of ["", "x"]) {
      const long = `${start}${"😀".repeat(newsLimits.title)}`;
      const { items } = read(rss(item(long, "https://x.example/1", MONDAY)));
      expect(items[0]?.title).toMatch(/^x?(😀)+…$/u);
    }
    const json = {
      version: "https://jsonfeed.org/version/1.1",
      title: "T\ud83d",
      items: [{ title: "Rocket \ud83d", url: "https://x.example/2", date_published: "2026-02-02T09:30:00Z" }],
    };
    const { title, items } = read(JSON.stringify(json));
    expect([title, items[0]?.title]).toEqual(["T", "Rocket"]);
  });

  it("that is invalid is rejected with a message", () => {
    expect(() => read("<html><body>Not found</body></html>")).toThrow(
      "It is not an RSS, Atom, RDF or JSON feed.",
    );
  });
});

it("links to one article are equal, regardless of tracking parameters", () => {
  const same = [
    "https://www.x.example/a/?utm_source=rss&id=2",
    "http://x.example/a?id=2#top",
    "https://X.example/a?id=2&fbclid=1",
  ];
  expect(new Set(same.map(canonicalLink)).size).toBe(1);
  expect(canonicalLink("https://x.example/a?id=3")).not.toBe(canonicalLink(same[0] ?? ""));
  expect(canonicalLink("mailto:a@x.example")).toBeNull();
});

describe("feeds over HTTP", () => {
  let server: http.Server;
  let origin: string;
  let answer: http.RequestListener;
  beforeAll(async () => {
    server = http.createServer((request, response) => answer(request, response));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => new Promise((resolve) => server.close(resolve)));
  const anywhere = { isAllowed: () => true };

  it("are not requested at private addresses, by name or number, nor after a redirect", async () => {
    for (const address of [
      "10.0.0.1",
      "192.168.1.1",
      "169.254.169.254",
      "::1",
      "fd00::1",
      "::ffff:127.0.0.1",
      "::127.0.0.1",
      "::a9fe:a9fe",
      "200::1",
      "fec0::1",
      "64:ff9b::7f00:1",
      "2002:7f00:1::",
      "0.0.0.0",
    ]) {
      expect([address, isPublicAddress(address)]).toEqual([address, false]);
    }
    expect(isPublicAddress("93.184.216.34")).toBe(true);
    expect(isPublicAddress("2001:4860:4860::8888")).toBe(true);
    answer = () => expect.unreachable();
    await expect(fetchFeed(origin)).rejects.toThrow("127.0.0.1 is a private address");
    await expect(fetchFeed(origin.replace("127.0.0.1", "localhost"))).rejects.toThrow(
      "localhost is a private address",
    );
    answer = (_, response) => response.writeHead(302, { location: "http://10.0.0.1/feed" }).end();
    await expect(fetchFeed(origin, { isAllowed: (address) => address === "127.0.0.1" })).rejects.toThrow(
      "10.0.0.1 is a private address",
    );
    answer = (_, response) => response.writeHead(302, { location: "file:///etc/passwd" }).end();
    await expect(fetchFeed(origin, anywhere)).rejects.toThrow("It redirects to file:, not to an HTTP URL.");
  });

  it("are bounded in size, redirects and time", async () => {
    answer = (_, response) => response.end("x".repeat(2_000));
    await expect(fetchFeed(origin, { ...anywhere, maxBytes: 1_999 })).rejects.toThrow(
      "It is longer than 1,999 bytes.",
    );
    expect(await fetchFeed(origin, { ...anywhere, maxBytes: 2_000 })).toHaveLength(2_000);
    answer = (_, response) => response.writeHead(302, { location: "/again" }).end();
    await expect(fetchFeed(origin, anywhere)).rejects.toThrow("It redirects more than 3 times.");
    answer = () => undefined;
    await expect(fetchFeed(origin, { ...anywhere, timeoutMs: 200 })).rejects.toThrow(
      "It did not respond in time.",
    );
    answer = (_, response) => response.writeHead(500).end();
    await expect(fetchFeed(origin, anywhere)).rejects.toThrow("It could not be read: status 500");
    answer = (_, { socket }) =>
      socket?.write("HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n");
    await expect(fetchFeed(origin, anywhere)).rejects.toThrow("It could not be read: status 101");
    answer = (_, { socket }) => socket?.end("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf");
    await expect(fetchFeed(origin, anywhere)).rejects.toThrow("It could not be read: aborted");
  });

  describe("and a store", () => {
    let test: TestStore;
    const catalog = indexCatalog(
      catalogOf({
        networks: [network(1, "ethereum")],
        assets: [asset(101, "alpha", { name: "Alpha Fund", ticker: "ALFX" })],
      }),
    );
    const serve = (items: string) => {
      answer = (_, response) => response.end(rss(items));
    };
    const read = async (path = "/feed?key=secret") => {
      const feeds: ScheduledSource = {
        ...newsFeeds,
        read: async (request, write) => {
          const { title, items } = await readNewsFeed(request.origin.address, { now, ...anywhere });
          if (title !== null) write.title(title);
          for (const one of items) write.article(one);
          return null;
        },
      };
      const { added } = await readScheduledSource(test.store, feeds, {
        catalog,
        settings: { NEWS_FEEDS: origin + path },
        now: () => now,
        exclusively: (work) => work(),
        report: () => undefined,
        onFailure: (_, error) => {
          throw error;
        },
      });
      return added;
    };
    const stored = () =>
      test.store.rows(
        "SELECT title, url, asset_slug, asset_tags, network_tags, subjects FROM news FINAL ORDER BY published_at, title",
      );
    beforeEach(async () => {
      test = await openTestStore();
      return () => test.close();
    });

    it("store an article once, by its link and by its title, with its subjects", async () => {
      serve(
        item("Alpha Fund arrives on Ethereum", "https://x.example/1?utm_source=rss", MONDAY) +
          item("Alpha Fund, corrected", "https://www.x.example/1/", "Mon, 02 Feb 2026 10:00:00 GMT") +
          item("ALPHA FUND arrives on Ethereum!", "https://y.example/copy", "Tue, 03 Feb 2026 09:30:00 GMT"),
      );
      const before = await readDataVersion(test.store);
      expect(await read()).toBe(1);
      const after = await readDataVersion(test.store);
      expect(after).toBeGreaterThan(before);
      expect(await read()).toBe(0);
      expect(await readDataVersion(test.store)).toBe(after);
      expect(await stored()).toEqual([
        {
          title: "Alpha Fund arrives on Ethereum",
          url: "https://x.example/1?utm_source=rss",
          asset_slug: "alpha",
          asset_tags: ["alpha"],
          network_tags: ["ethereum"],
          subjects: ["asset/alpha/Alpha Fund", "network/ethereum/Ethereum"],
        },
      ]);
      const [source] = await test.store.rows<{ label: string; file_name: string }>(
        "SELECT label, file_name FROM sources FINAL WHERE kind = 'feed'",
      );
      expect(source).toEqual({ label: "Example & Weekly", file_name: `${origin}/feed` });
    });

    it("treat a title that reappears after a week as another article", async () => {
      serve(
        item("Weekly review", "https://x.example/1", MONDAY) +
          item("Weekly review", "https://x.example/2", "Mon, 09 Feb 2026 09:30:00 GMT"),
      );
      expect(await read()).toBe(2);
    });

    it("follow the file of the catalog: additions appear, removals disappear", async () => {
      const line = (id: number, extra: object = {}) => ({
        id,
        title: `Article ${id}`,
        summary: null,
        publisher: "Desk",
        published: "2026-02-01T09:30:00Z",
        assets: [],
        source: `https://x.example/${id}`,
        ...extra,
      });
      const load = (news: readonly ReturnType<typeof line>[]) =>
        commit(test.store, { today }, () => loadCatalogNews(test.store, { ...catalog, news }));
      const titles = async () => (await stored()).map((row) => row.title);
      await load([]);
      expect(await titles()).toEqual([]);
      await load([line(100_001), line(100_002, { assets: ["alpha"] })]);
      expect(await titles()).toEqual(["Article 100001", "Article 100002"]);
      expect((await stored())[1]).toMatchObject({ asset_tags: ["alpha"] });
      const version = await readDataVersion(test.store);
      await load([line(100_001), line(100_002, { assets: ["alpha"] })]);
      expect(await readDataVersion(test.store)).toBe(version);
      await load([line(100_002, { assets: ["alpha"] })]);
      expect(await titles()).toEqual(["Article 100002"]);
      await load([]);
      expect(await titles()).toEqual([]);
      expect(await readDataVersion(test.store)).toBeGreaterThan(version);
    });
  });
});
