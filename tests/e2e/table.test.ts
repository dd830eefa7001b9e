import { describe, expect, inject, it } from "vitest";
import { api, firstRow, open, site, table } from "../support/marketPages";

describe.skipIf(inject("browserMissing") !== "")("pages with a table", () => {
  it("compares up to ten selected rows in the chart of their page, by keyboard, not hydrated at first", async () => {
    const { page, complaints } = await open("/networks", { isStatic: true });
    const box = (index: number) => page.getByRole("checkbox", { name: /^Select / }).nth(index);
    const said = page.getByRole("status").filter({ hasText: "selected" });
    await box(0).focus();
    await page.keyboard.press("Space");
    await expect.poll(() => said.textContent()).toBe("1 of up to 10 selected: select another to compare.");
    for (let index = 1; index < 10; index += 1) await box(index).check();
    await expect.poll(() => said.textContent()).toBe("10 selected, the most that can be compared.");
    await expect.poll(() => box(10).isDisabled()).toBe(true);
    const selected = page.getByRole("region", { name: "Selected rows" });
    const names = await selected.getByRole("listitem").allTextContents();
    for (let index = 9; index > 1; index -= 1) await box(index).uncheck();
    await selected.getByRole("link", { name: "Compare" }).press("Enter");
    await page.waitForURL(/group=network.*#chart$/);
    const legend = page.getByRole("list", { name: "Legend" }).getByRole("button");
    await expect.poll(() => legend.count()).toBe(2);
    await expect
      .poll(async () =>
        (await legend.allTextContents()).map((text, index) => text.startsWith(names[index] ?? "-")),
      )
      .toEqual([true, true]);
    await selected.getByRole("button", { name: "Clear" }).click();
    await expect.poll(() => selected.count()).toBe(0);
    expect(complaints).toEqual([]);
  });

  it("keeps all choices made before the page shows the first", async () => {
    const filters = [
      ["jurisdiction", "notEquals", "Nowhere"],
      ["name", "notEquals", "No name"],
    ];
    const { page } = await open(`/treasuries?filters=${encodeURIComponent(JSON.stringify(filters))}`);
    let release: () => void = () => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    await page.route("**/api/trpc/market.**", async (route) => {
      // Options of a list arrive meanwhile.
      if (!/market\.(meta|aggregates|emptyColumns)/.test(route.request().url())) await released;
      await route.continue();
    });
    const parameters = () => new URL(page.url()).searchParams;
    for (const name of ["Remove filter: ", "Remove filter: "]) {
      const left = parameters().get("filters")?.split("notEquals").length ?? 1;
      const chips = page.getByRole("link", { name });
      await chips.nth(left === 3 ? 0 : 1).click();
      await expect.poll(() => parameters().get("filters")?.split("notEquals").length ?? 1).toBe(left - 1);
    }
    await page.getByRole("button", { name: "Columns", exact: true }).click();
    const offered = page.getByRole("dialog", { name: "Columns" }).getByRole("checkbox", { checked: false });
    await offered.nth(0).click();
    await page.waitForURL(/columns=/);
    const first = parameters().get("columns") ?? "";
    await offered.nth(1).click();
    await expect.poll(() => parameters().get("columns")).not.toBe(first);
    expect(parameters().get("columns")?.startsWith(`${first},`)).toBe(true);
    expect(parameters().get("filters")).toBeNull();
    release();
    await expect.poll(() => page.getByRole("link", { name: "Remove filter: " }).count()).toBe(0);
  });

  describe("the table", () => {
    it.each([true, false])("sorts by a click on a column, scripts on: %s", async (scripts) => {
      const { page } = await open("/treasuries", { scripts });
      await table(page, "Assets").getByRole("link", { name: "Holders" }).click();
      await page.waitForURL(/sort=-holding_addresses_count/);
      const { results } = await api("/assets", {
        filter: { field: "asset_class_slug", operator: "equals", value: "treasuries" },
        sort: { field: "holding_addresses_count", direction: "desc" },
        pagination: { page: 1, perPage: 1 },
        fields: ["name"],
      });
      await expect
        .poll(() => firstRow(page, "Assets").locator("th").textContent())
        .toContain(String(results[0]?.name));
    });

    it.each([true, false])("changes its page, scripts on: %s", async (scripts) => {
      const { page } = await open("/stocks", { scripts });
      const before = await firstRow(page, "Assets").locator("th").textContent();
      await page.getByRole("link", { name: "Page 2", exact: true }).click();
      await page.waitForURL(/page=2/);
      await expect.poll(() => firstRow(page, "Assets").locator("th").textContent()).not.toBe(before);
      await expect.poll(() => page.locator("output").first().textContent()).toMatch(/^26–50 of /);
      // Starts at its first row.
      if (scripts)
        await expect
          .poll(() => firstRow(page, "Assets").evaluate((row) => row.getBoundingClientRect().top))
          .toBeGreaterThan(0);
    });

    it.each([true, false])("finds by words, scripts on: %s", async (scripts) => {
      const { page } = await open("/stablecoins", { scripts });
      const box = page.getByRole("searchbox", { name: "Search Assets" });
      await box.fill("paypal");
      await box.press("Enter");
      await page.waitForURL(/q=paypal/);
      await expect.poll(() => firstRow(page, "Assets").locator("th").textContent()).toContain("PayPal USD");
    });

    it.each([
      ["a column that does not exist", { sort: "shoe_size" }, "shoe_size"],
      [
        "a value that does not fit",
        { filters: JSON.stringify([["holding_addresses_count", "gt", "many"]]) },
        "many",
      ],
    ])("reports that a URL requests %s, and offers a link back", async (_, search, named) => {
      const { page, status, complaints } = await open(`/treasuries?${new URLSearchParams(search)}`);
      expect(status).toBe(200);
      await page.getByText("This table view does not exist").waitFor();
      expect(await page.locator("main").textContent()).toContain(named);
      await page.getByRole("link", { name: "Clear sorting and filters" }).click();
      await table(page, "Assets").locator("tbody tr").first().waitFor();
      await page.waitForURL((url) => url.search === "");
      expect(complaints).toEqual([]);
    });

    it("hydrates without changes, whatever the order of its URL and its other parameters", async () => {
      const { page, complaints } = await open("/tokens?utm_source=mail&q=ousg&sort=-symbol");
      expect(new URL(page.url()).search).toBe("?sort=-symbol&q=ousg&utm_source=mail");
      await page.getByRole("columnheader", { name: "Symbol" }).getByRole("link").click();
      await page.waitForURL(/sort=symbol/);
      expect(complaints).toEqual([]);
    });

    it("is filtered by the URL, and says so", async () => {
      const filters = JSON.stringify([["bridged_token_value_dollar", "gte", 1_000_000_000]]);
      const { page } = await open(`/treasuries?${new URLSearchParams({ filters })}`, {
        scripts: false,
      });
      const { results } = await api("/assets", {
        filter: {
          operator: "and",
          filters: [
            { field: "asset_class_slug", operator: "equals", value: "treasuries" },
            { field: "bridged_token_value_dollar", operator: "gte", value: 1_000_000_000 },
          ],
        },
        fields: ["id"],
      });
      expect(await table(page, "Assets").locator("tbody:not(.sums) tr").count()).toBe(results.length);
      expect(await page.getByRole("list", { name: "Filters" }).textContent()).toContain("Value");
    });

    it("shows its columns in the order chosen by keyboard", async () => {
      const { page, complaints } = await open("/treasuries");
      const heads = table(page, "Assets").locator("thead th");
      const before = (await heads.allTextContents()).map((head) => head.trim());
      const [, second = "", third = ""] = before;
      await page.getByRole("button", { name: "Columns", exact: true }).click();
      const columns = page.getByRole("dialog", { name: "Columns" });
      await columns.getByText("Order of columns").first().click();
      const down = columns.getByRole("button", { name: `Move ${second} down` });
      await down.focus();
      await page.keyboard.press("Enter");
      await expect.poll(async () => (await heads.allTextContents())[1]?.trim()).toBe(third);
      expect((await heads.allTextContents())[2]?.trim()).toBe(second);
      // The moved line keeps the focus, so that the next press moves it further.
      expect(await down.evaluate((button) => button === document.activeElement)).toBe(true);
      expect(complaints).toEqual([]);
    });

    it("exports every row as a file, without a key", async () => {
      const { page } = await open("/treasuries", { scripts: false });
      const href = await page.getByRole("link", { name: "CSV" }).getAttribute("href");
      const response = await fetch(site + href);
      expect(response.headers.get("content-type")).toContain("text/csv");
      const lines = (await response.text()).trim().split(/\r?\n/);
      const known = await api("/assets", {
        filter: { field: "asset_class_slug", operator: "equals", value: "treasuries" },
        pagination: { page: 1, perPage: 100 },
        fields: ["id"],
      });
      expect(lines).toHaveLength(known.results.length + 1);
      expect(lines[0]).toContain('"Bridged Token Value (Dollar)"');
      expect(lines[0]).toMatch(/"As of","Sample data"$/);
      expect(lines[1]).toMatch(/,"\d{4}-\d\d-\d\d","Yes"$/);
    });
  });
});
