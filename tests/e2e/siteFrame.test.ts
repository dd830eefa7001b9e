/** What all pages have in common: menu, fonts, theme, and the change from one page to the next. */
import { describe, expect, inject, it } from "vitest";
import { sharedChromium } from "../support/chromium";
import { hangLimits } from "../support/hangLimits";
import { open, site } from "../support/marketPages";
import { untilFrameHydrated } from "../support/openPage";
import { delayScripts } from "../support/slowBrowser";
import { waitForEvent } from "../support/waitForEvent";

describe.skipIf(inject("browserMissing") !== "")("the frame of the site", () => {
  it("shows Inter after a link was followed if its file arrived too late for the first page", async () => {
    let isLate = true;
    const { page, context } = await open("/treasuries", {
      prepare: (opened) => opened.route(/woff2/, (route) => (isLate ? route.abort() : route.continue())),
    });
    isLate = false;
    const devtools = await context.newCDPSession(page);
    const shownFont = async () => {
      await devtools.send("DOM.enable");
      await devtools.send("CSS.enable");
      const { root } = await devtools.send("DOM.getDocument");
      const { nodeId } = await devtools.send("DOM.querySelector", {
        nodeId: root.nodeId,
        selector: "main h1",
      });
      const { fonts } = await devtools.send("CSS.getPlatformFontsForNode", { nodeId });
      return fonts.map(({ familyName }) => familyName);
    };
    expect(await shownFont()).not.toEqual(["Inter"]);
    await page.getByRole("link", { name: "Commodities" }).first().click();
    await page.waitForURL(/commodities/);
    await expect.poll(shownFont).toEqual(["Inter"]);
  });

  it("shows the badge of the menu next to its title, and not that of the fetched page", async () => {
    const { page } = await open("/platforms");
    const row = page.getByRole("main").getByRole("heading", { level: 1 }).locator("..");
    /** Title and badge, without the switch between them. */
    const title = () =>
      row.evaluate(({ children }) =>
        [...children].map((part) => (part.localName === "nav" ? "" : part.textContent)).join(""),
      );
    expect(await title()).toBe("Platforms without stablecoinsNEW");
    let release: () => void = () => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    await page.route("**/api/trpc/market.table**", async (route) => {
      await released;
      await route.continue();
    });
    await waitForEvent(page.waitForRequest(/market\.table/), () =>
      page.getByRole("navigation").first().getByRole("link", { name: "Issuers" }).click(),
    );
    await page.waitForURL("**/issuers");
    expect(await title()).toBe("Platforms without stablecoinsNEW");
    const csv = page.getByRole("main").getByRole("link", { name: "CSV" }).first();
    const file = await csv.getAttribute("href");
    release();
    await expect.poll(title).toBe("Issuers without stablecoinsBETA");
    expect(file).toContain("platforms");
    expect(await csv.getAttribute("href")).not.toBe(file);
  });

  it("pages link visitors to every page outside the menu, and not to administration", async () => {
    const html = await (await fetch(`${site}/networks`)).text();
    const links = [...html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href);
    expect(links).toEqual(
      expect.arrayContaining([
        "/data-partners",
        "/directory",
        "/docs",
        "/docs/measures",
        "/evidence",
        "/investments",
        "/new-asset-monitor",
        "/settings",
        "/watchlist",
      ]),
    );
    expect(links.filter((href) => href?.startsWith("/admin"))).toEqual([]);
    expect(await (await fetch(`${site}/docs/measures`)).text()).toContain('id="market_value_dollar"');
  });

  it("the menu marks pages that need a plan, and links visitors to sign-in", async () => {
    const { page } = await open("/", { scripts: false });
    for (const [name, path] of [
      ["Asset Charting", "/assets/timeseries"],
      ["API Tools", "/tools/api/api-keys"],
    ] as const) {
      const line = page.getByRole("complementary").getByRole("link", { name: `${name} (needs a plan)` });
      expect(await line.getAttribute("href")).toBe(path);
    }
    await page.getByRole("link", { name: /^Asset Charting/ }).click();
    await page.waitForURL(/\/login\?.*callbackUrl=%2Fassets%2Ftimeseries/);
  });

  it("the scroll position from before scripts ran is kept afterwards", async () => {
    const context = await (await sharedChromium()).newContext({ viewport: { width: 1280, height: 900 } });
    context.setDefaultTimeout(hangLimits.state);
    const page = await context.newPage();
    const release = await delayScripts(page);
    await page.goto(`${site}/assets/ousg`, { waitUntil: "commit" });
    await page.locator("footer").last().waitFor();
    // The content above 700 px has its height: its styles and fonts are loaded.
    await page.waitForFunction(() =>
      [...document.querySelectorAll<HTMLLinkElement>("link[rel=stylesheet]")].every(({ sheet }) => sheet),
    );
    await page.evaluate(() => document.fonts.ready);
    await page.evaluate(() => scrollTo(0, 700));
    release();
    await untilFrameHydrated(page);
    await page.waitForLoadState("networkidle");
    expect(await page.evaluate(() => scrollY)).toBe(700);
  });

  it("the chosen theme is stored under `theme`", async () => {
    const { page } = await open("/networks");
    await page.getByRole("radio", { name: "Dark theme" }).press("Space");
    await expect.poll(() => page.evaluate(() => localStorage.getItem("theme"))).toBe("dark");
    await expect.poll(() => page.locator("html").getAttribute("data-theme")).toBe("dark");
  });
});
