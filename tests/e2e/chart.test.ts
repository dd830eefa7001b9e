/** The chart of a page, by mouse, keyboard and URL. Figures are compared with the data API. */
import { describe, expect, inject, it } from "vitest";
import { api, figure, mostFrequent, open, rowsOf, valueOfFirst } from "../support/marketPages";

describe.skipIf(inject("browserMissing") !== "")("pages with a chart", () => {
  describe("the chart", () => {
    const eventKinds = {
      field: "kind",
      operator: "in",
      value: ["incident", "corporate_action", "attestation"],
    };
    /** The asset with most events. */
    const assetWithEvents = async () =>
      mostFrequent(await rowsOf("evidence", ["asset_slug"], { filter: eventKinds }), "asset_slug");

    /** First day of the figures of an asset that has them since the first day of all. */
    async function firstDay(slug: string): Promise<string> {
      const { page, context } = await open(`/assets/${slug}?range=all&table=1&group=none&interval=month`, {
        scripts: false,
      });
      const month = await page.locator("#chart-table tbody th").last().textContent();
      await context.close();
      return new Date(`1 ${month} UTC`).toISOString().slice(0, 10);
    }

    it("is a link in every control: a choice changes the URL, and the URL restores the view", async () => {
      const { page } = await open("/treasuries");
      await page.getByRole("link", { name: "1 year", exact: true }).click();
      await page.waitForURL(/range=1y/);
      const shape = page.locator(".chart-sheet > .link-picker > summary", { hasText: "Shape" });
      await shape.click();
      await page.getByRole("link", { name: "Lines", exact: true }).click();
      await page.waitForURL(/mode=lines/);
      await page.reload({ waitUntil: "networkidle" });
      expect(new URL(page.url()).search).toBe("?mode=lines&range=1y");
      await shape.click();
      for (const name of ["1 year", "Lines"]) {
        expect(await page.getByRole("link", { name, exact: true }).getAttribute("aria-current")).toBe("true");
      }
    });

    it("is navigated by arrow keys, Home, End and letters", async () => {
      const { page, complaints } = await open("/treasuries");
      const focused = () => page.evaluate(() => document.activeElement?.textContent);
      const pressed = async (key: string) => {
        await page.keyboard.press(key);
        return focused();
      };
      const shape = page.locator(".chart-sheet > .link-picker > summary", { hasText: "Shape" });
      await shape.focus();
      expect(await pressed("ArrowDown")).toBe("Stacked");
      expect(await pressed("ArrowDown")).toBe("Lines");
      expect(await pressed("End")).toBe("Pie");
      expect(await pressed("ArrowDown")).toBe("Stacked");
      expect(await pressed("b")).toBe("Bars");
      expect(await pressed("Escape")).toContain("Shape");
      expect(await page.getByRole("link", { name: "Bars", exact: true }).isVisible()).toBe(false);

      await page
        .getByRole("button", { name: /^Download or share: / })
        .first()
        .focus();
      await page.keyboard.press("ArrowDown");
      await expect.poll(focused).toBe("Download CSV: shown series");
      expect(await pressed("ArrowDown")).toBe("Download CSV: every series");
      expect(await pressed("ArrowDown")).toBe("Download PNG");
      expect(await pressed("End")).toBe("Use in code");
      expect(await pressed("c")).toBe("Copy link");
      await page.keyboard.press("Escape");
      await page.getByRole("menu").waitFor({ state: "detached" });
      await expect.poll(focused).toBe("Download");
      await page.keyboard.press("ArrowUp");
      await expect.poll(focused).toBe("Use in code");
      // Moves on to the element after the button, as if there were no menu.
      await page.keyboard.press("Tab");
      await page.getByRole("menu").waitFor({ state: "detached" });
      expect(await page.locator("main :focus").count()).toBe(1);
      expect(await focused()).not.toBe("Download");
      expect(complaints).toEqual([]);
    });

    it("omits defaults from the URL", async () => {
      const { page } = await open("/treasuries?range=1y");
      await page.getByRole("link", { name: "2 years", exact: true }).click();
      await page.waitForURL((url) => url.search === "");
    });

    it("shows another metric and grouping on request, without scripts too", async () => {
      const { page, status } = await open("/treasuries?metric=holders&group=network", {
        scripts: false,
      });
      expect(status).toBe(200);
      expect(await page.locator("#chart-heading").textContent()).toContain(
        "US Treasuries: Holders by network",
      );
      expect(await page.locator("#chart svg path").count()).toBeGreaterThan(3);
    });

    it("accepts valid parameters of a URL and silently drops the rest", async () => {
      const { page, status } = await open("/treasuries?metric=nonsense&range=1y&mode=donut&page=-3", {
        scripts: false,
      });
      expect(status).toBe(200);
      expect(await page.getByRole("link", { name: "1 year", exact: true }).getAttribute("aria-current")).toBe(
        "true",
      );
      expect(await page.locator("#chart-heading").textContent()).toContain("US Treasuries: Value by asset");
    });

    it("has its figures as a table, whose last row matches the tile", async () => {
      const { page } = await open("/treasuries?group=none&table=1", { scripts: false });
      const cells = page.locator("#chart-table tbody tr").first().locator("td");
      const shown = Number((await cells.first().textContent())?.replace(/[^\d.]/g, ""));
      const exact = await figure("asset_classes", "treasuries", "bridged_token_value_dollar");
      expect(Math.abs(shown - exact)).toBeLessThan(0.01);
    });

    it("marks events of the assets that it shows, and lists them in its table, until the URL hides them", async () => {
      const slug = await assetWithEvents();
      const { results } = await api("/evidence", {
        filter: {
          operator: "and",
          filters: [
            { field: "asset_slug", operator: "equals", value: slug },
            eventKinds,
            { field: "date", operator: "onOrAfter", value: await firstDay(slug) },
          ],
        },
        fields: ["date", "statement"],
      });
      expect(results.length).toBeGreaterThan(0);
      const { page, complaints } = await open(`/assets/${slug}?range=all&table=1&group=none`);
      await page.getByRole("button", { name: /^Show all \d+ dates$/ }).click();
      const marked = page.locator("#chart-table .chart-table-events li");
      await expect.poll(() => marked.count()).toBe(results.length);
      for (const { statement } of results) {
        expect(await marked.filter({ hasText: String(statement) }).count()).toBe(1);
      }
      expect(await marked.first().getByRole("link").getAttribute("href")).toBe(`/assets/${slug}`);
      expect(await page.locator(".chart-paint-event").count()).toBeGreaterThan(0);
      await page.getByRole("button", { name: "More", exact: true }).click();
      await page.getByRole("switch", { name: "Events in the chart" }).press(" ");
      await page.waitForURL(/events=none/);
      await page.locator(".chart-event-key").waitFor({ state: "detached" });
      await expect.poll(() => marked.count()).toBe(0);
      await page.reload({ waitUntil: "networkidle" });
      expect(await page.locator(".chart-paint-event").count()).toBe(0);
      await page.getByRole("button", { name: "More", exact: true }).click();
      await expect
        .poll(() => page.getByRole("switch", { name: "Events in the chart" }).getAttribute("aria-checked"))
        .toBe("false");
      expect(complaints).toEqual([]);
    });

    it("announces events by keyboard with the figures of their date", async () => {
      const slug = await assetWithEvents();
      const isIt = { field: "slug", operator: "equals", value: slug };
      const name = valueOfFirst(await rowsOf("assets", ["name"], { filter: isIt }), "name");
      const { page } = await open(`/assets/${slug}?range=all&group=none`);
      const plot = page.getByRole("application");
      await plot.focus();
      await page.locator(".chart-frame[data-live]").waitFor();
      await plot.press("e");
      await page.locator("#chart p.sr-only", { hasText: name }).waitFor({ state: "attached" });
      await page.locator(".chart-tooltip-event").first().waitFor();
    });

    it("shows rounded values, and exact ones by a click, a second tap or Enter", async () => {
      const { page, complaints } = await open("/treasuries?group=network");
      const plot = page.getByRole("application");
      const values = page.locator(".chart-tooltip-value");
      const rounded = /^\$[\d.]+[BMK]?$/;
      const exact = /^\$[\d,]+\.\d\d$/;
      await plot.hover();
      await page.locator(".chart-frame[data-live]").waitFor();
      await plot.hover({ position: { x: 300, y: 100 } });
      await expect.poll(() => values.first().textContent()).toMatch(rounded);
      await page.getByText("Click for exact values").waitFor();
      expect(await page.locator(".chart-tooltip-column").allTextContents()).toEqual(["Share", "Change"]);
      await plot.click({ position: { x: 300, y: 100 } });
      await expect.poll(() => values.first().textContent()).toMatch(exact);
      await page.getByText("Click for rounded values").waitFor();
      await plot.press("Home");
      const said = page.locator("#chart p.sr-only", { hasText: "Ethereum" });
      await expect.poll(() => said.textContent()).toMatch(/total \$[\d,]+\.\d\d;/);
      await plot.press("Enter");
      await expect.poll(() => said.textContent()).toMatch(/total \$[\d.]+[BM];/);
      expect(complaints).toEqual([]);
    });

    it("requests a selected period, by day, and returns with the browser's history", async () => {
      const { page, complaints } = await open("/treasuries?table=1");
      const before = new URL(page.url()).search;
      const plot = page.getByRole("application");
      await plot.hover();
      await page.locator(".chart-frame[data-live]").waitFor();
      const box = await plot.boundingBox();
      if (box === null) throw new Error("The plot is not on the page");
      const y = box.y + box.height / 2;
      await page.mouse.move(box.x + box.width * 0.4, y);
      await page.mouse.down();
      await page.mouse.move(box.x + box.width * 0.55, y, { steps: 4 });
      await page.mouse.up();
      await page.waitForURL(/range=\d{4}-\d\d-\d\d\.\.\d{4}-\d\d-\d\d/);
      const [from = "", to = ""] = (new URL(page.url()).searchParams.get("range") ?? "").split("..");
      const days = (Date.parse(to) - Date.parse(from)) / 86_400_000;
      expect(days).toBeGreaterThan(60);
      expect(days).toBeLessThan(160);
      const day = (date: string) =>
        new Date(date)
          .toLocaleDateString("en-GB", { day: "numeric", month: "short", year: "numeric", timeZone: "UTC" })
          .replace("Sept", "Sep");
      const heads = page.locator("#chart-table tbody th");
      await heads
        .first()
        .filter({ hasText: day(to) })
        .waitFor();
      const isCurrent = (name: string) => page.getByRole("link", { name }).getAttribute("aria-current");
      await expect.poll(() => isCurrent("By day")).toBe("true");
      await page.getByRole("button", { name: /^Show all \d+ dates$/ }).click();
      await expect.poll(() => heads.last().textContent()).toBe(day(from));
      await expect.poll(() => heads.count()).toBe(days + 1);
      await page.goBack();
      await page.waitForURL((url) => url.search === before);
      await heads
        .first()
        .filter({ hasNotText: day(to) })
        .waitFor();
      await expect.poll(() => isCurrent("By week")).toBe("true");
      expect(complaints).toEqual([]);
    });

    it("zooms by keyboard into the URL and out again", async () => {
      const { page } = await open("/treasuries");
      const plot = page.getByRole("application");
      await plot.focus();
      await page.locator(".chart-frame[data-live]").waitFor();
      await plot.press("+");
      await page.waitForURL(/range=\d{4}-\d\d-\d\d\.\.\d{4}/);
      const near = page.url();
      await page.getByRole("link", { name: /^Leave / }).waitFor();
      await plot.press("-");
      await page.waitForURL((url) => url.href !== near);
      await plot.press("0");
      await page.waitForURL((url) => url.search === "");
    });

    it.each(["Treemap", "Pie"])(
      "shows the latest day as a %s, with the figures of its table",
      async (shape) => {
        const { page, complaints } = await open("/treasuries?group=network&table=1");
        await page.locator(".chart-sheet > .link-picker > summary", { hasText: "Shape" }).click();
        await page.getByRole("link", { name: shape, exact: true }).click();
        await page.waitForURL((url) => url.searchParams.get("mode") === shape.toLowerCase());
        const plot = page.getByRole("application", { name: new RegExp(`${shape} of `) });
        await plot.focus();
        await page
          .locator(".chart-frame[data-live] .chart-live svg, .chart-frame[data-live] .chart-live div")
          .first()
          .waitFor();
        await plot.press("Home");
        const said = page.locator("#chart p.sr-only", { hasText: "of the total" });
        await said.waitFor({ state: "attached" });
        const largest = await page.locator("#chart-table tbody tr").first().locator("td[data-label]").first();
        const name = (await largest.getAttribute("data-label")) ?? "";
        await plot.press("Enter");
        await expect.poll(() => said.textContent()).toContain(`${name} ${await largest.textContent()}`);
        await page.reload({ waitUntil: "networkidle" });
        await expect.poll(() => page.locator(".chart-parts").count()).toBe(2);
        expect(complaints).toEqual([]);
      },
    );

    it("measures a yield against the benchmark of its asset", async () => {
      const { page } = await open(
        "/treasuries?metric=apy_7_day_percent&group=none&range=1y&benchmark=benchmark_yield_percent&table=1",
        { scripts: false },
      );
      expect(await page.locator("#chart-heading").textContent()).toContain("against benchmark yield");
      const cells = page.locator("#chart-table tbody tr").first().locator("td");
      const shown = async (at: number) => Number((await cells.nth(at).textContent())?.replace("%", ""));
      for (const [at, metric] of ["apy_7_day_percent", "benchmark_yield_percent"].entries()) {
        const exact = await figure("asset_classes", "treasuries", metric);
        expect(Math.abs((await shown(at)) - exact)).toBeLessThan(0.006);
      }
    });

    it("is marked as sample data, and has its source in its embed view", async () => {
      const { page, complaints } = await open("/treasuries?embed=1");
      expect(await page.locator("#chart").textContent()).toContain("Sample data");
      expect(await page.getByRole("navigation", { name: "Main" }).count()).toBe(0);
      expect(await page.locator("h1").textContent()).toBe("US Treasuries: Value by asset");
      expect(await page.getByText("Source:").first().textContent()).toContain("Cadastre");
      expect(complaints).toEqual([]);
    });
  });
});
