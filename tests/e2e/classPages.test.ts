/**
 * Content of class pages other than value: prices and their references, commodities and listed shares, and assets
 * without transfers.
 */
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { type ApiRow, callApi, valueIn } from "../support/callApi";
import { sharedChromium } from "../support/chromium";
import { openPage } from "../support/openPage";
import { cadastre } from "../support/product";

const missing = inject("browserMissing");
const site = inject("productUrl");

describe.skipIf(missing !== "")("pages of classes", () => {
  let browser: Browser;
  let key: string;

  beforeAll(async () => {
    browser = await sharedChromium();
    const made = await cadastre(["keys", "create", "--name", "class tests"], {
      DATA_DIR: inject("productDataDir"),
    });
    key = made.stdout.trim();
  });
  afterAll(() => browser?.close());

  /** Every asset of a class, from the data API. */
  async function assetsOf(slug: string, fields: readonly string[]): Promise<ApiRow[]> {
    const query = {
      filter: { field: "asset_class_slug", operator: "equals", value: slug },
      pagination: { page: 1, perPage: 100 },
      fields: ["name", ...fields],
    };
    return (await callApi({ site, key }, "/assets", query)).results;
  }

  /** Names and first figures of the rows of a small table. */
  const rowsOf = (page: Page, caption: string) =>
    page
      .getByRole("region", { name: `Table: ${caption}`, exact: true })
      .locator("tbody tr")
      .evaluateAll((all) =>
        all.map((row) => ({
          name: row.querySelector("th a, th .font-medium")?.textContent ?? "",
          value: Number(row.querySelector("td data")?.getAttribute("value")),
        })),
      );

  it.each([
    ["stablecoins", "peg_deviation_percent", "peg_price_dollar", "Furthest from their peg"],
    ["commodities", "spot_premium_percent", "spot_price_dollar", "Furthest from spot"],
    ["stocks", "listed_premium_percent", "listed_price_dollar", "Furthest from their listed share"],
  ])(
    "/%s: the prices furthest from their references match the data API",
    async (slug, metric, reference, title) => {
      const size = slug === "stablecoins" ? "bridged_token_market_cap_dollar" : "bridged_token_value_dollar";
      const assets = await assetsOf(slug, ["denomination", "price_dollar", reference, metric, size]);
      const known = assets.flatMap((row) => {
        const price = valueIn(row, "price_dollar");
        const measured =
          valueIn(row, reference) ?? (slug === "stablecoins" && row.denomination === "USD" ? 1 : null);
        if (price === null || measured === null) return [];
        return [
          { name: String(row.name), value: (price / measured - 1) * 100, size: valueIn(row, size) ?? 0 },
        ];
      });
      expect(known.length).toBeGreaterThan(10);
      const expected = known.sort((a, b) => Math.abs(b.value) - Math.abs(a.value)).slice(0, 8);

      const { page, context, complaints } = await openPage(browser, `${site}/${slug}`, { scripts: false });
      const caption = await page.locator("h1").textContent();
      const shown = await rowsOf(page, `${caption}: ${title.toLowerCase()}`);
      expect(shown.map(({ name }) => name)).toEqual(expected.map(({ name }) => name));
      for (const [i, { value }] of shown.entries()) expect(value).toBeCloseTo(expected[i]?.value ?? 0, 6);
      const legend = page.locator("#premium .chart-legend");
      const largest = known.sort((a, b) => b.size - a.size).slice(0, 5);
      for (const { name } of largest) expect(await legend.textContent()).toContain(name);
      expect(complaints).toEqual([]);
      await context.close();
    },
  );

  it.each([
    ["stablecoins", "denomination", "By peg currency", "bridged_token_market_cap_dollar"],
    ["commodities", "underlying_goods", "By commodity", "bridged_token_value_dollar"],
  ])("/%s: is split by %s, which adds up to its assets", async (slug, field, title, metric) => {
    const sums = new Map<string, number>();
    for (const row of await assetsOf(slug, [field, metric])) {
      const group = String(row[field]).replace("_", " ").toLowerCase();
      sums.set(group, (sums.get(group) ?? 0) + (valueIn(row, metric) ?? 0));
    }
    const { page, context } = await openPage(browser, `${site}/${slug}`, { scripts: false });
    const shown = await rowsOf(page, title);
    expect(shown.length).toBeGreaterThan(3);
    for (const { name, value } of shown)
      expect(value / (sums.get(name.toLowerCase()) ?? 0)).toBeCloseTo(1, 9);
    await context.close();
  });

  it.each([true, false])("counts listed shares and their issuers, scripts on: %s", async (scripts) => {
    const value = "bridged_token_value_dollar";
    const platforms = new Map<string, Set<string>>();
    const sums = new Map<string, number>();
    const assets = await assetsOf("stocks", ["underlying_symbol", "protocol_name", value]);
    for (const row of assets) {
      if (row.underlying_symbol === null) continue;
      const symbol = String(row.underlying_symbol);
      platforms.set(symbol, (platforms.get(symbol) ?? new Set()).add(String(row.protocol_name)));
      sums.set(symbol, (sums.get(symbol) ?? 0) + (valueIn(row, value) ?? 0));
    }
    const several = [...platforms.values()].filter((offers) => offers.size > 1).length;
    const { page, context, complaints } = await openPage(browser, `${site}/stocks`, { scripts });
    const card = page.getByRole("region", { name: "Listed names", exact: true });
    await card
      .getByText(
        `${platforms.size} listed shares and funds are tokenized, ${several} of them by more than one platform.`,
      )
      .waitFor();
    const shown = await rowsOf(page, "Stocks: listed names");
    const expected = [...sums].sort(([, a], [, b]) => b - a).slice(0, 8);
    expect(shown.map(({ name }) => name)).toEqual(expected.map(([symbol]) => symbol));
    for (const { name, value } of shown) expect(value / (sums.get(name) ?? 0)).toBeCloseTo(1, 9);

    const symbol = shown[0]?.name ?? "";
    await card.getByRole("link", { name: symbol, exact: true }).click();
    await page.waitForURL(/filters=/);
    const offered = assets.filter((row) => row.underlying_symbol === symbol);
    const names = page.getByRole("region", { name: "Assets", exact: true }).locator("tbody th a");
    await expect.poll(() => names.count()).toBe(offered.length);
    expect((await names.allTextContents()).sort()).toEqual(offered.map(({ name }) => String(name)).sort());
    expect(complaints).toEqual([]);
    await context.close();
  });

  it.each([true, false])("links to the assets without transfers, scripts on: %s", async (scripts) => {
    const transfers = "trailing_30_day_transfer_count";
    const assets = await assetsOf("stocks", [transfers]);
    const still = assets.filter((row) => valueIn(row, transfers) === 0).map(({ name }) => String(name));
    const unknown = assets.filter((row) => valueIn(row, transfers) === null).length;
    expect(still.length).toBeGreaterThan(0);
    const { page, context, complaints } = await openPage(browser, `${site}/stocks`, { scripts });
    const card = page.getByRole("region", { name: "Without transfers", exact: true });
    const said = await card.locator("header p").textContent();
    expect(said).toContain(`${still.length} asset`);
    expect(said).toContain(`For ${unknown} more, transfers are unknown.`);
    await card.getByRole("link", { name: `Show all ${still.length} in the table` }).click();
    await page.waitForURL(/filters=.*#assets$/);
    const names = page.getByRole("region", { name: "Assets", exact: true }).locator("tbody th a");
    await expect.poll(() => names.count()).toBe(still.length);
    expect((await names.allTextContents()).sort()).toEqual(still.sort());
    expect(complaints).toEqual([]);
    await context.close();
  });

  it.each(["/treasuries", "/private-equity", "/structured-credit", "/assets/usdc", "/assets/buidl"])(
    "%s: links each section in a bar without scripts",
    async (path) => {
      const { page, context } = await openPage(browser, site + path, { scripts: false });
      const bar = page.getByRole("navigation", { name: "On this page" });
      const ids = await bar
        .getByRole("link")
        .evaluateAll((links) => links.map((link) => link.getAttribute("href")?.slice(1) ?? ""));
      expect(ids.length).toBeGreaterThan(7);
      const all = await page.locator("[id]").evaluateAll((elements) => elements.map(({ id }) => id));
      expect(ids.map((id) => all.filter((one) => one === id).length)).toEqual(ids.map(() => 1));
      const isClass = !path.startsWith("/assets");
      expect(ids.slice(0, 2)).toEqual(["chart", isClass ? "assets" : "tokens"]);
      await bar.getByRole("link", { name: "Methodology" }).click();
      expect(new URL(page.url()).hash).toBe("#methodology");
      await page.emulateMedia({ media: "print" });
      expect(await bar.isVisible()).toBe(false);
      await context.close();
    },
  );

  it("/platforms: shows platforms of one corporate group as one row, with their total", async () => {
    const path = "/platforms?group=platform_group&stablecoins=with";
    const { page, context } = await openPage(browser, site + path, { scripts: false });
    const row = page
      .getByRole("row")
      .filter({ has: page.getByRole("rowheader", { name: "Ondo", exact: true }) });
    const shown = Number(await row.locator("data").nth(1).getAttribute("value"));
    const { results } = await callApi({ site, key }, "/platforms", {
      filter: { field: "group_name", operator: "equals", value: "Ondo" },
      fields: ["slug", "bridged_token_value_dollar"],
    });
    expect(results.map(({ slug }) => slug).sort()).toEqual(["ondo", "ondo-global-markets"]);
    const sum = results.reduce((total, one) => total + (valueIn(one, "bridged_token_value_dollar") ?? 0), 0);
    expect(shown / sum).toBeCloseTo(1, 6);
    await page.getByRole("link", { name: "Platforms", exact: true }).last().click();
    await page.getByRole("rowheader", { name: "Ondo Global Markets" }).waitFor();
    await context.close();
  });

  it.each([1280, 390])(
    "marks the current section, and covers neither anchors nor the focus, %s px wide",
    async (width) => {
      const { page, context } = await openPage(browser, `${site}/treasuries`, { width });
      const bar = page.getByRole("navigation", { name: "On this page" });
      const current = bar.locator("[aria-current=location]");
      expect(await current.allTextContents()).toEqual(["Chart"]);
      await bar.getByRole("link", { name: "Net flows" }).focus();
      await page.keyboard.press("Enter");
      await expect.poll(() => current.allTextContents()).toEqual(["Net flows"]);
      const bottom = await bar.evaluate((one) => one.getBoundingClientRect().bottom);
      const topOf = (selector: string) =>
        page.locator(selector).evaluate((one) => one.getBoundingClientRect().top);
      expect(bottom).toBeLessThan(100);
      expect(await topOf("#net-flows")).toBeGreaterThanOrEqual(bottom);
      // The current link is in view in the bar.
      const [left, right] = await current.evaluate((one) => {
        const box = one.getBoundingClientRect();
        return [box.left, box.right];
      });
      expect(left).toBeGreaterThanOrEqual(0);
      expect(right).toBeLessThanOrEqual(width);
      // Going backwards through the page, the focus comes from below the bar.
      const covered: string[] = [];
      await page.locator("#net-flows a").last().focus();
      for (let steps = 0; steps < 25; steps += 1) {
        await page.keyboard.press("Shift+Tab");
        const { top, text } = await page.evaluate(() => ({
          top: document.activeElement?.getBoundingClientRect().top ?? 0,
          text: document.activeElement?.textContent ?? "",
        }));
        if (top < bottom) covered.push(text);
      }
      expect(covered).toEqual([]);
      await page.goto(`${site}/treasuries?embed=1`);
      await page.locator("#chart").waitFor();
      expect(await bar.count()).toBe(0);
      await context.close();
    },
  );

  it("shows no headline figure for values per unit: their mean over funds has no meaning", async () => {
    const { page, context } = await openPage(browser, `${site}/institutional-funds`, { scripts: false });
    const labels = await page.getByRole("region", { name: "Key figures" }).locator("dt").allTextContents();
    expect(labels).toContain("Value");
    expect(labels.filter((label) => ["NAV", "Price"].includes(label))).toEqual([]);
    await context.close();
  });

  it("shows the weight of a token and its underlying listing on their pages", async () => {
    for (const [path, facts] of [
      ["/assets/kau", { "Underlying commodity": "Gold", "Weight per token": "1 gram" }],
      ["/assets/paxg", { "Underlying commodity": "Gold", "Weight per token": "1 troy ounce" }],
      ["/assets/aaplx", { "Listed name": "AAPL" }],
    ] as const) {
      const { page, context } = await openPage(browser, site + path, { scripts: false });
      const card = page.getByRole("region", { name: "Key facts", exact: true });
      for (const [label, value] of Object.entries(facts)) {
        const term = card.locator("dt", { hasText: label });
        const text = await term.locator("xpath=following-sibling::dd[1]").textContent();
        expect(text).toBe(`${value}Report an error: ${label}`);
      }
      await context.close();
    }
    const { page, context } = await openPage(browser, `${site}/assets/usdc`, { scripts: false });
    const card = page.getByRole("region", { name: "Key facts", exact: true });
    expect(await card.locator("dt", { hasText: /Weight per token|Listed name/ }).count()).toBe(0);
    await context.close();
  });

  it("/treasuries: shows eligibility for the largest assets with any known terms, and links to all of them", async () => {
    const size = "bridged_token_value_dollar";
    const fields = [
      "investor_kinds",
      "open_to_us_persons",
      "minimum_investment_dollar",
      "management_fee_percent",
      "redeemable_by",
    ];
    const assets = await assetsOf("treasuries", [...fields, "management_fee_terms", size]);
    const known = assets.filter((row) =>
      fields.some((field) => {
        const value = row[field];
        return Array.isArray(value) ? value.length > 0 : value !== null;
      }),
    );
    const largest = known
      .toSorted((one, other) => (valueIn(other, size) ?? 0) - (valueIn(one, size) ?? 0))
      .slice(0, 8);
    expect(largest).toHaveLength(8);
    const { page, context } = await openPage(browser, `${site}/treasuries`, { scripts: false });
    const rows = page
      .getByRole("region", { name: "Table: US Treasuries: who may invest", exact: true })
      .locator("tbody tr");
    expect(await rows.locator("th .font-medium").allTextContents()).toEqual(largest.map(({ name }) => name));
    const minimums = await rows.evaluateAll((all) =>
      all.map((row) => {
        const value = row.querySelector('[data-label="Minimum investment"] data')?.getAttribute("value");
        return value == null ? null : Number(value);
      }),
    );
    expect(minimums).toEqual(largest.map((row) => row.minimum_investment_dollar));
    const notes = largest.flatMap((row) => row.management_fee_terms ?? []).map(String);
    expect(notes.length).toBeGreaterThan(0);
    expect(await rows.locator('[data-label="Management fee"] small').allTextContents()).toEqual(notes);
    const kinds = await rows.locator('[data-label="Investor types"]').allTextContents();
    expect(kinds.filter((words) => words.includes("Qualified purchaser"))).toHaveLength(
      largest.filter(({ investor_kinds: of }) => Array.isArray(of) && of.includes("qualified_purchaser"))
        .length,
    );
    await page.getByRole("link", { name: "Terms of all US Treasuries" }).click();
    await page.waitForURL(/\/invest\?filters=/);
    const total = page.getByText(new RegExp(`of ${assets.length}\\b`)).first();
    await total.waitFor();
    await context.close();
  });

  it("/treasuries: shows eligibility by country, with counts of the class", async () => {
    const assets = await assetsOf("treasuries", ["offered_countries"]);
    const offered = assets.filter((row) => [row.offered_countries].flat().includes("US"));
    expect(offered.length).toBeGreaterThan(0);
    const filters = JSON.stringify([["offered_countries", "in", ["US"]]]);
    const { page, context } = await openPage(
      browser,
      `${site}/treasuries?${new URLSearchParams({ filters })}`,
      {
        scripts: false,
      },
    );
    const card = page.getByRole("region", { name: "Who may invest", exact: true });
    expect(await card.locator("tbody th .font-medium").allTextContents()).toEqual(
      offered.map(({ name }) => name),
    );
    const counts = await card
      .getByRole("link", { name: /^United States: (offered|excluded|unknown),/ })
      .evaluateAll((all) => all.map((link) => Number(link.textContent?.match(/\d+$/)?.[0])));
    expect(counts[0]).toBe(offered.length);
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(assets.length);
    await context.close();
  });
});
