/** Holders of tokens on pages and in the data API, from real nodes, for each choice of who may read them. */
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import type { HoldersAudience } from "#domain/vocabulary";
import { sharedChromium } from "../support/chromium";
import { EVM_NODE_MISSING, evmNodeBinary } from "../support/evmNode";
import { expectFit, setTheme } from "../support/expectFit";
import {
  closedBalances,
  type LedgerProduct,
  ledgerNetworks,
  openLedgerProduct,
} from "../support/ledgerProduct";
import { type OpenOptions, openPage } from "../support/openPage";
import type { Product } from "../support/product";
import { saveScreenshot } from "../support/saveScreenshot";

const nodeMissing = (await evmNodeBinary()) === null ? EVM_NODE_MISSING : "";
const ASSET = "/assets/local-fund";
const UNIT = 10n ** 18n;
const exact = (units: bigint) =>
  `${(units / UNIT).toLocaleString("en-US")}.${String(units % UNIT).padStart(18, "0")} LF`;

describe.skipIf(inject("browserMissing") !== "" || nodeMissing !== "")("holders of tokens", () => {
  let ledger: LedgerProduct;
  let product: Product;
  let browser: Browser;
  let key = "";
  beforeAll(async () => {
    [ledger, browser] = await Promise.all([openLedgerProduct(), sharedChromium()]);
    await startFor("public");
    expect((await product.cadastre("chain", "sync")).code).toBe(0);
    key =
      (await product.cadastre("keys", "create", "--name", "holders")).stdout.match(/cad_[\w-]+/)?.[0] ?? "";
  });
  afterAll(async () => {
    await browser?.close();
    await product?.stop("SIGKILL");
    await ledger?.close();
  });

  async function startFor(audience: HoldersAudience) {
    await product?.stop();
    product = await ledger.start({ HOLDERS_VISIBLE: audience });
  }
  const open = (address: string, options: OpenOptions = { isStatic: true }) =>
    openPage(browser, product.url + address, options);
  const tableOf = (page: Page) => page.getByRole("table", { name: "Largest holders of Local Fund" });
  const rowsOf = (page: Page) => tableOf(page).locator("tbody tr");
  const askApi = (path: string) =>
    fetch(`${product.url}/api/v4${path}`, { headers: { authorization: `Bearer ${key}` } });

  it("are shown with exact balances, by network, and fit every width in both themes", async () => {
    const { page, context, complaints } = await open(ASSET);
    const expected = ledgerNetworks
      .flatMap((network) => closedBalances(ledger.transfersOn(network)).slice(0, 20))
      .toSorted(([, one], [, other]) => (one > other ? -1 : 1));
    const titles = await tableOf(page)
      .locator("[title$=' LF']")
      .evaluateAll((all) => all.map((cell) => cell.getAttribute("title")));
    expect(titles).toEqual(expected.slice(0, 10).map(([, units]) => exact(units)));
    const [[largest = ""] = []] = expected;
    const first = rowsOf(page).first();
    expect(await first.locator("code").getAttribute("title")).toBe(largest);
    expect(await first.getByRole("link", { name: /Look up address/ }).getAttribute("href")).toMatch(
      new RegExp(`^https://(local|other).explorer.example/address/${largest}$`),
    );
    await saveScreenshot(page, "holders");
    await expectFit(page);
    await setTheme(page, "dark");
    await page.setViewportSize({ width: 320, height: 900 });
    await saveScreenshot(page, "holders-phone-dark");
    expect(complaints).toEqual([]);
    await context.close();
  });

  it("can be limited to a network by keyboard, and shown in full", async () => {
    const { page, context } = await open(ASSET, {});
    const balances = closedBalances(ledger.transfersOn("other"));
    await page.getByRole("radio", { name: "All" }).focus();
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowRight");
    await expect
      .poll(() => rowsOf(page).first().locator("[title$=' LF']").getAttribute("title"))
      .toBe(exact(balances[0]?.[1] ?? 0n));
    expect(await page.getByText(`All ${balances.length} holders`).count()).toBe(1);
    await context.close();
  });

  it("are rows of the data API, in order, with cursors and as files", async () => {
    const query = encodeURIComponent(
      JSON.stringify({
        filter: { operator: "equals", field: "network_slug", value: "local" },
        pagination: { page: 1, perPage: 5 },
      }),
    );
    const balances = closedBalances(ledger.transfersOn("local"));
    const found = await (await askApi(`/holders?query=${query}`)).json();
    expect(found.pagination).toMatchObject({ resultCount: balances.length, next: expect.any(String) });
    expect(found.results.map(({ address }: { address: string }) => address)).toEqual(
      balances.slice(0, 5).map(([address]) => address),
    );
    const csv = await (await askApi(`/holders?query=${query}&format=csv`)).text();
    expect(csv.split("\n")[0]).toContain("balance_exact");
    const one = await (await askApi(`/holders/${found.results[0].id}`)).json();
    expect(one).toEqual(found.results[0]);
  });

  it("have pages with their tokens and balances over time", async () => {
    const balances = new Map(closedBalances(ledger.transfersOn("local")));
    const [[largest = "", units = 0n] = []] = [...balances];
    // Both networks have the same addresses.
    const { page, context, complaints } = await open(
      `/addresses/local/${largest.toUpperCase().replace("0X", "0x")}`,
    );
    expect(new URL(page.url()).pathname).toBe(`/addresses/local/${largest}`);
    const rows = page.getByRole("table", { name: "Tokens of this address" }).locator("tbody tr");
    expect(await rows.count()).toBe(1);
    expect(await rows.locator("[title$=' LF']").getAttribute("title")).toBe(exact(units));
    expect(await page.getByText("Balance by token").count()).toBeGreaterThan(0);
    const transfers = page.getByRole("link", { name: "Transfers from and to this address" });
    expect(await transfers.getAttribute("href")).toContain(largest);
    await saveScreenshot(page, "address");
    await expectFit(page);
    await setTheme(page, "dark");
    await page.setViewportSize({ width: 320, height: 900 });
    await saveScreenshot(page, "address-phone-dark");
    expect(complaints).toEqual([]);
    await context.close();
  });

  it("are none of addresses without transfers, and wrong addresses are named", async () => {
    const empty = await open(`/addresses/local/0x${"1".repeat(40)}`);
    expect(empty.status).toBe(200);
    expect(await empty.page.getByText("No transfers from or to it of tokens on Local").count()).toBe(1);
    await empty.context.close();
    for (const [path, reason] of [
      ["/addresses/local/0x12", "must be 0x and 40 hexadecimal digits, as every address on Local"],
      ["/addresses/nowhere/0x12", "There is no network"],
    ] as const) {
      const { page, context, status } = await open(path);
      expect(status).toBe(404);
      expect(await page.getByText(reason).count()).toBe(1);
      await context.close();
    }
  });

  it("come from blocks that explanations name, with the transfers themselves", async () => {
    const explained = await (
      await askApi("/explain?metric=holding_addresses_count&entity_type=token&entity_id=1000001")
    ).json();
    const [origin] = explained.ledger;
    const ofDay = ledger
      .transfersOn("local")
      .filter(({ time }) => new Date(time * 1_000).toISOString().slice(0, 10) === origin.date);
    expect(ofDay.length).toBeGreaterThan(0);
    const blocks = ofDay.map(({ block }) => block);
    expect(origin).toMatchObject({
      token_id: 1_000_001,
      transfers: ofDay.length,
      first_block: Math.min(...blocks),
      last_block: Math.max(...blocks),
      network: { slug: "local", name: "Local" },
    });
    expect(origin.token_address.toLowerCase()).toBe(ledger.tokenOn("local"));
    const day = (days: number) =>
      new Date(Date.parse(origin.date) + days * 86_400_000).toISOString().slice(0, 10);
    const query = JSON.stringify({
      filter: {
        operator: "and",
        filters: [
          { operator: "equals", field: "token_id", value: 1_000_001 },
          { operator: "onOrAfter", field: "timestamp", value: day(0) },
          { operator: "before", field: "timestamp", value: day(1) },
        ],
      },
    });
    const listed = await (await askApi(`/transactions?query=${encodeURIComponent(query)}`)).json();
    expect(listed.pagination.resultCount).toBe(ofDay.length);
    const [first, last] = [origin.readings[0], origin.readings.at(-1)];
    expect(first.from_block).toBeLessThanOrEqual(origin.first_block);
    expect(last.to_block).toBeGreaterThanOrEqual(origin.last_block);
    expect(first).toMatchObject({
      digest: expect.stringMatching(/^[0-9a-f]{64}$/),
      endpoint: expect.stringMatching(/^(127\.0\.0\.1|localhost):\d+$/),
    });
    const { page, context, complaints } = await open(ASSET, {});
    await page.getByRole("link", { name: /^Explain Holders/ }).click();
    const part = page.getByRole("heading", { name: "Blocks and transfers" }).locator("..");
    const link = part.getByRole("link", { name: /^\d+ transfers?$/ });
    await link.first().waitFor();
    expect(await link.count()).toBe(2);
    expect(
      await part
        .getByRole("link", { name: /Block \d+ in Explorer/ })
        .first()
        .getAttribute("href"),
    ).toMatch(/^https:\/\/(local|other)\.explorer\.example\/block\/\d+$/);
    await saveScreenshot(page, "ledger-origins");
    await link.first().click();
    await page.waitForURL(/transactions\?.*token_id/);
    await page.getByRole("heading", { level: 1, name: "Transactions" }).waitFor();
    const rows = page.locator("main tbody tr");
    await rows.first().waitFor();
    expect(await rows.first().textContent()).toContain("Local Fund");
    expect(complaints).toEqual([]);
    await context.close();
  });

  it("are for users with an account where the operator says so", async () => {
    await startFor("members");
    const { page, context, complaints } = await open(ASSET);
    expect(await page.getByText("to see which addresses hold the most").count()).toBe(1);
    expect(await tableOf(page).count()).toBe(0);
    const link = page.getByRole("region", { name: "Largest holders" }).getByRole("link", { name: "Sign in" });
    expect(await link.getAttribute("href")).toContain("callbackUrl=%2Fassets%2Flocal-fund");
    await expectFit(page);
    expect(complaints).toEqual([]);
    await context.close();
    expect((await fetch(`${product.url}/holders`, { redirect: "manual" })).status).toBe(302);
    const address = await open(`/addresses/local/0x${"1".repeat(40)}`);
    expect(await address.page.getByText("to see what this address holds").count()).toBe(1);
    await address.context.close();
    expect((await askApi("/holders")).status).toBe(200);
    expect((await fetch(`${product.url}/api/v4/holders`)).status).toBe(401);
  });

  it("are nowhere if the operator shows none", async () => {
    const [[largest = ""] = []] = closedBalances(ledger.transfersOn("local"));
    await startFor("off");
    const { page, context } = await open(ASSET);
    expect(await page.getByText("This site does not show the holders of tokens.").count()).toBe(1);
    expect(await page.content()).not.toContain(largest);
    await context.close();
    const address = await open(`/addresses/local/${largest}`);
    expect(await address.page.getByText("This site does not show the holders of tokens.").count()).toBe(1);
    await address.context.close();
    const refused = await askApi("/holders");
    expect(refused.status).toBe(403);
    expect(await refused.text()).toContain("does not show the holders");
    expect((await product.cadastre("chain", "sync")).code).toBe(0);
    await startFor("public");
    expect((await (await askApi("/holders")).json()).results).toEqual([]);
    expect((await product.cadastre("chain", "sync")).code).toBe(0);
    expect((await (await askApi("/holders")).json()).results[0].balance_exact).toMatch(/\.\d{18}$/);
  });
});
