/** The overview of the market, and the key figures of pages. Figures are compared with the data API. */
import type { Locator, Page } from "playwright-core";
import { describe, expect, inject, it } from "vitest";
import { valueIn } from "../support/callApi";
import { api, choose, figure, largest, open, site, tile } from "../support/marketPages";

describe.skipIf(inject("browserMissing") !== "")("the market overview", () => {
  it.each([
    ["/treasuries", "Value", "asset_classes", "treasuries", "bridged_token_value_dollar"],
    ["/treasuries", "7-day APY", "asset_classes", "treasuries", "apy_7_day_percent"],
    [
      "/private-credit",
      "Outstanding capital",
      "asset_classes",
      "private-credit",
      "outstanding_capital_dollar",
    ],
    ["/", "Stablecoin market cap", "asset_classes", "stablecoins", "bridged_token_market_cap_dollar"],
  ])("%s: the tile %s matches the data API", async (path, label, resource, slug, metric) => {
    const { page } = await open(path, { scripts: false });
    // Totals within a scope are summed in another order: the last digit of a double may differ.
    expect((await tile(page, label)) / (await figure(resource, slug, metric))).toBeCloseTo(1, 12);
  });

  it.each([
    ["assets", "Holders", "holding_addresses_count"],
    ["networks", "Market cap", "bridged_token_market_cap_dollar"],
    ["platforms", "Value", "bridged_token_value_dollar"],
    ["issuers", "Value", "bridged_token_value_dollar"],
    ["managers", "Holders", "holding_addresses_count"],
  ])("the largest of %s: the tile %s matches the data API", async (resource, label, metric) => {
    const slug = await largest(resource, metric);
    const { page } = await open(`/${resource}/${slug}?stablecoins=with`, { scripts: false });
    expect((await tile(page, label)) / (await figure(resource, slug, metric))).toBeCloseTo(1, 12);
  });

  it("the total of the overview is the sum of its classes", async () => {
    const { page } = await open("/?stablecoins=with", { scripts: false });
    const { results } = await api("/asset_classes", { fields: ["bridged_token_value_dollar"] });
    const sum = results.reduce((total, row) => total + (valueIn(row, "bridged_token_value_dollar") ?? 0), 0);
    const shown = await tile(page, "Total value");
    expect(Math.abs(shown - sum)).toBeLessThan(sum * 1e-9);
  });

  it("separates distributed and represented value if there are both, in tiles, tables and the chart", async () => {
    const { page } = await open("/", { scripts: false });
    const parts = (await tile(page, "Distributed value")) + (await tile(page, "Represented value"));
    const whole = await tile(page, "Total value");
    expect(Math.abs(parts - whole)).toBeLessThan(whole * 1e-9);
    await page.goto(`${site}/treasuries?group=distribution`);
    const { results } = await api("/tokens/aggregates", {
      filter: { field: "asset_class_slug", operator: "equals", value: "treasuries" },
      aggregate: { groupBy: "distribution" },
      fields: ["bridged_token_value_dollar"],
    });
    const represented = results.find(({ group }) => (group as { id: string }).id === "represented");
    expect(await tile(page, "Represented value")).toBe(valueIn(represented, "bridged_token_value_dollar"));
    const legend = page.getByRole("list", { name: "Legend" }).getByRole("listitem");
    expect((await legend.allTextContents()).map((text) => text.split("$")[0])).toEqual([
      "Distributed",
      "Represented",
    ]);
    // If all is distributed, the total shows it.
    await page.goto(`${site}/commodities`);
    expect(await page.getByText("Represented value").count()).toBe(0);
  });

  it("tiles show their figure over 90 days as in tables, hidden if there is no room", async () => {
    const pathIn = (within: Locator) => within.locator("svg path[stroke]").getAttribute("d");
    const tileOf = (page: Page, label: string) =>
      page
        .getByRole("region", { name: "Key figures" })
        .locator("dl", { has: page.getByText(label, { exact: true }) });
    const overview = await open("/", { scripts: false });
    const classes = overview.page.getByRole("table", { name: "Asset classes by value" }).locator("tbody tr");
    const inTable = await pathIn(classes.filter({ hasText: "US Treasuries" }).locator("td.spare"));
    const courses = overview.page.getByRole("region", { name: "Key figures" }).locator("dd svg path[stroke]");
    expect(await courses.count()).toBe(5);
    await overview.context.close();
    const { page, complaints } = await open("/treasuries");
    expect(await pathIn(tileOf(page, "Value"))).toBe(inTable);
    for (const label of ["7-day APY", "Average maturity", "Holders", "Transfer volume (30d)"]) {
      expect(await tileOf(page, label).locator("dd svg path[stroke]").count()).toBe(1);
    }
    for (const width of [1440, 768, 390, 320]) {
      await page.setViewportSize({ width, height: 900 });
      const beyond = await page
        .getByRole("region", { name: "Key figures" })
        .locator("dl")
        .evaluateAll(
          (all) =>
            all.filter((one) => {
              const edge = one.parentElement?.getBoundingClientRect().right ?? 0;
              return [...one.querySelectorAll("data")].some(
                (figure) => figure.getBoundingClientRect().right > edge,
              );
            }).length,
        );
      expect(beyond).toBe(0);
    }
    expect(complaints).toEqual([]);
  });

  it("the overview explains the total of its first tile", async () => {
    const { page } = await open("/?explain=bridged_token_value_dollar", { scripts: false });
    const part = page.locator("#provenance");
    const value = await part.locator("strong data").getAttribute("value");
    const tile = page.getByRole("region", { name: "Key figures" }).locator("data").first();
    // Two queries sum the same tokens, each in its own order: the last digit of a double may differ.
    expect(Number(value) / Number(await tile.getAttribute("value"))).toBeCloseTo(1, 12);
    expect(await part.getByRole("heading", { name: "Sources" }).count()).toBe(1);
  });

  it("the overview charts everything but stablecoins, unless the URL includes them", async () => {
    const { page } = await open("/?group=none&table=1", { scripts: false });
    const newest = async () =>
      Number(
        (await page.locator("#chart-table tbody tr").first().locator("td").first().textContent())?.replace(
          /[^\d.]/g,
          "",
        ),
      );
    const metric = "bridged_token_value_dollar";
    const { results } = await api("/asset_classes", { fields: ["slug", metric] });
    const sum = (rows: typeof results) => rows.reduce((all, row) => all + (valueIn(row, metric) ?? 0), 0);
    expect(await newest()).toBeCloseTo(sum(results.filter(({ slug }) => slug !== "stablecoins")), 0);
    await choose(page, "Stablecoins", "With stablecoins");
    await page.waitForURL(/stablecoins=with/);
    expect(await newest()).toBeCloseTo(sum(results), 0);
  });

  it.each([
    ["7d", "7 days"],
    ["365d", "1 year"],
  ])("movers of the overview are those of the last %s on request", async (period, label) => {
    const { page } = await open("/", { scripts: false });
    const card = page.getByRole("region", { name: "Growing fastest", exact: true });
    await card.getByRole("link", { name: label, exact: true }).click();
    await page.waitForURL(new RegExp(`movers=${period}`));
    const { results } = await api("/assets", {
      filter: {
        operator: "and",
        filters: [
          { field: "bridged_token_value_dollar", operator: "gte", value: 10_000_000 },
          { field: "asset_class_slug", operator: "notEquals", value: "stablecoins" },
        ],
      },
      sort: { field: `bridged_token_value_dollar.chg_${period}_pct`, direction: "desc" },
      pagination: { page: 1, perPage: 8 },
      fields: ["name"],
    });
    const names = await card.locator("tbody th a").allTextContents();
    expect(names).toEqual(results.map(({ name }) => name));
  });
});
