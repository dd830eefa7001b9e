/** Choices of a chart: its series, its metric and its settings. */
import type { Page } from "playwright-core";
import { describe, expect, inject, it } from "vitest";
import { open, site } from "../support/marketPages";
import { waitForEvent } from "../support/waitForEvent";

describe.skipIf(inject("browserMissing") !== "")("the choices of a chart", () => {
  it("shows one series alone and all again by keyboard, in a URL that others and embeds reproduce", async () => {
    const { page, complaints } = await open("/treasuries");
    const legend = page.getByRole("list", { name: "Legend" }).first();
    const shown = (at: Page) =>
      at
        .getByRole("list", { name: "Legend" })
        .first()
        .locator('button[aria-pressed="true"] .chart-legend-name')
        .allTextContents();
    const all = await shown(page);
    const second = legend.getByRole("listitem").nth(1);
    await second.locator("button[aria-pressed]").focus();
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await page.waitForURL(/\?only=/);
    expect(await shown(page)).toEqual([all[1]]);
    const address = page.url();
    // The server draws the single area, in the page and in the embed view.
    for (const view of [address, `${address}&embed=1`]) {
      const other = await open(view.slice(site.length), { scripts: false });
      expect(await shown(other.page)).toEqual([all[1]]);
      expect(await other.page.locator("#chart .chart-paint-plot path[fill-opacity]").count()).toBe(1);
      await other.context.close();
    }
    await page.keyboard.press("Enter");
    await page.waitForURL((url) => url.search === "");
    expect(await shown(page)).toEqual(all);
    await second.locator("button[aria-pressed]").click();
    await page.waitForURL(/\?hide=/);
    expect(await shown(page)).toEqual(all.filter((_, index) => index !== 1));
    await page.reload();
    expect(await shown(page)).toHaveLength(all.length - 1);
    await legend.getByRole("button", { name: "Show all" }).click();
    await page.waitForURL((url) => url.search === "");
    expect(await shown(page)).toEqual(all);
    expect(complaints).toEqual([]);
  });

  it("keeps the settings of its chart in the chart's links, also while the next page is fetched", async () => {
    const { page } = await open("/stablecoins?range=1y&log=1");
    const table = page.getByRole("main").getByRole("link", { name: "Show table" }).first();
    const before = await table.getAttribute("href");
    expect(before).toMatch(/^\/stablecoins\?.*log=1/);
    let release: () => void = () => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    await page.route("**/api/trpc/market.**", async (route) => {
      await released;
      await route.continue();
    });
    await waitForEvent(page.waitForRequest(/market\./), () =>
      page.getByRole("navigation").first().getByRole("link", { name: "Issuers" }).click(),
    );
    await page.waitForURL("**/issuers");
    expect(await table.getAttribute("href")).toBe(before);
    // A choice links back to its page, with its settings.
    await page.getByRole("main").getByRole("link", { name: "2 years", exact: true }).first().click();
    await page.waitForURL(/\/stablecoins\?/);
    expect(new URL(page.url()).searchParams.get("log")).toBe("1");
    release();
  });

  it("metrics of a chart are grouped by topic with a sentence on each, and are found by their words", async () => {
    const { page } = await open("/treasuries");
    const picker = page.locator("details.link-picker", { hasText: "Metric" }).first();
    await picker.locator("summary").press("Enter");
    const search = picker.getByRole("searchbox", { name: "Search: Metric" });
    await search.waitFor();
    await picker.getByRole("list", { name: "Activity" }).waitFor();
    // The chosen one is scrolled into the panel's view, although it is far down the list.
    const chosen = picker.locator("a[aria-current]");
    expect(
      await chosen.evaluate((link) => {
        const [own, panel] = [link, link.closest(".link-picker-panel")].map((one) =>
          one?.getBoundingClientRect(),
        );
        return own !== undefined && panel !== undefined && own.top > panel.top && own.bottom < panel.bottom;
      }),
    ).toBe(true);
    await search.fill("no such figure");
    await picker.getByText("None found").waitFor();
    await search.fill("HOLDERS addresses positive");
    await picker.getByText(/^\d+ found$/).waitFor();
    expect(await picker.getByRole("link").first().textContent()).toBe("Holders");
    await search.press("Enter");
    await page.waitForURL(/metric=holding_addresses_count/);
    expect(await picker.getAttribute("open")).toBeNull();
  });
});
