/** The reuse of contexts between tests of pages: a reused context is as good as a new one. */
import http from "node:http";
import type { AddressInfo } from "node:net";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { launchChromium } from "../support/chromium";
import { closeContexts, lendTab } from "../support/reusedContexts";

describe.skipIf(inject("browserMissing") !== "")("a lent context", () => {
  let browser: Browser;
  let site: string;
  /** Responses delayed by a test. */
  const delayed: http.ServerResponse[] = [];
  /** The requests of pages and their scripts. Browsers make others on their own: full ones request an icon. */
  const requests: { url: string | undefined; reader: string | undefined }[] = [];
  const server = http.createServer(({ url, headers }, response) => {
    if (url !== "/favicon.ico" && url !== "/robots.txt") {
      requests.push({ url, reader: [headers["x-reader"]].flat()[0] });
    }
    if (url?.startsWith("/held")) {
      delayed.push(response.setHeader("set-cookie", "reader=late"));
      return;
    }
    if (url === "/cookie") response.setHeader("set-cookie", "reader=first");
    if (url === "/kept") response.setHeader("cache-control", "max-age=3600");
    response.setHeader("content-type", "text/html").end("<title>Page</title>");
  });
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, resolve));
    site = `http://localhost:${(server.address() as AddressInfo).port}`;
    browser = await launchChromium();
  });
  afterAll(async () => {
    await browser?.close();
    server.closeAllConnections();
    server.close();
  });

  const remembered = () => ({
    cookies: document.cookie,
    local: { ...localStorage },
    session: { ...sessionStorage },
    entries: history.length,
    size: [innerWidth, matchMedia("(prefers-color-scheme: dark)").matches],
  });

  it("has no state of its previous use", async () => {
    const first = await lendTab(browser, site, {
      viewport: { width: 500, height: 400 },
      colorScheme: "dark",
      extraHTTPHeaders: { "x-reader": "first" },
    });
    await first.page.goto(`${site}/a`);
    const before = await first.page.evaluate(remembered);
    await first.page.goto(`${site}/cookie`);
    await first.page.evaluate(() => {
      localStorage.setItem("reader", "first");
      sessionStorage.setItem("reader", "first");
      // As a page does that saves its state when it is left.
      addEventListener("pagehide", () => localStorage.setItem("left", "first"));
    });
    await first.context.newPage();
    expect(before.size).toEqual([500, true]);
    expect(requests.at(-1)?.reader).toBe("first");
    await first.context.close();
    const inUse = browser.contexts().length;

    const second = await lendTab(browser, site, { viewport: { width: 900, height: 400 } });
    expect(browser.contexts()).toHaveLength(inUse);
    await second.page.goto(`${site}/a`);
    expect(requests.at(-1)).toEqual({ url: "/a", reader: undefined });
    expect(await second.page.evaluate(remembered)).toEqual({ ...before, size: [900, false] });
    // Next to the page that keeps the context alive.
    expect(second.context.pages()).toHaveLength(2);

    // A context closed twice, by a test and after it, is not taken from its current user.
    await first.context.close();
    expect(await second.page.title()).toBe("Page");
    await second.context.close();
  });

  it("has no cookie of a response that an earlier page was still waiting for", async () => {
    const found: object[] = [];
    for (let delay = 0; delay < 12; delay++) {
      const before = await lendTab(browser, site, {});
      await before.page.goto(`${site}/cookie`);
      await before.page.evaluate(() => {
        for (let count = 0; count < 4; count++) void fetch(`/held?${count}`).catch(() => undefined);
      });
      await expect.poll(() => delayed.length).toBe(4);
      setTimeout(() => {
        for (const answer of delayed.splice(0)) answer.end();
      }, delay);
      await before.context.close();
      const after = await lendTab(browser, site, {});
      await expect.poll(() => delayed.length).toBe(0);
      await after.page.goto(`${site}/a`);
      found.push(...(await after.context.cookies()));
      await after.context.close();
    }
    expect(found).toEqual([]);
  });

  it("is not reused while a request outlives its page, whose response may set a cookie", async () => {
    const before = await lendTab(browser, site, {});
    await before.page.goto(`${site}/cookie`);
    await before.page.evaluate(() => {
      void fetch("/held?keepalive", { keepalive: true }).catch(() => undefined);
    });
    await expect.poll(() => delayed.length).toBe(1);
    await before.context.close();
    const after = await lendTab(browser, site, {});
    await after.page.goto(`${site}/a`);
    for (const answer of delayed.splice(0)) answer.end();
    await after.page.evaluate(() => fetch("/a").then((response) => response.text()));
    expect(await after.context.cookies()).toEqual([]);
    await after.context.close();
  });

  it("starts with the cookies and the storage of a signed-in user", async () => {
    const { page, context } = await lendTab(browser, site, {});
    await page.goto(`${site}/cookie`);
    await page.evaluate(() => localStorage.setItem("theme", "dark"));
    const storageState = await context.storageState();
    await context.close();
    const again = await lendTab(browser, site, { storageState });
    await again.page.goto(site);
    expect(await again.page.evaluate(remembered)).toMatchObject({
      cookies: "reader=first",
      local: { theme: "dark" },
    });
    await again.context.close();
  });

  it("fetches again what it has received before for a page without a cache, and for that page only", async () => {
    const requestsOf = async (isCacheOff: boolean) => {
      // The browser ends requests of earlier pages, and repeats some, whenever it likes.
      const reader = `cache ${requests.length}`;
      const extraHTTPHeaders = { "x-reader": reader };
      const { page, context } = await lendTab(browser, site, { isCacheOff, extraHTTPHeaders });
      await page.goto(`${site}/a`);
      await page.evaluate(() => fetch("/kept").then((response) => response.text()));
      await context.close();
      return requests.filter((request) => request.reader === reader).map(({ url }) => url);
    };
    expect(await requestsOf(false)).toEqual(["/a", "/kept"]);
    expect(await requestsOf(false)).toEqual(["/a"]);
    expect(await requestsOf(true)).toEqual(["/a", "/kept"]);
    expect(await requestsOf(false)).toEqual(["/a"]);
    expect(browser.contexts()).toHaveLength(1);
  });

  it.each<[string, (tab: Awaited<ReturnType<typeof lendTab>>) => Promise<unknown>]>([
    ["whose time was changed", ({ page }) => page.clock.install()],
    ["that has scripts of a test", ({ context }) => context.addInitScript("window.odd = 1")],
    ["whose requests a test answers", ({ context }) => context.route("**/x", (route) => route.abort())],
    ["that has been to another site", ({ page }) => page.goto(site.replace("localhost", "127.0.0.1"))],
  ])("ends if it was one %s", async (_, spoil) => {
    const tab = await lendTab(browser, site, {});
    const ended = tab.page.context();
    await spoil(tab);
    await tab.context.close();
    expect(browser.contexts()).not.toContain(ended);
  });

  it("stays when the contexts of a browser are closed, and others do not", async () => {
    const { page } = await lendTab(browser, site, {});
    const other = await browser.newContext();
    await closeContexts(browser);
    expect(page.isClosed()).toBe(true);
    expect(browser.contexts()).toContain(page.context());
    expect(browser.contexts()).not.toContain(other);
  });
});
