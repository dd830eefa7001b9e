/** The pages about the market, as visitors see them. Figures are compared with the data API. */
import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { callApi, valueIn } from "../support/callApi";
import { sharedChromium } from "../support/chromium";
import { hangLimits } from "../support/hangLimits";
import { type OpenOptions, openPage, untilFrameHydrated } from "../support/openPage";
import { cadastre } from "../support/product";
import { overflow } from "../support/screenProblems";
import { delayScripts } from "../support/slowBrowser";
import { waitForEvent } from "../support/waitForEvent";

const missing = inject("browserMissing");
const site = inject("productUrl");

describe.skipIf(missing !== "")("the pages about the market", () => {
  let browser: Browser;
  let key: string;

  beforeAll(async () => {
    browser = await sharedChromium();
    const made = await cadastre(["keys", "create", "--name", "page tests"], {
      DATA_DIR: inject("productDataDir"),
    });
    key = made.stdout.trim();
  });
  afterAll(() => browser?.close());

  const open = (path: string, options?: OpenOptions) => openPage(browser, site + path, options);

  const api = (path: string, query: object) => callApi({ site, key }, path, query);

  /** Latest value of a metric of one entity, from the data API. */
  async function figure(resource: string, slug: string, metric: string): Promise<number> {
    const { results } = await api(`/${resource}`, {
      filter: { field: "slug", operator: "equals", value: slug },
      fields: [metric],
    });
    const value = valueIn(results[0], metric);
    if (value === null) throw new Error(`${slug} has no ${metric}`);
    return value;
  }

  /** Value of a tile, by its label. */
  const tile = async (page: Page, label: string): Promise<number> =>
    Number(
      await page
        .getByRole("region", { name: "Key figures" })
        .locator("dl", { has: page.locator("dt", { hasText: label }) })
        .locator("data")
        .first()
        .getAttribute("value"),
    );

  /** Follows a link of a set of options. */
  const choose = (page: Page, label: string, name: string) =>
    page
      .getByRole("navigation", { name: label, exact: true })
      .getByRole("link", { name, exact: true })
      .click();

  /** Text of the legend of a chart, without its note on the last period. */
  const legendOf = (chart: Locator) =>
    chart.getByRole("list", { name: "Legend" }).getByRole("button").allTextContents();

  const table = (page: Page, name: string) => page.getByRole("region", { name, exact: true }).first();
  const firstRow = (page: Page, name: string) => table(page, name).locator("tbody tr").first();

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
    ["/assets/ousg", "Holders", "assets", "ousg", "holding_addresses_count"],
    [
      "/networks/ethereum?stablecoins=with",
      "Market cap",
      "networks",
      "ethereum",
      "bridged_token_market_cap_dollar",
    ],
    ["/platforms/securitize", "Value", "platforms", "securitize", "bridged_token_value_dollar"],
    ["/issuers/ondo-i-lp", "Value", "issuers", "ondo-i-lp", "bridged_token_value_dollar"],
    ["/managers/blackrock", "Holders", "managers", "blackrock", "holding_addresses_count"],
  ])("%s: the tile %s matches the data API", async (path, label, resource, slug, metric) => {
    const { page, context } = await open(path, { scripts: false });
    // Totals within a scope are summed in another order: the last digit of a double may differ.
    expect((await tile(page, label)) / (await figure(resource, slug, metric))).toBeCloseTo(1, 12);
    await context.close();
  });

  it("private credit shows totals of loans that add up to its figures, and the largest loans", async () => {
    const { page, context } = await open("/private-credit", { scripts: false });
    const outstanding = await figure("asset_classes", "private-credit", "outstanding_capital_dollar");
    for (const by of ["sector", "collateral", "region"]) {
      const cells = table(page, `Table: Loans by ${by}`).locator('td[data-label="Outstanding"] data');
      const values = await cells.evaluateAll((all) => all.map((cell) => Number(cell.getAttribute("value"))));
      expect(values.length).toBeGreaterThan(3);
      // The smallest sectors are combined.
      const sum = values.reduce((total, value) => total + value, 0);
      expect(sum).toBeLessThan(outstanding * (1 + 1e-9));
      expect(sum).toBeGreaterThan(outstanding * (by === "sector" ? 0.99 : 1 - 1e-9));
    }
    const statuses = await table(page, "Table: Loans by status").locator("tbody th").allTextContents();
    for (const status of ["Active", "Late", "Defaulted"]) {
      expect(statuses.filter((text) => text.startsWith(status))).toHaveLength(1);
    }
    const rates = page.getByRole("figure", { name: /^Late and default rates/ });
    const percent = async (metric: string) =>
      `${(await figure("asset_classes", "private-credit", metric)).toFixed(2)}%`;
    expect((await legendOf(rates)).toSorted()).toEqual([
      `Default rate${await percent("default_rate_percent")}`,
      `Late rate${await percent("late_rate_percent")}`,
    ]);
    expect(await rates.locator(".chart-static path[stroke]").count()).toBeGreaterThanOrEqual(2);
    // This product enables experimental features for visitors. marketAccess.test.ts covers access to single loans.
    expect(await table(page, "Table: Largest loans").locator("tbody tr").count()).toBe(10);
    await context.close();
  });

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
    const { page, context } = await open("/assets/usdt", { scripts: false });
    const card = page.getByRole("region", { name: "Holders and concentration" });
    const count = await figure("assets", "usdt", "holding_addresses_count");
    expect((await values(card.locator("dl data"))).slice(0, 2)).toEqual([
      count,
      expect.closeTo((await valueWithHolderCounts("usdt")) / count, 6),
    ]);
    const byNetwork = await values(card.locator('td[data-label="Holders"] data'));
    expect(byNetwork).toEqual(byNetwork.toSorted((one, other) => other - one));
    const { results } = await api("/evidence", {
      filter: { field: "asset_slug", operator: "equals", value: "usdt" },
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
    const partly = await open("/assets/gldt", { scripts: false });
    const holders = partly.page.getByRole("region", { name: "Holders and concentration" });
    const [few = 0, average] = await values(holders.locator("dl data"));
    expect(average).toBeCloseTo((await valueWithHolderCounts("gldt")) / few, 6);
    await holders.getByText("Holder data covers 1 of 3 tokens").waitFor();
    await partly.context.close();
    // Unknown facts are not shown.
    const small = await open("/assets/florin", { scripts: false });
    expect(await small.page.getByRole("heading", { name: "Documents", exact: true }).count()).toBe(0);
    await small.context.close();
  });

  it("an asset with a market price shows it next to its net asset value", async () => {
    const { page, context } = await open("/assets/bcap", { scripts: false });
    const card = page.getByRole("figure", { name: /^Net asset value and price/ });
    const nav = await figure("assets", "bcap", "net_asset_value_dollar");
    const price = await figure("assets", "bcap", "price_dollar");
    expect((await legendOf(card)).toSorted()).toEqual([`NAV$${nav.toFixed(4)}`, `Price$${price.toFixed(4)}`]);
    const premium = (100 * (price - nav)) / nav;
    const said = card.getByText("Per unit.");
    expect(Number(await said.locator("data").getAttribute("value"))).toBeCloseTo(Math.abs(premium), 6);
    expect(await said.textContent()).toContain(premium < 0 ? "below" : "above");
    await context.close();
    const without = await open("/assets/usdt", { scripts: false });
    expect(await without.page.getByText("Net asset value and price").count()).toBe(0);
    await without.context.close();
  });

  it.each([
    ["/networks/tron", "networks", "networks"],
    ["/platforms/securitize", "platforms", "platforms"],
    ["/issuers/ondo-i-lp", "issuers", "issuers"],
    ["/issuers/circle-internet-financial", "issuers", "issuers"],
    ["/managers/franklin-templeton", "managers", "asset managers"],
  ])("%s shows its rank and its share of the market over time", async (path, resource, words) => {
    const metric = "bridged_token_value_dollar";
    const slug = path.split("/").at(-1) ?? "";
    const own = await figure(resource, slug, metric);
    const ranked = await api(`/${resource}`, {
      fields: ["slug", metric],
      pagination: { page: 1, perPage: 500 },
    });
    const known = ranked.results.flatMap((row) => valueIn(row, metric) ?? []).filter((value) => value > 0);
    const place = known.filter((value) => value > own).length + 1;
    const classes = await api("/asset_classes", { fields: ["slug", metric] });
    const whole = classes.results.reduce((sum, row) => sum + (valueIn(row, metric) ?? 0), 0);
    const { page, context } = await open(`${path}?stablecoins=with`, { scripts: false });
    const card = page.getByRole("figure", { name: /^Market share/ });
    const said = card.getByText(" of the value of all assets with stablecoins.");
    expect(await said.textContent()).toMatch(
      new RegExp(`^${place}(st|nd|rd|th) of ${known.length} ${words} with a known value: `),
    );
    expect(Number(await said.locator("data").getAttribute("value"))).toBeCloseTo((100 * own) / whole, 8);
    expect(await said.locator("data").textContent()).toMatch(/^(\d+\.\d\d|<0\.01)%$/);
    await context.close();
  });

  it("the total of the overview is the sum of its classes", async () => {
    const { page, context } = await open("/?stablecoins=with", { scripts: false });
    const { results } = await api("/asset_classes", { fields: ["bridged_token_value_dollar"] });
    const sum = results.reduce((total, row) => total + (valueIn(row, "bridged_token_value_dollar") ?? 0), 0);
    const shown = await tile(page, "Total value");
    expect(Math.abs(shown - sum)).toBeLessThan(sum * 1e-9);
    await context.close();
  });

  it("links from the largest rows of a part to all of them, and back", async () => {
    const { page, context } = await open("/treasuries", { scripts: false });
    const flows = page.getByRole("region", { name: "Net flows", exact: true });
    expect(await flows.locator("tbody tr").count()).toBe(12);
    await flows.getByRole("link", { name: /^\d+ more$/ }).click();
    await page.waitForURL(/whole=flows/);
    const field = "trailing_30_day_net_flow_dollar";
    const { results } = await api("/assets", {
      filter: { field: "asset_class_slug", operator: "equals", value: "treasuries" },
      pagination: { page: 1, perPage: 100 },
      fields: [field],
    });
    const known = results.filter((row) => valueIn(row, field) !== null);
    expect(await flows.locator("tbody tr").count()).toBe(known.length);
    await flows.getByRole("link", { name: "Show 12 only" }).click();
    await expect.poll(() => flows.locator("tbody tr").count()).toBe(12);

    await page.goto(`${site}/stablecoins`);
    const places = page.getByRole("region", { name: "By jurisdiction", exact: true });
    const before = await places.locator("tbody tr").count();
    const words = (await places.getByRole("link", { name: /^\d+ more$/ }).textContent()) ?? "";
    await places.getByRole("link", { name: words }).click();
    await page.waitForURL(/whole=jurisdiction_country/);
    expect(await places.locator("tbody tr").count()).toBe(before + Number(words.replace(" more", "")));
    await context.close();
  });

  it("separates distributed and represented value if there are both, in tiles, tables and the chart", async () => {
    const { page, context } = await open("/", { scripts: false });
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
    await context.close();
  });

  it("a cell of the table matches the data API", async () => {
    const { page, context } = await open("/treasuries", { scripts: false });
    const { results } = await api("/assets", {
      filter: { field: "asset_class_slug", operator: "equals", value: "treasuries" },
      sort: { field: "bridged_token_value_dollar", direction: "desc" },
      pagination: { page: 1, perPage: 1 },
      fields: ["name", "bridged_token_value_dollar"],
    });
    const row = firstRow(page, "Assets");
    expect(await row.locator("th").textContent()).toContain(String(results[0]?.name));
    expect(Number(await row.locator("data").first().getAttribute("value"))).toBe(
      valueIn(results[0], "bridged_token_value_dollar"),
    );
    await context.close();
  });

  it("a table shows totals over all of its rows, not only the page, for additive metrics", async () => {
    const field = "bridged_token_value_dollar";
    const { results } = await api("/assets", {
      filter: { field: "asset_class_slug", operator: "equals", value: "treasuries" },
      pagination: { page: 1, perPage: 100 },
      fields: [field],
    });
    const sum = results.reduce((total, row) => total + (valueIn(row, field) ?? 0), 0);
    const { page, context } = await open(
      `/treasuries?columns=name,${field},apy_7_day_percent,trend&perPage=25&page=2`,
      {
        scripts: false,
      },
    );
    const cells = table(page, "Assets").locator("tbody.sums tr > *");
    expect(await cells.first().textContent()).toBe("Total");
    const shown = Number(await cells.nth(1).locator("data").getAttribute("value"));
    expect(Math.abs(shown - sum)).toBeLessThan(sum * 1e-9);
    // Yields have no sum.
    expect(await cells.nth(2).textContent()).toBe("");
    // Each row has a chart of the first metric, drawn by the server.
    expect(await table(page, "Assets").locator("th.spare").textContent()).toBe("Value (90d)");
    const known = await table(page, "Assets").locator("tbody:not(.sums) td.main data").count();
    expect(await table(page, "Assets").locator("tbody td.spare path").count()).toBe(known);
    await context.close();
  });

  it("compares up to ten selected rows in the chart of their page, by keyboard, not hydrated at first", async () => {
    const { page, context, complaints } = await open("/networks", { isStatic: true });
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
    await context.close();
  });

  it("shows one series alone and all again by keyboard, in a URL that others and embeds reproduce", async () => {
    const { page, context, complaints } = await open("/treasuries");
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
    await context.close();
  });

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
    await context.close();
  });

  it("keeps the figures of a dot until another is requested, so that a pointer can reach them", async () => {
    const { page, context } = await open("/treasuries", { scripts: false });
    const picture = page.getByRole("figure", { name: /average maturity/i });
    // Elements far below the view have no styles yet.
    await picture.scrollIntoViewIfNeeded();
    const dots = picture.getByRole("listitem");
    const figures = (index: number) => dots.nth(index).locator("[aria-hidden=true]");
    const shown = () =>
      dots.evaluateAll((all) =>
        all.flatMap((dot, index) =>
          dot.querySelector("[aria-hidden=true]")?.checkVisibility({ visibilityProperty: true })
            ? [index]
            : [],
        ),
      );
    /** The first dot that is not covered by another. */
    const uncovered = () =>
      dots.evaluateAll((all) =>
        all.findIndex((dot) => {
          const {
            x = 0,
            y = 0,
            width = 0,
            height = 0,
          } = dot.querySelector("a")?.getBoundingClientRect() ?? {};
          return dot.contains(document.elementFromPoint(x + width / 2, y + height / 2));
        }),
      );
    await expect.poll(shown).toEqual([]);
    await expect.poll(uncovered).toBeGreaterThanOrEqual(0);
    const pointed = await uncovered();
    // Elements that come into view are laid out, and may move the dot away from the pointer.
    await expect
      .poll(async () => {
        await dots.nth(pointed).getByRole("link").hover({ force: true });
        return shown();
      })
      .toEqual([pointed]);
    const box = await figures(pointed).boundingBox();
    if (box === null) throw new Error("the figures have no place");
    await page.mouse.move(box.x + 10, box.y + box.height / 2);
    expect(await shown()).toEqual([pointed]);
    await dots.nth(1).getByRole("link").focus();
    await page.keyboard.press("Tab");
    await expect.poll(shown).toEqual([2]);
    await context.close();
  });

  it("shows the badge of the menu next to its title, and not that of the fetched page", async () => {
    const { page, context } = await open("/platforms");
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
    await context.close();
  });

  it("keeps the settings of its chart in the chart's links, also while the next page is fetched", async () => {
    const { page, context } = await open("/stablecoins?range=1y&log=1");
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
    await context.close();
  });

  it("keeps all choices made before the page shows the first", async () => {
    const filters = [
      ["jurisdiction", "notEquals", "Nowhere"],
      ["name", "notEquals", "No name"],
    ];
    const { page, context } = await open(
      `/treasuries?filters=${encodeURIComponent(JSON.stringify(filters))}`,
    );
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
    await context.close();
  });

  it("hides the figures of all dots before any style sheet is loaded", async () => {
    const { page, context } = await open("/treasuries", {
      scripts: false,
      prepare: (opened) => opened.route("**/*.css", (route) => route.abort()),
    });
    const dots = page.getByRole("figure", { name: /average maturity/i }).getByRole("listitem");
    const hidden = await dots
      .locator("[aria-hidden=true]")
      .evaluateAll((all) => all.map((each) => getComputedStyle(each).visibility));
    expect(new Set(hidden)).toEqual(new Set(["hidden"]));
    await context.close();
  });

  describe("the league table", () => {
    const values = (rows: Locator, at: number) =>
      rows.evaluateAll(
        (all, index) => all.map((row) => Number(row.querySelectorAll("data")[index]?.getAttribute("value"))),
        at,
      );

    it("lists networks from the largest, with shares of the class", async () => {
      const { page, context } = await open("/stablecoins", { scripts: false });
      const rows = table(page, "Table: Stablecoins: networks").locator("tbody tr");
      const caps = await values(rows, 0);
      expect(caps).toHaveLength(10);
      expect(caps).toEqual([...caps].sort((a, b) => b - a));
      expect(await rows.locator("td.spare path").count()).toBe(10);
      const total = await figure("asset_classes", "stablecoins", "bridged_token_market_cap_dollar");
      const [share] = await values(rows, 1);
      expect(share).toBeCloseTo(((caps[0] ?? 0) / total) * 100, 6);
      await context.close();
    });

    it("lists every rank if all are requested, also more than a hundred", async () => {
      const { page, context } = await open("/?league=platform&stablecoins=with&places=all", {
        scripts: false,
      });
      const field = "bridged_token_value_dollar";
      const { results } = await api("/tokens/aggregates", {
        aggregate: { groupBy: "platform" },
        pagination: { page: 1, perPage: 500 },
        fields: [field],
      });
      const known = results.filter((row) => valueIn(row, field) !== null);
      expect(known.length).toBeGreaterThan(100);
      const rows = table(page, "Table: Tokenized assets with stablecoins: platforms").locator("tbody tr");
      expect(await rows.count()).toBe(known.length);
      await context.close();
    });

    it("assigns no rank without a value", async () => {
      const { page, context } = await open("/private-credit", { scripts: false });
      const card = page.getByRole("region", { name: "League table", exact: true });
      const rows = card.locator("tbody tr");
      const caps = await values(rows, 0);
      expect(caps.length).toBeGreaterThan(3);
      expect(await rows.filter({ hasText: "Off-Chain" }).count()).toBe(0);
      await card.getByText("1 more has no data.").waitFor();
      await context.close();
    });

    it("counts the assets with a value on no network", async () => {
      const { page, context } = await open("/commodities", { scripts: false });
      const card = page.getByRole("region", { name: "League table", exact: true });
      const row = card.locator("tbody tr").filter({ hasText: "Off-Chain" });
      const { pagination } = await api("/tokens", {
        filter: {
          operator: "and",
          filters: [
            { operator: "equals", field: "asset_class_slug", value: "commodities" },
            { operator: "equals", field: "is_asset_level", value: true },
            { operator: "gt", field: "bridged_token_value_dollar", value: 0 },
          ],
        },
      });
      expect(pagination.resultCount).toBeGreaterThan(0);
      expect(await row.locator('td[data-label="Assets"]').textContent()).toBe(String(pagination.resultCount));
      await context.close();
    });

    it.each([true, false])("ranks the metric of the URL, scripts on: %s", async (scripts) => {
      const { page, context, complaints } = await open("/", { scripts });
      await choose(page, "League table of", "Issuers");
      await page.waitForURL(/league=issuer/);
      await choose(page, "Units counted", "Represented");
      await page.waitForURL(/units=represented/);
      const metric = "bridged_token_value_dollar";
      const filter = {
        operator: "and",
        filters: [
          { field: "distribution", operator: "equals", value: "represented" },
          { field: "asset_class_slug", operator: "notEquals", value: "stablecoins" },
        ],
      };
      const [issuers, whole] = await Promise.all([
        api("/tokens/aggregates", {
          filter,
          aggregate: { groupBy: "issuer" },
          pagination: { page: 1, perPage: 10 },
          fields: [metric],
        }),
        api("/tokens/aggregates", { filter, fields: [metric] }),
      ]);
      const known = issuers.results.map((row) => valueIn(row, metric)).filter((value) => value !== null);
      const rows = table(page, "Table: Tokenized assets without stablecoins: issuers").locator("tbody tr");
      await expect.poll(async () => (await values(rows, 0)).slice(0, known.length)).toEqual(known);
      await expect
        .poll(async () => (await values(rows, 1))[0])
        .toBeCloseTo(((known[0] ?? 0) / (valueIn(whole.results[0], metric) ?? 0)) * 100, 6);
      await choose(page, "Stablecoins", "With stablecoins");
      await page.waitForURL(/stablecoins=with/);
      expect(complaints).toEqual([]);
      await context.close();
    });
  });

  describe("net flows", () => {
    /**
     * Mints less burns of the last seven days, day by day, for each network: from the daily figures, not from their
     * sums.
     */
    async function weekByNetwork(filters: readonly object[]): Promise<Map<string, number>> {
      const measures = ["daily_mints_dollar", "daily_burns_dollar"];
      const query = (from: string) => ({
        filter: {
          operator: "and",
          filters: [
            ...filters,
            { field: "measure_slug", operator: "in", value: measures },
            { field: "date", operator: "onOrAfter", value: from },
          ],
        },
        aggregate: { groupBy: "network", interval: "day" },
        pagination: { page: 1, perPage: 100 },
      });
      interface Series {
        measure: { slug: string };
        group: { name: string };
        points: [string, number | null][];
      }
      const path = "/tokens/aggregates/timeseries";
      const lately = new Date(Date.now() - 10 * 86_400_000).toISOString().slice(0, 10);
      const found = (await api(path, query(lately))).results as unknown as Series[];
      const newest = found
        .flatMap(({ points }) => points.map(([day]) => day))
        .sort()
        .at(-1);
      const first = new Date(Date.parse(newest ?? "") - 6 * 86_400_000).toISOString().slice(0, 10);
      const flows = new Map<string, number>();
      for (const { measure, group, points } of found) {
        const sum = points.reduce((all, [day, value]) => all + (day >= first ? (value ?? 0) : 0), 0);
        const signed = measure.slug === "daily_mints_dollar" ? sum : -sum;
        flows.set(group.name, (flows.get(group.name) ?? 0) + signed);
      }
      return flows;
    }

    it.each([
      [
        "/",
        "Tokenized assets without stablecoins",
        { field: "asset_class_slug", operator: "notEquals", value: "stablecoins" },
      ],
      [
        "/treasuries",
        "US Treasuries",
        { field: "asset_class_slug", operator: "equals", value: "treasuries" },
      ],
    ])("of %s are mints less burns, the largest of either direction first", async (path, name, filter) => {
      const { page, context, complaints } = await open(path, { scripts: false });
      const card = page.getByRole("region", { name: "Net flows", exact: true });
      await choose(page, "Net flows of", "Networks");
      await page.waitForURL(/flows=network/);
      await choose(page, "Period of net flows", "7 days");
      await page.waitForURL(/flowDays=7d/);
      const rows = await card.locator("tbody tr").evaluateAll((all) =>
        all.map((row) => ({
          name: row.querySelector("th")?.textContent ?? "",
          flow: Number(row.querySelector("td data")?.getAttribute("value")),
        })),
      );
      const flows = await weekByNetwork([filter]);
      const total = [...flows.values()].reduce((all, one) => all + one, 0);
      const size = [...flows.values()].reduce((all, one) => all + Math.abs(one), 0);
      expect(rows.length).toBeGreaterThan(5);
      for (const row of rows)
        expect(Math.abs(row.flow - (flows.get(row.name) ?? 0))).toBeLessThan(size * 1e-9);
      const sizes = rows.map(({ flow }) => Math.abs(flow));
      expect(sizes).toEqual([...sizes].sort((a, b) => b - a));
      expect(sizes[0]).toBeCloseTo(Math.max(...[...flows.values()].map(Math.abs)), 0);
      const shownTotal = Number(await card.locator("header data").getAttribute("value"));
      expect(Math.abs(shownTotal - total)).toBeLessThan(size * 1e-9);
      expect(await table(page, `Table: ${name}: net flows by network`).count()).toBe(1);
      expect(await card.locator("header").textContent()).toMatch(/known for [\d,]+ of [\d,]+ tokens/);
      expect(complaints).toEqual([]);
      await context.close();
    });
  });

  it("a class is split by the jurisdiction of its issuers, and links to assets launched there", async () => {
    const { page, context, complaints } = await open("/treasuries", { scripts: false });
    const filter = { field: "asset_class_slug", operator: "equals", value: "treasuries" };
    const { results } = await api("/assets", {
      filter,
      pagination: { page: 1, perPage: 100 },
      fields: ["jurisdiction_country_name", "bridged_token_value_dollar"],
    });
    const values = new Map<string, number>();
    for (const row of results) {
      const country = String(row.jurisdiction_country_name ?? "Unknown jurisdiction");
      values.set(country, (values.get(country) ?? 0) + (valueIn(row, "bridged_token_value_dollar") ?? 0));
    }
    const rows = table(page, "Table: By jurisdiction").locator("tbody tr");
    const shown = await rows.evaluateAll((all) =>
      all.map((row) => ({
        name: row.querySelector("th")?.textContent ?? "",
        value: Number(row.querySelector("td data")?.getAttribute("value")),
      })),
    );
    expect(shown.length).toBeGreaterThan(2);
    for (const { name, value } of shown) expect(value / (values.get(name) ?? 0)).toBeCloseTo(1, 9);
    const card = page.getByRole("region", { name: "New assets", exact: true });
    const appeared = await card
      .locator("time")
      .evaluateAll((all) => all.map((one) => one.getAttribute("datetime")));
    const twoYears = 2 * 366 * 86_400_000;
    expect(appeared.length).toBeGreaterThan(0);
    for (const day of appeared) expect(Date.now() - Date.parse(day ?? "")).toBeLessThan(twoYears);
    await card.getByRole("link", { name: "All new assets" }).click();
    await page.waitForURL(/new-asset-monitor/);
    expect(await page.getByText(/Asset class.*US Treasuries/).count()).toBeGreaterThan(0);
    const listed = await api("/assets", { filter, pagination: { page: 1, perPage: 1 }, fields: ["slug"] });
    expect(await table(page, "Assets").locator("tbody tr").count()).toBeLessThanOrEqual(
      listed.pagination.resultCount,
    );
    expect(complaints).toEqual([]);
    await context.close();
  });

  it("shows the assets of a class by yield and maturity, each a link, the unknown ones counted, with an equal table", async () => {
    const [x, y, size] = [
      "weighted_average_maturity_days",
      "apy_7_day_percent",
      "bridged_token_value_dollar",
    ] as const;
    const { results } = await api("/assets", {
      filter: { field: "asset_class_slug", operator: "equals", value: "treasuries" },
      sort: { field: size, direction: "desc" },
      pagination: { page: 1, perPage: 100 },
      fields: ["name", "slug", x, y, size],
    });
    const known = results.filter((row) => [x, y, size].every((metric) => valueIn(row, metric) !== null));
    const { page, context, complaints } = await open("/treasuries");
    const card = page.getByRole("region", { name: "7-day APY and average maturity", exact: true });
    const dots = card.getByRole("figure").getByRole("link");
    expect(await dots.evaluateAll((all) => all.map((dot) => dot.getAttribute("href")))).toEqual(
      known.map(({ slug }) => `/assets/${slug}`),
    );
    const left = results.length - known.length;
    expect(left).toBeGreaterThan(1);
    expect(await card.locator("footer").textContent()).toBe(
      `${left} assets without a known average maturity are not shown.`,
    );
    // Further right is longer, further up is higher, larger is worth more.
    const boxes = await dots.evaluateAll((all) =>
      all.map((dot) => {
        const { left: from, top, width, height } = dot.getBoundingClientRect();
        return { x: from + width / 2, y: -top - height / 2, size: width };
      }),
    );
    for (const [part, metric] of [
      ["x", x],
      ["y", y],
      ["size", size],
    ] as const) {
      const inOrder = known
        .map((row, index) => ({ is: valueIn(row, metric) ?? 0, at: boxes[index]?.[part] ?? 0 }))
        .sort((one, other) => one.is - other.is);
      for (const [index, { at }] of inOrder.entries()) {
        expect(at).toBeGreaterThanOrEqual((inOrder[index - 1]?.at ?? Number.NEGATIVE_INFINITY) - 0.5);
      }
    }
    const reading = card.locator("li [aria-hidden]").first();
    expect(await reading.isVisible()).toBe(false);
    await dots.first().focus();
    await page.keyboard.press("Shift+Tab");
    await page.keyboard.press("Tab");
    await expect.poll(() => reading.isVisible()).toBe(true);
    expect(await reading.textContent()).toContain(String(known[0]?.name));
    await card.locator("summary").click();
    await card.getByRole("button", { name: `Show all ${known.length}` }).click();
    const rows = card.getByRole("table").locator("tbody tr");
    expect(
      await rows.evaluateAll((all) =>
        all.map((row) => [...row.querySelectorAll("data")].map((cell) => Number(cell.getAttribute("value")))),
      ),
    ).toEqual(known.map((row) => [y, x, size].map((metric) => valueIn(row, metric))));
    expect(complaints).toEqual([]);
    await dots.first().press("Enter");
    await page.waitForURL(/\/assets\//);
    await context.close();
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
    const { page, context, complaints } = await open("/treasuries");
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
    await context.close();
  });

  it("the overview explains the total of its first tile", async () => {
    const { page, context } = await open("/?explain=bridged_token_value_dollar", { scripts: false });
    const part = page.locator("#provenance");
    const value = await part.locator("strong data").getAttribute("value");
    const tile = page.getByRole("region", { name: "Key figures" }).locator("data").first();
    // Two queries sum the same tokens, each in its own order: the last digit of a double may differ.
    expect(Number(value) / Number(await tile.getAttribute("value"))).toBeCloseTo(1, 12);
    expect(await part.getByRole("heading", { name: "Sources" }).count()).toBe(1);
    await context.close();
  });

  it("the overview charts everything but stablecoins, unless the URL includes them", async () => {
    const { page, context } = await open("/?group=none&table=1", { scripts: false });
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
    await context.close();
  });

  it.each([
    ["7d", "7 days"],
    ["365d", "1 year"],
  ])("movers of the overview are those of the last %s on request", async (period, label) => {
    const { page, context } = await open("/", { scripts: false });
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
    await context.close();
  });

  describe("platforms with their own screen", () => {
    it("shows bridging between networks as a diagram and in figures", async () => {
      const { page, context, complaints } = await open("/wormhole?stablecoins=with");
      await page.getByText("No figures for Wormhole itself.").waitFor();
      const metric = "trailing_30_day_bridge_outflow_dollar";
      const { results } = await api("/tokens/aggregates", {
        aggregate: { groupBy: "network" },
        sort: { field: metric, direction: "desc" },
        pagination: { page: 1, perPage: 100 },
        fields: [metric],
      });
      const flows = results.map((row) => valueIn(row, metric) ?? 0).filter((value) => value > 0);
      expect(flows.length).toBeGreaterThan(3);
      const side = page.getByRole("list", { name: "Outflow by network" });
      const shown = await side
        .locator("data")
        .evaluateAll((all) => all.map((one) => Number(one.getAttribute("value"))));
      const named = Math.min(flows.length, shown.length - 1);
      expect(shown.slice(0, named)).toEqual(flows.slice(0, named));
      expect(shown.reduce((a, b) => a + b, 0)).toBeCloseTo(
        flows.reduce((a, b) => a + b, 0),
        0,
      );
      // The diagram can be reached by keyboard network by network.
      await side.getByRole("link").first().focus();
      await page.keyboard.press("Enter");
      await page.waitForURL(/\/networks\//);
      expect(complaints).toEqual([]);
      await context.close();
    });

    it("shows repo volumes and the average size as in the data API", async () => {
      const { page, context } = await open("/broadridge-dlr", { scripts: false });
      const of = (metric: string) => figure("platforms", "broadridge-dlr", metric);
      expect(await tile(page, "Daily repo volume")).toBe(await of("daily_transfer_volume_dollar"));
      expect(await tile(page, "Average repo")).toBeCloseTo(
        (await of("daily_transfer_volume_dollar")) / (await of("daily_transfer_count")),
        4,
      );
      expect(await page.locator("#chart svg path").count()).toBeGreaterThan(3);
      await context.close();
    });

    it.each([
      ["broadridge", "/broadridge-dlr"],
      ["wormhole", "/wormhole"],
    ])("the list of platforms links to the screen of %s", async (words, path) => {
      const { page, context } = await open(`/platforms?q=${words}`, { scripts: false });
      await firstRow(page, "Platforms").locator("th a").click();
      await page.waitForURL((url) => url.pathname === path);
      await context.close();
    });
  });

  it("key facts of an asset name their source document, and the terms of its fee", async () => {
    const { page, context } = await open("/assets/ousg", { scripts: false });
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
    await context.close();
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
    const { page, context } = await open("/assets/usdt", { scripts: false });
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
    await context.close();
  });

  it("the directory is filtered by a role through a link, and links to a company's profile", async () => {
    const { page, context } = await open("/directory");
    const { results } = await api("/company_roles", { fields: ["role", "company_count"] });
    const custodians = results.find(({ role }) => role === "custodian")?.company_count;
    await page.getByRole("navigation", { name: "Companies by role" }).getByText("Custodian").click();
    await page.waitForURL(/filters=/);
    await page.getByText(`1–${custodians} of ${custodians}`).waitFor();
    await context.close();
    const issuers = await open(`/directory?${new URLSearchParams({ q: "Ondo Global Markets (BVI)" })}`, {
      scripts: false,
    });
    const row = firstRow(issuers.page, "Companies");
    expect(await row.locator("th a").getAttribute("href")).toMatch(/^\/issuers\/[a-z0-9-]+$/);
    await issuers.context.close();
  });

  it("the page of citations names the source documents of facts, and explains how to cite", async () => {
    const { page, context } = await open("/citations", { scripts: false });
    const { results } = await api("/cited_documents", {
      pagination: { page: 1, perPage: 1 },
      fields: ["document"],
    });
    expect(await firstRow(page, "Documents").locator("th").textContent()).toContain(
      String(results[0]?.document),
    );
    expect(await page.getByRole("region", { name: "How to cite" }).textContent()).toContain(site);
    // Instructions for operators are shown to administrators only.
    expect(await page.getByText("citations.jsonl").count()).toBe(0);
    await context.close();
  });

  it("counts of networks and platforms that exclude those without assets say so", async () => {
    const { page, context } = await open("/platform-overview", { scripts: false });
    const tiles = await page.getByRole("region", { name: "Key figures" }).textContent();
    for (const [resource, label] of [
      ["networks", "Networks with assets"],
      ["platforms", "Platforms with assets"],
    ]) {
      const { pagination } = await api(`/${resource}`, {
        filter: { operator: "gt", field: "asset_count", value: 0 },
        pagination: { page: 1, perPage: 1 },
        fields: ["id"],
      });
      expect(tiles).toContain(`${label}${pagination.resultCount}`);
    }
    await context.close();
  });

  it("a request to the operator names missing fields, and is accepted with or without scripts", async () => {
    const { page, context } = await open("/platform-overview");
    const fill = async (of: Page) => {
      await of.getByLabel("Name", { exact: true }).fill("Ada Reader");
      await of.getByLabel("Company", { exact: true }).fill("Reader & Sons");
      await of.getByLabel("Message", { exact: true }).fill("A trial, please.");
    };
    await fill(page);
    await page.getByLabel("Email", { exact: true }).fill("nobody");
    await page.getByRole("button", { name: "Send request" }).click();
    await page.getByRole("alert").getByText("Enter a valid email address").waitFor();
    await expect.poll(() => page.getByLabel("Message").inputValue()).toBe("A trial, please.");
    await page.getByLabel("Email", { exact: true }).fill("ada@reader.example");
    await page.getByRole("button", { name: "Send request" }).click();
    await page.getByText("Thank you. Your request has been received.").waitFor();
    await context.close();

    const plain = await open("/data-partners", { scripts: false });
    await fill(plain.page);
    await plain.page.getByLabel("Email", { exact: true }).fill("ada@reader.example");
    await plain.page.getByRole("button", { name: "Send request" }).click();
    await plain.page.getByRole("heading", { level: 1, name: "Request received", exact: true }).waitFor();
    await plain.context.close();
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
    const { page, context } = await open("/", { scripts: false });
    for (const [name, path] of [
      ["Asset Charting", "/assets/timeseries"],
      ["API Tools", "/tools/api/api-keys"],
    ] as const) {
      const line = page.getByRole("complementary").getByRole("link", { name: `${name} (needs a plan)` });
      expect(await line.getAttribute("href")).toBe(path);
    }
    await page.getByRole("link", { name: /^Asset Charting/ }).click();
    await page.waitForURL(/\/login\?.*callbackUrl=%2Fassets%2Ftimeseries/);
    await context.close();
  });

  it("news is listed from the latest, marked as sample data if it is, and offered as a feed", async () => {
    const { page, context } = await open("/news", { scripts: false });
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
    await context.close();
  });

  it("metrics of a chart are grouped by topic with a sentence on each, and are found by their words", async () => {
    const { page, context } = await open("/treasuries");
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
    await context.close();
  });

  it("plans are compared in a table with a name, whose cells say what is included", async () => {
    const { page, context } = await open("/platform-overview", { scripts: false });
    const plans = page.getByRole("table", { name: "Plan comparison" });
    const row = plans.getByRole("row", { name: /^Free/ });
    // This product enables experimental features for everyone.
    expect(await row.getByRole("cell", { name: "Not included", exact: true }).count()).toBe(3);
    await context.close();
  });

  it("downloads say what they hold and what they need before they ask for it", async () => {
    const { page, context } = await open("/downloads", { scripts: false });
    const { pagination } = await api("/networks", { fields: ["id"] });
    const row = page.locator("tr", { has: page.getByText("Networks", { exact: true }) });
    expect(await row.locator("td").first().textContent()).toBe(String(pagination.resultCount));
    const needed = row.locator("td").nth(1).getByText("needs a plan with data downloads");
    expect(await needed.count()).toBe(3);
    expect(await row.ariaSnapshot()).toContain(
      "XLSX (needs a plan with data downloads) Parquet (needs a plan with data downloads)",
    );
    const csv = await row.getByRole("link", { name: "CSV of Networks", exact: true }).getAttribute("href");
    const lines = (await (await fetch(site + csv)).text()).trim().split(/\r?\n/);
    expect(lines).toHaveLength(pagination.resultCount + 1);
    expect((await fetch(`${site}/export/networks.xlsx`)).status).toBe(401);
    // Daily values come first: of all classes, and of the assets of each.
    const files = page.locator('main a[download][href*="/timeseries.csv"]');
    expect(await page.locator("main a[download]").first().textContent()).toContain("all asset classes");
    expect(await files.count()).toBeGreaterThan(8);
    const treasuries = page.getByRole("link", { name: "CSV of daily values: US Treasuries" });
    const daily = await fetch(site + (await treasuries.getAttribute("href")));
    expect(daily.headers.get("content-disposition")).toContain("daily-values-treasuries");
    expect(await daily.text()).toContain("BlackRock USD Institutional Digital Liquidity Fund");
    await context.close();
  });

  it("the coverage of evidence matches the data API, class by class", async () => {
    const { page, context } = await open("/evidence", { scripts: false });
    const { results } = await api("/evidence_coverage", {
      filter: { field: "field", operator: "equals", value: "has_credit_rating" },
      fields: ["asset_class_name", "known_percent"],
    });
    const all = results.find((row) => row.asset_class_name === null);
    const row = page.locator("tbody tr", { has: page.locator("th", { hasText: "Rated" }) }).first();
    expect(await row.locator("td").count()).toBe(results.length);
    expect(Number.parseInt((await row.locator("td").first().textContent()) ?? "", 10)).toBe(
      Math.round(Number(all?.known_percent)),
    );
    await context.close();
  });

  describe("Invest", () => {
    const all = { pagination: { page: 1, perPage: 100 }, fields: ["slug", "open_to_retail"] };
    const where = (value: boolean | null) => ({
      ...all,
      filter: { field: "open_to_retail", operator: "equals", value },
    });
    const retail = (page: Page) => page.getByRole("navigation", { name: "Open to retail" });

    it("counts yes, no and unknown separately, as in the data API", async () => {
      const { page, context } = await open("/invest", { scripts: false });
      for (const [words, value] of [
        ["yes", true],
        ["no", false],
        ["unknown", null],
      ] as const) {
        const { pagination } = await api("/assets", where(value));
        const name = `Open to retail: ${words}, ${pagination.resultCount} assets`;
        expect(await retail(page).getByRole("link", { name, exact: true }).count()).toBe(1);
      }
      await context.close();
    });

    it("opens with assets open to investment, the largest first, and counts the assets of each investor type", async () => {
      const { page, context } = await open("/invest", { scripts: false });
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
      await context.close();
    });

    it("shows assets known to be closed to retail investors by the URL, and not unknown ones", async () => {
      const { page, context } = await open("/invest");
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
      await context.close();
    });

    it("shows assets stated as offered in a chosen country, and counts excluded and unknown ones", async () => {
      const { page, context } = await open("/invest");
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
      await context.close();
    });

    it("does not show an asset that is offered only elsewhere as open to investors in Germany", async () => {
      const germany = (...conditions: [string, string][]) =>
        `/invest?${new URLSearchParams({
          filters: JSON.stringify([
            ["open_to_retail", "equals", true],
            ...conditions.map(([field, operator]) => [field, operator, ["DE"]]),
          ]),
        })}`;
      const benji = (page: Page) => table(page, "Assets").locator('a[href="/assets/benji"]');
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
        expect(await benji(page).count(), JSON.stringify(conditions)).toBe(shown);
        await context.close();
      }
    });
  });

  describe("Investments", () => {
    const list = (page: Page) => table(page, "Investments");

    it("shows live or upcoming ones, by the URL, as in the data API", async () => {
      const { page, context, complaints } = await open("/investments");
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
      await context.close();
    });

    it("have a page each, with their terms, their asset and a mark if they are sample data", async () => {
      const { results } = await api("/investments", {
        filter: { field: "status", operator: "equals", value: "live" },
        pagination: { page: 1, perPage: 1 },
        fields: ["slug", "name", "asset_slug", "raised_dollar", "target_dollar"],
      });
      const [offering] = results;
      const { page, context, complaints, status } = await open(`/investments/${String(offering?.slug)}`);
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
      await context.close();
    });

    it("responds with 404 for past and unknown offerings", async () => {
      const { status, context } = await open("/investments/no-such-offering", { scripts: false });
      expect(status).toBe(404);
      await context.close();
    });
  });

  describe("the chart", () => {
    /** First day of the figures of an asset that has them since the first day of all. */
    async function firstDay(): Promise<string> {
      const { page, context } = await open("/assets/usdt?range=all&table=1&group=none&interval=month", {
        scripts: false,
      });
      const month = await page.locator("#chart-table tbody th").last().textContent();
      await context.close();
      return new Date(`1 ${month} UTC`).toISOString().slice(0, 10);
    }

    it("is a link in every control: a choice changes the URL, and the URL restores the view", async () => {
      const { page, context } = await open("/treasuries");
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
      await context.close();
    });

    it("is navigated by arrow keys, Home, End and letters", async () => {
      const { page, context, complaints } = await open("/treasuries");
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
      await context.close();
    });

    it("omits defaults from the URL", async () => {
      const { page, context } = await open("/treasuries?range=1y");
      await page.getByRole("link", { name: "2 years", exact: true }).click();
      await page.waitForURL((url) => url.search === "");
      await context.close();
    });

    it("shows another metric and grouping on request, without scripts too", async () => {
      const { page, context, status } = await open("/treasuries?metric=holders&group=network", {
        scripts: false,
      });
      expect(status).toBe(200);
      expect(await page.locator("#chart-heading").textContent()).toContain(
        "US Treasuries: Holders by network",
      );
      expect(await page.locator("#chart svg path").count()).toBeGreaterThan(3);
      await context.close();
    });

    it("accepts valid parameters of a URL and silently drops the rest", async () => {
      const { page, context, status } = await open(
        "/treasuries?metric=nonsense&range=1y&mode=donut&page=-3",
        {
          scripts: false,
        },
      );
      expect(status).toBe(200);
      expect(await page.getByRole("link", { name: "1 year", exact: true }).getAttribute("aria-current")).toBe(
        "true",
      );
      expect(await page.locator("#chart-heading").textContent()).toContain("US Treasuries: Value by asset");
      await context.close();
    });

    it("has its figures as a table, whose last row matches the tile", async () => {
      const { page, context } = await open("/treasuries?group=none&table=1", { scripts: false });
      const cells = page.locator("#chart-table tbody tr").first().locator("td");
      const shown = Number((await cells.first().textContent())?.replace(/[^\d.]/g, ""));
      const exact = await figure("asset_classes", "treasuries", "bridged_token_value_dollar");
      expect(Math.abs(shown - exact)).toBeLessThan(0.01);
      await context.close();
    });

    it("marks events of the assets that it shows, and lists them in its table, until the URL hides them", async () => {
      const { results } = await api("/evidence", {
        filter: {
          operator: "and",
          filters: [
            { field: "asset_slug", operator: "equals", value: "usdt" },
            { field: "kind", operator: "in", value: ["incident", "corporate_action", "attestation"] },
            { field: "date", operator: "onOrAfter", value: await firstDay() },
          ],
        },
        fields: ["date", "statement"],
      });
      expect(results.length).toBeGreaterThan(0);
      const { page, context, complaints } = await open("/assets/usdt?range=all&table=1&group=none");
      await page.getByRole("button", { name: /^Show all \d+ dates$/ }).click();
      const marked = page.locator("#chart-table .chart-table-events li");
      await expect.poll(() => marked.count()).toBe(results.length);
      for (const { statement } of results) {
        expect(await marked.filter({ hasText: String(statement) }).count()).toBe(1);
      }
      expect(await marked.first().getByRole("link").getAttribute("href")).toBe("/assets/usdt");
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
      await context.close();
    });

    it("announces events by keyboard with the figures of their date", async () => {
      const { page, context } = await open("/assets/usdt?range=all&group=none");
      const plot = page.getByRole("application");
      await plot.focus();
      await page.locator(".chart-frame[data-live]").waitFor();
      await plot.press("e");
      await page.locator("#chart p.sr-only", { hasText: "Tether USD" }).waitFor({ state: "attached" });
      await page.locator(".chart-tooltip-event").first().waitFor();
      await context.close();
    });

    it("shows rounded values, and exact ones by a click, a second tap or Enter", async () => {
      const { page, context, complaints } = await open("/treasuries?group=network");
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
      await context.close();
    });

    it("requests a selected period, by day, and returns with the browser's history", async () => {
      const { page, context, complaints } = await open("/treasuries?table=1");
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
      await context.close();
    });

    it("zooms by keyboard into the URL and out again", async () => {
      const { page, context } = await open("/treasuries");
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
      await context.close();
    });

    it.each(["Treemap", "Pie"])(
      "shows the latest day as a %s, with the figures of its table",
      async (shape) => {
        const { page, context, complaints } = await open("/treasuries?group=network&table=1");
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
        await context.close();
      },
    );

    it("measures a yield against the benchmark of its asset", async () => {
      const { page, context } = await open(
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
      await context.close();
    });

    it("is marked as sample data, and has its source in its embed view", async () => {
      const { page, context, complaints } = await open("/treasuries?embed=1");
      expect(await page.locator("#chart").textContent()).toContain("Sample data");
      expect(await page.getByRole("navigation", { name: "Main" }).count()).toBe(0);
      expect(await page.locator("h1").textContent()).toBe("US Treasuries: Value by asset");
      expect(await page.getByText("Source:").first().textContent()).toContain("Cadastre");
      expect(complaints).toEqual([]);
      await context.close();
    });
  });

  describe("the table", () => {
    it.each([true, false])("sorts by a click on a column, scripts on: %s", async (scripts) => {
      const { page, context } = await open("/treasuries", { scripts });
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
      await context.close();
    });

    it.each([true, false])("changes its page, scripts on: %s", async (scripts) => {
      const { page, context } = await open("/stocks", { scripts });
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
      await context.close();
    });

    it.each([true, false])("finds by words, scripts on: %s", async (scripts) => {
      const { page, context } = await open("/stablecoins", { scripts });
      const box = page.getByRole("searchbox", { name: "Search Assets" });
      await box.fill("paypal");
      await box.press("Enter");
      await page.waitForURL(/q=paypal/);
      await expect.poll(() => firstRow(page, "Assets").locator("th").textContent()).toContain("PayPal USD");
      await context.close();
    });

    it.each([
      ["a column that does not exist", { sort: "shoe_size" }, "shoe_size"],
      [
        "a value that does not fit",
        { filters: JSON.stringify([["holding_addresses_count", "gt", "many"]]) },
        "many",
      ],
    ])("reports that a URL requests %s, and offers a link back", async (_, search, named) => {
      const { page, context, status, complaints } = await open(`/treasuries?${new URLSearchParams(search)}`);
      expect(status).toBe(200);
      await page.getByText("This table view does not exist").waitFor();
      expect(await page.locator("main").textContent()).toContain(named);
      await page.getByRole("link", { name: "Clear sorting and filters" }).click();
      await table(page, "Assets").locator("tbody tr").first().waitFor();
      await page.waitForURL((url) => url.search === "");
      expect(complaints).toEqual([]);
      await context.close();
    });

    it("hydrates without changes, whatever the order of its URL and its other parameters", async () => {
      const { page, complaints, context } = await open("/tokens?utm_source=mail&q=ousg&sort=-symbol");
      expect(new URL(page.url()).search).toBe("?sort=-symbol&q=ousg&utm_source=mail");
      await page.getByRole("columnheader", { name: "Symbol" }).getByRole("link").click();
      await page.waitForURL(/sort=symbol/);
      expect(complaints).toEqual([]);
      await context.close();
    });

    it("is filtered by the URL, and says so", async () => {
      const filters = JSON.stringify([["bridged_token_value_dollar", "gte", 1_000_000_000]]);
      const { page, context } = await open(`/treasuries?${new URLSearchParams({ filters })}`, {
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
      await context.close();
    });

    it("shows its columns in the order chosen by keyboard", async () => {
      const { page, context, complaints } = await open("/treasuries");
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
      await context.close();
    });

    it("exports every row as a file, without a key", async () => {
      const { page, context } = await open("/treasuries", { scripts: false });
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
      await context.close();
    });
  });

  describe("the new asset monitor", () => {
    const newest = {
      sort: { field: "appeared_date", direction: "desc" },
      pagination: { page: 1, perPage: 1 },
    };

    it.each([true, false])("is filtered by links, scripts on: %s", async (scripts) => {
      const { page, context, complaints } = await open("/new-asset-monitor", { scripts });
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
      await context.close();
    });

    it("counts the selection of its list in its chart, and offers it as a feed", async () => {
      const filters = JSON.stringify([["asset_class_slug", "equals", "commodities"]]);
      const address = `/new-asset-monitor?${new URLSearchParams({ range: "all", table: "1", filters })}`;
      const { page, context } = await open(address, { scripts: false });
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
      await context.close();
    });

    it("explains why a URL selects nothing", async () => {
      const filters = JSON.stringify([["shoe_size", "equals", 1]]);
      const { page, context, status } = await open(`/new-asset-monitor?${new URLSearchParams({ filters })}`);
      expect(status).toBe(200);
      await page.getByText("This chart cannot be shown").waitFor();
      await page.getByText("This table view does not exist").waitFor();
      await context.close();
    });
  });

  it("compares only whole months of a flow, and says so", async () => {
    const { page, context } = await open(
      "/treasuries?metric=daily_mints_dollar&group=none&interval=month&form=change&range=2026-01-15..2026-06-20&table=1",
      { scripts: false },
    );
    const about = page.getByRole("list", { name: "About this view" });
    expect(await about.textContent()).toBe("Incomplete periods cannot be compared and are omitted.");
    const months = await page.locator("#chart tbody th").allTextContents();
    // February is the first whole month, without an earlier one.
    expect(months.toSorted()).toEqual(["Apr 2026", "Mar 2026", "May 2026"]);
    await context.close();
  });

  describe("an asset", () => {
    it("names its issuer, platform and deployments, with external links that send no referrer", async () => {
      const { page, context } = await open("/assets/ousg", { scripts: false });
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
      await context.close();
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
      await current.context.close();
    });

    it("opens its chart with a known metric if its value is unknown", async () => {
      const { results } = await api("/assets", {
        filter: { field: "slug", operator: "equals", value: "mi4" },
        fields: ["bridged_token_value_dollar"],
      });
      expect(results[0]?.bridged_token_value_dollar).toMatchObject({ val: null });
      for (const [path, title] of [
        ["/assets/mi4", "Holders by network"],
        ["/managers/mantle-guard", "Holders by asset"],
      ] as const) {
        const { page, context } = await open(path, { scripts: false });
        const text = await page.locator("#chart").textContent();
        expect(text).toContain(title);
        expect(text).not.toContain("No data");
        await context.close();
      }
    });

    it("explains each figure: formula, inputs, sources", async () => {
      const { page, context } = await open("/assets/ousg");
      const line = page.getByRole("link", { name: /^Explain Value/ });
      expect(await line.getAttribute("aria-expanded")).toBe("false");
      await line.click();
      await page.waitForURL(/explain=bridged_token_value_dollar/);
      await expect.poll(() => line.getAttribute("aria-expanded")).toBe("true");
      const section = page.locator("#provenance");
      for (const words of ["net supply × NAV", "Sample data", "Breakdown"]) {
        await expect.poll(() => section.textContent()).toContain(words);
      }
      await context.close();
    });

    it("that does not exist is a 404 that suggests assets with a similar name", async () => {
      const { page, context, status } = await open("/assets/ousg-fund", { scripts: false });
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
      await context.close();
    });

    it("is under its class in the menu, as in its breadcrumbs", async () => {
      const { page, context } = await open("/assets/usdc", { scripts: false });
      const marked = await page
        .getByRole("navigation", { name: "Main" })
        .getByRole("link")
        .evaluateAll((links) =>
          links.filter((link) => link.className.includes("bg-selected")).map((link) => link.textContent),
        );
      expect(marked).toEqual(["Stablecoins"]);
      await context.close();
    });
  });

  it("another slug of a network redirects to its own", async () => {
    const response = await fetch(`${site}/networks/bsc?range=1y`, { redirect: "manual" });
    expect(response.status).toBe(301);
    expect(new URL(response.headers.get("location") ?? "", site).pathname).toBe("/networks/bnb-chain");
    expect(new URL(response.headers.get("location") ?? "", site).search).toBe("?range=1y");
  });

  it.each(["networks", "platforms", "issuers", "managers"])(
    "one of the %s that does not exist is a 404",
    async (kind) => {
      const answer = await fetch(`${site}/${kind}/no-such-one`);
      expect(answer.status).toBe(404);
      expect(await answer.text()).toMatch(/<title>Cadastre \| [A-Z][a-z ]+ not found</);
    },
  );

  it("the scroll position from before scripts ran is kept afterwards", async () => {
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
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
    await context.close();
  });

  it("a platform shows its largest tokens, and links to all of them", async () => {
    const { page, context } = await open("/platforms/securitize", { scripts: false });
    const { results } = await api("/tokens", {
      filter: {
        operator: "and",
        filters: [
          { field: "protocol_slug", operator: "equals", value: "securitize" },
          { field: "is_asset_level", operator: "equals", value: false },
        ],
      },
      sort: { field: "bridged_token_value_dollar", direction: "desc" },
      pagination: { page: 1, perPage: 100 },
      fields: ["bridged_token_value_dollar"],
    });
    const shown = table(page, "Table: Largest tokens").locator("tbody tr");
    expect(await shown.count()).toBe(10);
    expect(Number(await shown.first().locator("data").first().getAttribute("value"))).toBe(
      valueIn(results[0], "bridged_token_value_dollar"),
    );
    const all = page.getByRole("link", { name: `All ${results.length} tokens` });
    await page.goto(new URL((await all.getAttribute("href")) ?? "", site).href);
    expect(await page.locator("output").first().textContent()).toContain(`of ${results.length}`);
    await context.close();
  });

  it("the chosen theme is stored under `theme`", async () => {
    const { page, context } = await open("/networks");
    await page.getByRole("radio", { name: "Dark theme" }).press("Space");
    await expect.poll(() => page.evaluate(() => localStorage.getItem("theme"))).toBe("dark");
    await expect.poll(() => page.locator("html").getAttribute("data-theme")).toBe("dark");
    await context.close();
  });
});
