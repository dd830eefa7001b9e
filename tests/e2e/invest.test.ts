/** The pages about investing, compared with the data API. */
import type { Page } from "playwright-core";
import { describe, expect, inject, it } from "vitest";
import { api, open, rowsOf, table, valueOfFirst } from "../support/marketPages";
import { overflow } from "../support/screenProblems";

describe.skipIf(inject("browserMissing") !== "")("the pages about investing", () => {
  describe("Invest", () => {
    const all = { pagination: { page: 1, perPage: 100 }, fields: ["slug", "open_to_retail"] };
    const where = (value: boolean | null) => ({
      ...all,
      filter: { field: "open_to_retail", operator: "equals", value },
    });
    const retail = (page: Page) => page.getByRole("navigation", { name: "Open to retail" });

    it("counts yes, no and unknown separately, as in the data API", async () => {
      const { page } = await open("/invest", { scripts: false });
      for (const [words, value] of [
        ["yes", true],
        ["no", false],
        ["unknown", null],
      ] as const) {
        const { pagination } = await api("/assets", where(value));
        const name = `Open to retail: ${words}, ${pagination.resultCount} assets`;
        expect(await retail(page).getByRole("link", { name, exact: true }).count()).toBe(1);
      }
    });

    it("opens with assets open to investment, the largest first, and counts the assets of each investor type", async () => {
      const { page } = await open("/invest", { scripts: false });
      const { results } = await api("/assets", {
        filter: { field: "is_investable", operator: "equals", value: true },
        sort: { field: "bridged_token_value_dollar", direction: "desc" },
        pagination: { page: 1, perPage: 25 },
        fields: ["slug"],
      });
      const links = table(page, "Assets").getByRole("rowheader").getByRole("link");
      const shown = await links.evaluateAll((found) => found.map((link) => link.getAttribute("href")));
      expect(shown).toEqual(results.map(({ slug }) => `/assets/${String(slug)}`));
      const { pagination } = await api("/assets", {
        filter: { field: "investor_kinds", operator: "in", value: ["institutional"] },
        pagination: { page: 1, perPage: 1 },
        fields: ["slug"],
      });
      const name = `Investor types: Institutional, ${pagination.resultCount} assets`;
      expect(await page.getByRole("link", { name, exact: true }).count()).toBe(1);
    });

    it("shows assets known to be closed to retail investors by the URL, and not unknown ones", async () => {
      const { page } = await open("/invest");
      await retail(page).getByRole("link", { name: /: no,/ }).click();
      await page.waitForURL(/filters=/);
      await page.reload({ waitUntil: "networkidle" });
      const { results } = await api("/assets", where(false));
      const links = table(page, "Assets").getByRole("rowheader").getByRole("link");
      await expect.poll(() => links.count()).toBe(Math.min(25, results.length));
      const shown = await links.evaluateAll((found) => found.map((link) => link.getAttribute("href")));
      expect(results.map(({ slug }) => `/assets/${String(slug)}`)).toEqual(expect.arrayContaining(shown));
      await retail(page).getByRole("link", { name: "Open to retail: any" }).click();
      await page.waitForURL((url) => !url.search.includes("filters"));
    });

    it("shows assets stated as offered in a chosen country, and counts excluded and unknown ones", async () => {
      const { page } = await open("/invest");
      await page.getByRole("button", { name: "Choose a country" }).click();
      await page.getByRole("combobox", { name: "Country" }).click();
      await page.getByRole("combobox", { name: "Search Country" }).fill("united states");
      await page.locator('[role="option"][data-highlighted]').getByText("United States").waitFor();
      await page.keyboard.press("Enter");
      await page.waitForURL(/filters=/);
      const chips = page.getByRole("list", { name: "Filters" });
      await chips.getByText("Stated as offered in United States").waitFor();
      // Counted here from the lists in the rows, without a filter on countries.
      const rows: Record<string, unknown>[] = [];
      for (let at = 1, all = 1; rows.length < all; at++) {
        const { results, pagination } = await api("/assets", {
          fields: ["slug", "offered_countries", "excluded_countries"],
          pagination: { page: at, perPage: 100 },
        });
        rows.push(...results);
        all = pagination.resultCount;
      }
      const namesUs = (field: string) => (row: Record<string, unknown>) => [row[field]].flat().includes("US");
      const offered = rows.filter(namesUs("offered_countries"));
      expect(offered.map(({ slug }) => slug)).toContain("benji");
      const excluded = rows.filter(
        (row) =>
          namesUs("excluded_countries")(row) ||
          ([row.offered_countries].flat().length > 0 && !namesUs("offered_countries")(row)),
      );
      const links = table(page, "Assets").getByRole("rowheader").getByRole("link");
      await expect.poll(() => links.count()).toBe(offered.length);
      const choice = (name: string) => page.getByRole("link", { name, exact: true });
      const assets = (count: number) => `${count} ${count === 1 ? "asset" : "assets"}`;
      const unknown = rows.length - offered.length - excluded.length;
      await choice(`United States: offered, ${assets(offered.length)}`).waitFor();
      await choice(`United States: excluded, ${assets(excluded.length)}`).click();
      await chips.getByText("Closed to investors in United States", { exact: true }).waitFor();
      await page.getByText(`of ${excluded.length}`, { exact: false }).first().waitFor();
      await choice(`United States: unknown, ${assets(unknown)}`).click();
      await chips.getByText("Not closed to investors in United States").waitFor();
      await page.getByText(`of ${unknown}`, { exact: false }).first().waitFor();
    });

    it("does not show an asset that is offered only elsewhere as open to investors in Germany", async () => {
      const germany = (...conditions: [string, string][]) =>
        `/invest?${new URLSearchParams({
          filters: JSON.stringify([
            ["open_to_retail", "equals", true],
            ...conditions.map(([field, operator]) => [field, operator, ["DE"]]),
          ]),
        })}`;
      const excluded = await rowsOf("assets", ["slug"], {
        filter: {
          operator: "and",
          filters: [
            { field: "open_to_retail", operator: "equals", value: true },
            { field: "excluded_countries", operator: "in", value: ["DE"] },
          ],
        },
      });
      const path = `/assets/${valueOfFirst(excluded, "slug")}`;
      const link = (page: Page) => table(page, "Assets").locator(`a[href="${path}"]`);
      for (const [conditions, shown] of [
        [[["excluded_countries", "in"]], 1],
        [[["excluded_countries", "not-in"]], 0],
        [
          [
            ["offered_countries", "not-in"],
            ["excluded_countries", "not-in"],
          ],
          0,
        ],
      ] as [[string, string][], number][]) {
        const { page, context } = await open(germany(...conditions), { scripts: false });
        expect(await link(page).count(), JSON.stringify(conditions)).toBe(shown);
        await context.close();
      }
    });
  });

  describe("Investments", () => {
    const list = (page: Page) => table(page, "Investments");

    it("shows live or upcoming ones, by the URL, as in the data API", async () => {
      const { page, complaints } = await open("/investments");
      const status = page.getByRole("navigation", { name: "Status" });
      expect(await status.getByRole("link").allTextContents()).toEqual(["Any", "Live", "Upcoming"]);
      for (const [words, value] of [
        ["Live", "live"],
        ["Upcoming", "upcoming"],
      ] as const) {
        await status.getByRole("link", { name: `Status: ${words}` }).click();
        await page.waitForURL(new RegExp(value));
        const { results, pagination } = await api("/investments", {
          filter: { field: "status", operator: "equals", value },
          pagination: { page: 1, perPage: 50 },
          fields: ["slug"],
        });
        expect(pagination.resultCount).toBeGreaterThan(0);
        await page.getByText(`1–${results.length} of ${pagination.resultCount}`, { exact: true }).waitFor();
        const links = list(page).getByRole("rowheader").getByRole("link");
        await expect
          .poll(async () =>
            (await links.evaluateAll((all) => all.map((link) => link.getAttribute("href")))).toSorted(),
          )
          .toEqual(results.map(({ slug }) => `/investments/${String(slug)}`).toSorted());
      }
      expect(complaints).toEqual([]);
    });

    it("have a page each, with their terms, their asset and a mark if they are sample data", async () => {
      const { results } = await api("/investments", {
        filter: { field: "status", operator: "equals", value: "live" },
        pagination: { page: 1, perPage: 1 },
        fields: ["slug", "name", "asset_slug", "raised_dollar", "target_dollar"],
      });
      const [offering] = results;
      const { page, complaints, status } = await open(`/investments/${String(offering?.slug)}`);
      expect(status).toBe(200);
      expect(await page.locator("h1").allTextContents()).toEqual([offering?.name]);
      const other = page.getByRole("table", { name: "Other offerings of the class" }).locator("tbody tr");
      expect(await other.getByText("Sample", { exact: true }).count()).toBe(await other.count());
      const bar = page.getByRole("progressbar", { name: "Raised" });
      expect(Number(await bar.getAttribute("value"))).toBe(offering?.raised_dollar);
      expect(Number(await bar.getAttribute("max"))).toBe(offering?.target_dollar);
      expect(await page.locator("header").getByText("Sample", { exact: true }).count()).toBe(1);
      const asset = page.getByRole("region", { name: "Who may invest" }).getByRole("link");
      expect(await asset.last().getAttribute("href")).toBe(`/assets/${String(offering?.asset_slug)}`);
      expect(await overflow(page)).toBe(0);
      expect(complaints).toEqual([]);
    });

    it("responds with 404 for past and unknown offerings", async () => {
      const { status } = await open("/investments/no-such-offering", { scripts: false });
      expect(status).toBe(404);
    });
  });
});
