/** The profile of an asset. Figures and facts are compared with the data API. */
import type { Locator } from "playwright-core";
import { describe, expect, inject, it } from "vitest";
import { type ApiRow, valueIn } from "../support/callApi";
import {
  api,
  figure,
  legendOf,
  mostFrequent,
  open,
  rowsOf,
  site,
  valueOfFirst,
} from "../support/marketPages";

describe.skipIf(inject("browserMissing") !== "")("the profile of an asset", () => {
  /** Figures of cells, in order. */
  const values = (cells: Locator) =>
    cells.evaluateAll((all) => all.map((cell) => Number(cell.getAttribute("value"))));

  /** Value of the tokens of an asset whose holders are counted. */
  const valueWithHolderCounts = async (slug: string) => {
    const count = "holding_addresses_count";
    const value = "bridged_token_value_dollar";
    const { results } = await api("/tokens", {
      filter: {
        operator: "and",
        filters: [
          { operator: "equals", field: "asset_slug", value: slug },
          { operator: "notEquals", field: count, value: null },
        ],
      },
      pagination: { page: 1, perPage: 100 },
      fields: [count, value],
    });
    return results.reduce((sum, row) => sum + (valueIn(row, value) ?? 0), 0);
  };

  it("an asset shows its holders, documents and history, without scripts", async () => {
    const slug = mostFrequent(await rowsOf("evidence", ["asset_slug"]), "asset_slug");
    const { page, context } = await open(`/assets/${slug}`, { scripts: false });
    const card = page.getByRole("region", { name: "Holders and concentration" });
    const count = await figure("assets", slug, "holding_addresses_count");
    expect((await values(card.locator("dl data"))).slice(0, 2)).toEqual([
      count,
      expect.closeTo((await valueWithHolderCounts(slug)) / count, 6),
    ]);
    const byNetwork = await values(card.locator('td[data-label="Holders"] data'));
    expect(byNetwork).toEqual(byNetwork.toSorted((one, other) => other - one));
    const { results } = await api("/evidence", {
      filter: { field: "asset_slug", operator: "equals", value: slug },
      pagination: { page: 1, perPage: 100 },
    });
    const titles = new Set(results.map((row) => [row.source_url, row.document, row.stated].join()));
    const documents = page.getByRole("region", { name: "Documents", exact: true });
    expect(await documents.getByRole("button").textContent()).toBe(`Show all ${titles.size}`);
    const links = await documents
      .locator("tbody a")
      .evaluateAll((all) => all.map((a) => a.getAttribute("href")));
    expect(results.map((row) => row.source_url)).toEqual(expect.arrayContaining(links));
    const history = page.getByRole("region", { name: "History of changes", exact: true });
    const days = await history
      .locator("tbody time")
      .evaluateAll((all) => all.map((one) => one.getAttribute("datetime") ?? ""));
    expect(days.length).toBeGreaterThan(5);
    expect(days).toEqual(days.toSorted().toReversed());
    await context.close();
    // The value of tokens without holder data is excluded.
    const tokens = await rowsOf("tokens", ["asset_slug", "is_asset_level", "holding_addresses_count"]);
    const tokensOf = (asset: unknown) =>
      tokens.filter((row) => row.asset_slug === asset && !row.is_asset_level);
    const isCounted = (row: ApiRow) => valueIn(row, "holding_addresses_count") !== null;
    const partlyCounted = valueOfFirst(
      tokens,
      "asset_slug",
      (row) => isCounted(row) && !tokensOf(row.asset_slug).every(isCounted),
    );
    const partly = await open(`/assets/${partlyCounted}`, { scripts: false });
    const holders = partly.page.getByRole("region", { name: "Holders and concentration" });
    const [few = 0, average] = await values(holders.locator("dl data"));
    expect(average).toBeCloseTo((await valueWithHolderCounts(partlyCounted)) / few, 6);
    const own = tokensOf(partlyCounted);
    await holders
      .getByText(`Holder data covers ${own.filter(isCounted).length} of ${own.length} tokens`)
      .waitFor();
    await partly.context.close();
    // Unknown facts are not shown.
    const documented = new Set((await rowsOf("evidence", ["asset_slug"])).map((row) => row.asset_slug));
    const undocumented = valueOfFirst(
      await rowsOf("assets", ["slug"]),
      "slug",
      (row) => !documented.has(row.slug),
    );
    const small = await open(`/assets/${undocumented}`, { scripts: false });
    expect(await small.page.getByRole("heading", { name: "Documents", exact: true }).count()).toBe(0);
  });

  it("an asset with a market price shows it next to its net asset value", async () => {
    const rows = await rowsOf("assets", ["slug", "net_asset_value_dollar", "price_dollar"]);
    const isPriced = (row: ApiRow) => valueIn(row, "price_dollar") !== null;
    // Of a size that is shown with four decimals.
    const hasFourDecimals = (value: number) => !value.toFixed(4).endsWith("0");
    const slug = valueOfFirst(rows, "slug", (row) => {
      const [nav, price] = [valueIn(row, "net_asset_value_dollar"), valueIn(row, "price_dollar")];
      return (
        nav !== null &&
        price !== null &&
        nav > 2 &&
        nav < 1_000 &&
        price < 1_000 &&
        hasFourDecimals(nav) &&
        hasFourDecimals(price)
      );
    });
    const { page, context } = await open(`/assets/${slug}`, { scripts: false });
    const card = page.getByRole("figure", { name: /^Net asset value and price/ });
    const nav = await figure("assets", slug, "net_asset_value_dollar");
    const price = await figure("assets", slug, "price_dollar");
    expect((await legendOf(card)).toSorted()).toEqual([`NAV$${nav.toFixed(4)}`, `Price$${price.toFixed(4)}`]);
    const premium = (100 * (price - nav)) / nav;
    const said = card.getByText("Per unit.");
    expect(Number(await said.locator("data").getAttribute("value"))).toBeCloseTo(Math.abs(premium), 6);
    expect(await said.textContent()).toContain(premium < 0 ? "below" : "above");
    await context.close();
    const unpriced = valueOfFirst(rows, "slug", (row) => !isPriced(row));
    const without = await open(`/assets/${unpriced}`, { scripts: false });
    expect(await without.page.getByText("Net asset value and price").count()).toBe(0);
  });

  it("key facts of an asset name their source document, and the terms of its fee", async () => {
    const { page } = await open("/assets/ousg", { scripts: false });
    const card = page.getByRole("region", { name: "Key facts", exact: true });
    const value = (label: string) =>
      card.locator("dt", { hasText: new RegExp(`^${label}$`) }).locator("xpath=following-sibling::dd[1]");
    const { results } = await api("/evidence", {
      filter: {
        operator: "and",
        filters: [
          { field: "asset_slug", operator: "equals", value: "ousg" },
          { field: "fee_kind", operator: "equals", value: "management" },
        ],
      },
      sort: { field: "date", direction: "desc" },
      pagination: { page: 1, perPage: 1 },
      fields: ["fee_percent", "fee_terms", "document", "source_url"],
    });
    const [fee] = results;
    expect(await value("Management fee").textContent()).toContain(String(fee?.fee_terms));
    const linksOf = (label: string) =>
      value(label).getByRole("link").filter({ hasNotText: "Report an error" });
    const link = linksOf("Management fee");
    expect(await link.getAttribute("href")).toBe(fee?.source_url);
    expect(await link.textContent()).toContain(String(fee?.document));
    expect(
      await value("Issuer")
        .getByRole("link", { name: /opens in a new tab/ })
        .count(),
    ).toBe(1);
    const place = value("Jurisdiction").getByRole("link", { name: "United States", exact: true });
    expect(await place.getAttribute("href")).toBe("/tools/jurisdiction_explorer?place=united-states");
    // Facts without a document come from the catalog's own row.
    expect(await linksOf("Denomination").count()).toBe(0);
    expect(await card.getByText("Other facts:").count()).toBe(1);
  });

  it("jurisdictions in lists, facts and breakdowns link to their data", async () => {
    for (const path of ["/issuers", "/directory", "/issuers/ondo-i-lp", "/treasuries"]) {
      const { page, context } = await open(path, { scripts: false });
      const place = page.locator("main").getByRole("link", { name: "United States", exact: true }).first();
      expect(await place.getAttribute("href"), path).toBe("/tools/jurisdiction_explorer?place=united-states");
      await context.close();
    }
  });

  it("the evidence about an asset shows known facts with their document, absent ones and unknown ones", async () => {
    const { page } = await open("/assets/usdt", { scripts: false });
    const section = page.getByRole("region", { name: "Evidence", exact: true });
    const { results } = await api("/evidence", {
      filter: { field: "asset_slug", operator: "equals", value: "usdt" },
      pagination: { page: 1, perPage: 100 },
      fields: ["source_url", "state"],
    });
    const links = await section
      .locator('li a:not([href*="report="])')
      .evaluateAll((all) => all.map((link) => link.getAttribute("href")));
    const addresses = (rows: typeof results) => rows.map((row) => String(row.source_url));
    expect(links).toEqual(
      expect.arrayContaining(addresses(results.filter(({ state }) => state === "known"))),
    );
    // The absence of something is omitted once a later document mentions it.
    expect(addresses(results)).toEqual(expect.arrayContaining(links));
    expect(await section.locator("dt").allTextContents()).toEqual(
      expect.arrayContaining(["Attestations and audits", "Unknown"]),
    );
    expect(
      await section.getByRole("link", { name: "Coverage across the catalog" }).getAttribute("href"),
    ).toBe("/evidence");
  });

  it("an error in a fact is reported by the contact form, filled in by keyboard and without scripts", async () => {
    const { page, context } = await open("/assets/usdc");
    const facts = page.getByRole("region", { name: "Key facts" });
    await facts.getByRole("link", { name: "Report an error: Issuer" }).focus();
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Report an error" }).waitFor();
    const message = await page.getByLabel("Message", { exact: true }).inputValue();
    expect(message).toContain("Asset: USD Coin (usdc)\nField: Issuer (issuer_name)\nValue: Circle");
    expect(message).toContain("Catalog line: catalog/assets/*.jsonl, slug usdc, id ");
    expect(await page.getByLabel("Topic").inputValue()).toBe("correction");
    await context.close();

    const plain = await open("/platform-overview?report=asset.usdc.price_dollar", { scripts: false });
    expect(await plain.page.getByLabel("Message", { exact: true }).inputValue()).toMatch(/Value: \$\d/);
    await plain.context.close();
    const stranger = await fetch(`${site}/platform-overview?report=asset.usdc.<script>alert(1)</script>`);
    expect(await stranger.text()).not.toContain("alert(1)");
  });

  describe("an asset", () => {
    it("names its issuer, platform and deployments, with external links that send no referrer", async () => {
      const { page } = await open("/assets/ousg", { scripts: false });
      expect(await page.getByText("Ondo Finance").count()).toBeGreaterThan(0);
      const { results } = await api("/tokens", {
        filter: {
          operator: "and",
          filters: [
            { field: "asset_slug", operator: "equals", value: "ousg" },
            // Data of the asset as a whole is not a deployment.
            { field: "is_asset_level", operator: "equals", value: false },
          ],
        },
        fields: ["address"],
      });
      const rows = page.getByRole("region", { name: /^Table: Tokens of/ }).locator("tbody tr");
      expect(await rows.count()).toBe(results.length);
      for (const { address } of results) {
        expect(await rows.locator(`code[title="${String(address)}"]`).count()).toBe(1);
      }
      for (const link of await page.locator("main a[target=_blank]").all()) {
        expect(await link.getAttribute("rel")).toMatch(/noreferrer|noopener/);
      }
      const all = await page.getByRole("link", { name: "All transactions" }).getAttribute("href");
      await page.goto(site + all);
      await page.getByRole("list", { name: "Filters" }).getByText("Asset is Ondo Short-Term").waitFor();
    });

    it("reports that its figures have ended, and shows none as of today", async () => {
      const { page, context } = await open("/assets/eurt", { scripts: false });
      const notice = page.getByRole("region", { name: "Last reported" });
      expect(await notice.textContent()).toContain("Last reported on 25 Nov 2025.");
      const figures = page.getByRole("region", { name: "Key figures" });
      expect(await figures.locator("dt").count()).toBeGreaterThan(0);
      expect(await figures.locator("data").count()).toBe(0);
      // The chart ends with the figures, not a year after them.
      expect(await page.locator("#chart").textContent()).toContain("data as of 25 Nov 2025");
      await context.close();
      const current = await open("/assets/ousg", { scripts: false });
      expect(await current.page.getByRole("region", { name: "Last reported" }).count()).toBe(0);
    });

    it("opens its chart with a known metric if its value is unknown", async () => {
      // Private credit would show its outstanding capital.
      const shownFirst = ["bridged_token_value_dollar", "outstanding_capital_dollar"];
      const isWithoutValue = (row: ApiRow) =>
        shownFirst.every((metric) => valueIn(row, metric) === null) &&
        valueIn(row, "holding_addresses_count") !== null;
      for (const [resource, title] of [
        ["assets", "Holders by network"],
        ["managers", "Holders by asset"],
      ] as const) {
        const rows = await rowsOf(resource, ["slug", ...shownFirst, "holding_addresses_count"]);
        const slug = valueOfFirst(rows, "slug", isWithoutValue);
        const { page, context } = await open(`/${resource}/${slug}`, { scripts: false });
        const text = await page.locator("#chart").textContent();
        expect(text).toContain(title);
        expect(text).not.toContain("No data");
        await context.close();
      }
    });

    it("explains each figure: formula, inputs, sources", async () => {
      const { page } = await open("/assets/ousg");
      const line = page.getByRole("link", { name: /^Explain Value/ });
      expect(await line.getAttribute("aria-expanded")).toBe("false");
      await line.click();
      await page.waitForURL(/explain=bridged_token_value_dollar/);
      await expect.poll(() => line.getAttribute("aria-expanded")).toBe("true");
      const section = page.locator("#provenance");
      for (const words of ["net supply × NAV", "Sample data", "Breakdown"]) {
        await expect.poll(() => section.textContent()).toContain(words);
      }
    });

    it("that does not exist is a 404 that suggests assets with a similar name", async () => {
      const { page, status } = await open("/assets/ousg-fund", { scripts: false });
      expect(status).toBe(404);
      expect(await page.locator("h1").textContent()).toBe("Asset not found");
      expect(await page.locator("main h2").allTextContents()).toEqual(["Did you mean one of these?"]);
      const other = await (await fetch(`${site}/assets/zzzzzz`)).text();
      expect(other).toContain("Largest assets");
      expect(other).not.toContain("Did you mean");
      const field = page.getByRole("searchbox", { name: "Search assets and tokens" });
      expect(await field.inputValue()).toBe("ousg fund");
      await field.fill("ousg");
      expect(await page.getByRole("link", { name: "Ondo Short-Term US Government Bond Fund" }).count()).toBe(
        1,
      );
      await page.getByRole("button", { name: "Search", exact: true }).click();
      await page.waitForURL(/\/tokens\?q=ousg$/);
    });

    it("is under its class in the menu, as in its breadcrumbs", async () => {
      const { page } = await open("/assets/usdc", { scripts: false });
      const marked = await page
        .getByRole("navigation", { name: "Main" })
        .getByRole("link")
        .evaluateAll((links) =>
          links.filter((link) => link.className.includes("bg-selected")).map((link) => link.textContent),
        );
      expect(marked).toEqual(["Stablecoins"]);
    });
  });
});
