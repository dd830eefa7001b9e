/** News and the new asset monitor, compared with the data API. */
import { describe, expect, inject, it } from "vitest";
import { api, choose, firstRow, open, site, table } from "../support/marketPages";

describe.skipIf(inject("browserMissing") !== "")("pages about what is new", () => {
  it("news is listed from the latest, marked as sample data if it is, and offered as a feed", async () => {
    const { page } = await open("/news", { scripts: false });
    const { results } = await api("/news", {
      pagination: { page: 1, perPage: 1 },
      fields: ["title", "asset_slug"],
    });
    const first = firstRow(page, "News");
    expect(await first.locator("th").textContent()).toContain(String(results[0]?.title));
    expect(await first.locator("th").textContent()).toContain("Sample");
    expect(await first.locator(`td a[href="/assets/${results[0]?.asset_slug}"]`).count()).toBe(1);
    const feed = await fetch(
      site + ((await page.getByRole("link", { name: "Atom feed" }).getAttribute("href")) ?? ""),
    );
    expect(feed.headers.get("content-type")).toMatch(/^application\/atom\+xml/);
    expect(await feed.text()).toContain("<title>Sample: ");
    await page.goto(`${site}/assets/${results[0]?.asset_slug}`);
    const related = page.getByRole("region", { name: "Related news" });
    expect(await related.textContent()).toContain(String(results[0]?.title));
    // Underlying assets have their own news: the latest that is tagged with them.
    for (const [kind, path] of [
      ["platform", "platforms"],
      ["issuer", "issuers"],
      ["network", "networks"],
    ] as const) {
      const newest = await api("/news", {
        sort: { field: "published_at", direction: "desc" },
        pagination: { page: 1, perPage: 100 },
        fields: ["title", `${kind}_tags`],
      });
      const slugsOf = (row: Record<string, unknown>) => [row[`${kind}_tags`] ?? []].flat();
      const tagged = newest.results.find((row) => slugsOf(row).length > 0);
      await page.goto(`${site}/${path}/${tagged && slugsOf(tagged)[0]}`);
      const region = page.getByRole("region", { name: "Related news" });
      expect(await region.textContent()).toContain(String(tagged?.title));
    }
  });

  describe("the new asset monitor", () => {
    const newest = {
      sort: { field: "appeared_date", direction: "desc" },
      pagination: { page: 1, perPage: 1 },
    };

    it.each([true, false])("is filtered by links, scripts on: %s", async (scripts) => {
      const { page, complaints } = await open("/new-asset-monitor", { scripts });
      const first = await api("/assets", { ...newest, fields: ["name"] });
      expect(await firstRow(page, "Assets").locator("th").textContent()).toContain(first.results[0]?.name);
      const classes = page.locator("details", { has: page.locator("summary", { hasText: "Class" }) });
      await classes.locator("summary").click();
      await classes.getByRole("link", { name: "Commodities", exact: true }).click();
      await page.waitForURL(/filters=/);
      const filter = { field: "asset_class_slug", operator: "equals", value: "commodities" };
      const { results } = await api("/assets", { ...newest, filter, fields: ["name"] });
      await expect
        .poll(() => firstRow(page, "Assets").locator("th").textContent())
        .toContain(String(results[0]?.name));
      await choose(page, "What is listed", "Tokens");
      await page.waitForURL(/kind=token/);
      await expect.poll(() => table(page, "Tokens").locator("tbody:not(.sums) tr").count()).toBe(25);
      expect(complaints).toEqual([]);
    });

    it("counts the selection of its list in its chart, and offers it as a feed", async () => {
      const filters = JSON.stringify([["asset_class_slug", "equals", "commodities"]]);
      const address = `/new-asset-monitor?${new URLSearchParams({ range: "all", table: "1", filters })}`;
      const { page } = await open(address, { scripts: false });
      const { results } = await api("/assets", {
        filter: { field: "asset_class_slug", operator: "equals", value: "commodities" },
        pagination: { page: 1, perPage: 100 },
        fields: ["appeared_date"],
      });
      const days = results.flatMap(({ appeared_date: day }) => (typeof day === "string" ? [day] : []));
      const cells = await page.locator("#chart-table tbody td:nth-child(2)").allTextContents();
      expect(cells.reduce((sum, cell) => sum + Number(cell), 0)).toBe(days.length);
      const href = await page.getByRole("link", { name: "Atom feed" }).getAttribute("href");
      const feed = await fetch(site + href);
      expect(feed.headers.get("content-type")).toContain("application/atom+xml");
      expect((await feed.text()).match(/<entry>/g)).toHaveLength(days.length);
    });

    it("explains why a URL selects nothing", async () => {
      const filters = JSON.stringify([["shoe_size", "equals", 1]]);
      const { page, status } = await open(`/new-asset-monitor?${new URLSearchParams({ filters })}`);
      expect(status).toBe(200);
      await page.getByText("This chart cannot be shown").waitFor();
      await page.getByText("This table view does not exist").waitFor();
    });
  });
});
