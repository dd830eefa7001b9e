/** Totals with or without stablecoins: one scope for all figures of a page, stored in its URL and for the session. */
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { callApi, valueIn } from "../support/callApi";
import { sharedChromium } from "../support/chromium";
import { type OpenOptions, openPage, untilFrameHydrated } from "../support/openPage";
import { cadastre } from "../support/product";

const site = inject("productUrl");
const metric = "bridged_token_value_dollar";
const onEthereum = { operator: "equals", field: "network_slug", value: "ethereum" };
const noStablecoin = { operator: "notEquals", field: "asset_class_slug", value: "stablecoins" };

describe.skipIf(inject("browserMissing") !== "")("the stablecoin scope", () => {
  let browser: Browser;
  let key: string;

  beforeAll(async () => {
    browser = await sharedChromium();
    const made = await cadastre(["keys", "create", "--name", "scope tests"], {
      DATA_DIR: inject("productDataDir"),
    });
    key = made.stdout.trim();
  });
  afterAll(() => browser?.close());

  const open = (path: string, options?: OpenOptions) => openPage(browser, site + path, options);
  const main = (page: Page) => page.getByRole("main");
  const toPlatforms = (page: Page) => page.locator("nav a[href^='/platforms']").first();
  const choose = (page: Page, name: string) =>
    page
      .getByRole("navigation", { name: "Stablecoins", exact: true })
      .getByRole("link", { name, exact: true })
      .click();

  /** Value on Ethereum by plain conditions of the data API. */
  async function valueOnEthereum(...conditions: readonly object[]): Promise<number> {
    const filter = { operator: "and", filters: [onEthereum, ...conditions] };
    const { results } = await callApi({ site, key }, "/tokens/aggregates", { filter, fields: [metric] });
    return valueIn(results[0], metric) ?? Number.NaN;
  }

  it.each([
    ["", "without", [noStablecoin]],
    ["?stablecoins=without", "without", [noStablecoin]],
    ["?stablecoins=with", "with", []],
  ])("one network has one value on every page at %s", async (search, words, conditions) => {
    const expected = await valueOnEthereum(...conditions);
    expect(expected).toBeGreaterThan(0);
    const plain = { scripts: false };
    const firstFigure = async (page: Page, selector: string) =>
      Number(await main(page).locator(selector).locator("data").first().getAttribute("value")) / expected;
    const heading = (page: Page) => page.locator("h1").textContent();
    const ethereum = "tbody tr:has(a[href^='/networks/ethereum'])";

    const overview = await open(`/${search}`, plain);
    expect(await heading(overview.page)).toBe(`Market Overview ${words} stablecoins`);
    const league = `section:has(h2:text-is("League table")) ${ethereum}`;
    expect(await firstFigure(overview.page, league)).toBeCloseTo(1, 12);
    await overview.context.close();

    const list = await open(`/networks${search}`, plain);
    expect(await heading(list.page)).toBe(`Networks ${words} stablecoins`);
    expect(await list.page.locator("#chart-heading").textContent()).toContain(
      `All networks ${words} stablecoins: Value by network`,
    );
    await list.page
      .getByRole("heading", { name: `All networks ${words} stablecoins`, exact: true })
      .waitFor();
    expect(await firstFigure(list.page, `#networks ${ethereum}`)).toBeCloseTo(1, 12);
    const href = (await list.page.getByRole("link", { name: "CSV" }).getAttribute("href")) ?? "";
    await list.context.close();

    const file = await fetch(site + href);
    expect(file.headers.get("content-disposition")).toContain(`networks-${words}-stablecoins`);
    const [titles = "", ...lines] = (await file.text()).split("\n");
    const column = titles.split(",").indexOf('"Bridged Token Value (Dollar)"');
    const line = lines.find((one) => one.startsWith('"Ethereum"')) ?? "";
    expect(Number(line.split(",")[column]) / expected).toBeCloseTo(1, 9);

    const profile = await open(`/networks/ethereum${search}`, plain);
    expect(await heading(profile.page)).toBe(`Ethereum ${words} stablecoins`);
    expect(await firstFigure(profile.page, '[aria-label="Key figures"]')).toBeCloseTo(1, 12);
    await profile.page.getByRole("heading", { name: `Assets on Ethereum ${words} stablecoins` }).waitFor();
    await profile.context.close();

    const view = `/networks/ethereum?group=none&table=1&embed=1${search.replace("?", "&")}`;
    const embed = await open(view, plain);
    expect(await heading(embed.page)).toContain(`Ethereum ${words} stablecoins: Value`);
    const cell = embed.page.locator("#chart-table tbody tr").first().locator("td").first();
    expect(Number((await cell.textContent())?.replace(/[^\d.]/g, ""))).toBeCloseTo(expected, 0);
    await embed.context.close();
  });

  it("rejects a file of an unknown scope with the name of the parameter", async () => {
    const answer = await fetch(`${site}/export/networks.csv?stablecoins=some`);
    expect(answer.status).toBe(400);
    expect(await answer.text()).toContain("stablecoins: must be one of without, with");
  });

  it("carries over to other pages of the session, by links and by URLs without a scope", async () => {
    const { page, context } = await open("/networks");
    await untilFrameHydrated(page);
    await choose(page, "With stablecoins");
    await page.waitForURL(/stablecoins=with$/);
    await toPlatforms(page).click();
    await page.waitForURL((url) => url.pathname === "/platforms" && url.search === "?stablecoins=with");
    await page.getByRole("heading", { level: 1, name: "Platforms with stablecoins" }).waitFor();
    await page.goto(`${site}/networks/ethereum?range=1y`);
    expect(new URL(page.url()).search).toBe("?range=1y&stablecoins=with");
    // A URL with its own scope, a page without one, and an embed view stay unchanged.
    for (const path of ["/networks?stablecoins=without", "/treasuries", "/networks?embed=1"]) {
      await page.goto(site + path);
      expect(page.url()).toBe(site + path);
    }
    await page.goto(`${site}/networks?stablecoins=without`);
    await untilFrameHydrated(page);
    await toPlatforms(page).click();
    await page.getByRole("heading", { level: 1, name: "Platforms without stablecoins" }).waitFor();
    await context.close();
  });

  it("lists compared assets that it excludes, and shows them on request", async () => {
    const { page, context } = await open("/?group=asset&mode=lines&compare=usdc,ousg", { scripts: false });
    const note = page.getByRole("note").filter({ hasText: "Not shown without stablecoins: USD Coin." });
    await note.waitFor();
    await note.getByRole("link", { name: "Show with stablecoins" }).click();
    await page.waitForURL(/stablecoins=with/);
    expect(await page.getByText("Not shown without stablecoins").count()).toBe(0);
    const legend = page.getByRole("figure").first().getByRole("list", { name: "Legend" });
    expect(await legend.textContent()).toContain("USD Coin");
    await context.close();
  });

  it("links from an entity that has only stablecoins to its figures", async () => {
    const { page, context } = await open("/issuers/stasis-malta", { scripts: false });
    await page.getByRole("link", { name: "Show with stablecoins" }).click();
    await page.waitForURL(/stablecoins=with/);
    await main(page).locator("dl data").first().waitFor();
    await context.close();
  });
});
