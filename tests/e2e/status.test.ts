/** The status page with checks broken by an import, the marks beside the figures concerned, and their resolution. */
import { writeFileSync } from "node:fs";
import path from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { DAY_MS, isoDay } from "#domain/days";
import { sharedChromium } from "../support/chromium";
import { expectFit, setTheme } from "../support/expectFit";
import { type OpenOptions, openPage } from "../support/openPage";
import { type Product, startProduct } from "../support/product";
import { saveScreenshot } from "../support/saveScreenshot";

const LAST = Date.now() - DAY_MS;
const DAYS = 40;
/** The day that many days before yesterday. */
const ago = (days: number) => isoDay(LAST - days * DAY_MS);

const everyDay = (entity: string, metric: string, figureOf: (daysAgo: number) => number | null): string[] =>
  Array.from({ length: DAYS }, (_, daysAgo) => {
    const value = figureOf(daysAgo);
    return value === null ? [] : [`${entity},${metric},${ago(daysAgo)},${value}`];
  }).flat();

const broken = [
  ...everyDay("ousg-ethereum", "total_supply_token", (days) => 1_000_000 - days),
  // Changes by a factor of 20, and then ends.
  ...everyDay("ousg", "net_asset_value_dollar", (days) =>
    days < 5 ? null : days < 7 ? 2300 : 115 - days / 100,
  ),
  ...everyDay("ousg-ethereum", "daily_transfer_count", (days) => (days > 10 && days < 22 ? null : 50 + days)),
  ...everyDay("ousg-ethereum", "daily_mints_token", (days) => (days < 2 ? 1_234_567.89 : 100 + days)),
  ...everyDay("ousg-ethereum", "top_10_holders_share_percent", () => 40),
  ...everyDay("token:105015", "price_dollar", () => 1.0203),
];
/** What a second source reports. */
const contradicting = everyDay("ousg-ethereum", "top_5_holders_share_percent", (days) =>
  days < 3 ? 55 : 35,
);

const filtered = (...conditions: readonly unknown[][]) =>
  `/status?filters=${encodeURIComponent(JSON.stringify(conditions))}`;

describe.skipIf(inject("browserMissing") !== "")("the status page", () => {
  let product: Product;
  let browser: Browser;
  beforeAll(async () => {
    [product, browser] = await Promise.all([startProduct({ env: { SAMPLE_DATA: "off" } }), sharedChromium()]);
  });
  afterAll(async () => {
    await browser?.close();
    await product?.remove();
  });

  async function importRows(name: string, rows: readonly string[], ...more: string[]) {
    const file = path.join(product.dataDir, name);
    writeFileSync(file, `entity,metric,date,value\n${rows.join("\n")}\n`);
    const { code, stderr } = await product.cadastre("import", file, ...more);
    expect(`${code} ${stderr}`).toMatch(/^0/);
  }
  const open = (address: string, options: OpenOptions = { isStatic: true }) =>
    openPage(browser, product.url + address, options);
  const rowsOf = (page: Page) =>
    page.getByRole("region", { name: "Checks", exact: true }).locator("tbody tr");

  it("says that nothing was found while there are no figures", async () => {
    const { page, context, complaints } = await open("/status");
    expect(await page.getByText("Every figure passes every check.").count()).toBe(1);
    expect(await page.getByText("No checks yet").count()).toBe(1);
    expect(complaints).toEqual([]);
    await expectFit(page);
    await context.close();
  });

  it("shows what each check found, with what to do, and fits every width in both themes", async () => {
    await importRows("broken.csv", broken);
    await importRows("other.csv", contradicting, "--source", "other");
    const { page, context, complaints } = await open("/status");
    const found = await rowsOf(page).allTextContents();
    for (const [check, finding, action] of [
      ["Exceeds whole", /Top 5 holders of .*: 55%, more than Top 10 holders, 40%/, "(SOURCE_PRECEDENCE)"],
      ["Implausible change", /NAV of .*: \$2,300\.00 after/, "Look for a change of units"],
      ["Gap", /Daily transfers of .*: no figures on 11 days in a row/, "Import the missing days."],
      ["Stale price", /NAV of .*: last reported 5 days before the latest day/, "import the latest prices"],
      [
        "Frozen price",
        /Price of .*: \$1\.0203, unchanged for 21 days or more/,
        "Compare the price with its venue.",
      ],
      [
        "Repeated flow",
        /Daily mints \(units\) of .*: 1,234,567\.89, the same as on the day before/,
        "Compare both days with the source",
      ],
    ] as const) {
      const ofCheck = found.filter((text) => finding.test(text) && text.includes(check));
      expect(ofCheck, check).toHaveLength(1);
      expect(ofCheck[0]).toContain(action);
    }
    expect(found.every((text) => text.includes("Open"))).toBe(true);
    const grouped = page.getByRole("table", { name: "Open results by check and metric" }).locator("tbody tr");
    expect(await grouped.count()).toBe(6);
    expect(await grouped.first().textContent()).toMatch(/Exceeds whole: Top 5 holders.*Error/);
    expect(
      await page.getByRole("region", { name: "By source" }).or(page.getByText("Imported files")).count(),
    ).toBeGreaterThan(0);
    await saveScreenshot(page, "status");
    await expectFit(page);
    await setTheme(page, "dark");
    await page.setViewportSize({ width: 320, height: 900 });
    await saveScreenshot(page, "status-phone-dark");
    // All counts are in view, and no date is broken over two lines.
    for (const tile of await page.getByRole("region", { name: "Open results" }).locator("> *").all()) {
      const box = await tile.boundingBox();
      expect((box?.x ?? 0) + (box?.width ?? 999)).toBeLessThanOrEqual(320);
    }
    const dates = rowsOf(page).getByText(/^\d{4}-\d\d-\d\d$/);
    expect(await dates.count()).toBeGreaterThan(6);
    for (const date of await dates.all()) {
      expect(await date.evaluate((element) => element.getClientRects().length)).toBe(1);
    }
    expect(complaints).toEqual([]);
    await context.close();
  });

  it("filters results by check, severity and state, by keyboard too, in the URL", async () => {
    const errors = await open(filtered(["severity", "in", ["error"]]));
    expect(await rowsOf(errors.page).count()).toBe(1);
    await errors.context.close();
    const { page, context } = await open("/status", {});
    const group = page.getByRole("link", { name: "Gap: Daily transfers" });
    await group.focus();
    await page.keyboard.press("Enter");
    await page.waitForURL(/check_slug/);
    await expect.poll(() => rowsOf(page).count()).toBe(1);
    expect(await rowsOf(page).textContent()).toContain("no figures on 11 days in a row");
    const resolved = page.getByRole("link", { name: "State: Resolved" });
    await resolved.focus();
    await page.keyboard.press("Enter");
    await page.getByText("No matches").waitFor();
    await page.getByRole("link", { name: "Clear search and filters" }).click();
    await expect.poll(() => rowsOf(page).count()).toBe(6);
    await context.close();
  });

  it("is linked from the figures that break a check: in a profile, its tiles and a table", async () => {
    const asset = await open("/assets/ousg");
    const notice = asset.page.getByRole("region", { name: "Open results of checks" });
    expect(await notice.textContent()).toMatch(/open results.*Exceeds whole.*Error since/s);
    const tile = asset.page
      .locator("main dl")
      .getByRole("link", { name: /Warning: (Stale price|Implausible change), since/ });
    const href = await tile.first().getAttribute("href");
    await saveScreenshot(asset.page, "status-asset");
    await asset.context.close();
    const result = await open(href ?? "");
    expect(await rowsOf(result.page).count()).toBe(1);
    expect(await rowsOf(result.page).textContent()).toMatch(/NAV of /);
    await result.context.close();
    const platform = await open("/platforms/ondo");
    expect(platform.status).toBe(200);
    expect(
      await platform.page.getByRole("region", { name: "Open results of checks" }).textContent(),
    ).toContain("Implausible change");
    await platform.context.close();
    const network = await open("/networks/ethereum");
    expect(
      await network.page.getByRole("region", { name: "Open results of checks" }).textContent(),
    ).toContain("Frozen price");
    await network.context.close();
    const list = await open("/treasuries?columns=name,net_asset_value_dollar,price_dollar");
    const row = list.page.getByRole("row", { name: /BlackRock/ });
    await row
      .getByRole("link", { name: /Frozen price/ })
      .first()
      .waitFor();
    await expectFit(list.page);
    await list.context.close();
  });

  it("is linked from marks on charts, in their table, embeds and pictures", async () => {
    const { page, context } = await open("/assets/ousg?metric=net_asset_value_dollar&table=1", {});
    const chart = page.locator("#chart");
    await chart.getByRole("list", { name: "Events" }).getByText("Failed checks").waitFor();
    const cell = chart.locator(".chart-table-events", {
      hasText: "Implausible change. NAV: $2,300.00 after",
    });
    expect(await cell.textContent()).toMatch(/Failed check, Ondo.*Warning since/);
    expect(await cell.getByRole("link").getAttribute("href")).toMatch(/^\/status\?filters=.*#results$/);
    expect(await chart.locator(".chart-paint desc").textContent()).toContain("Marked: 2 failed checks.");
    await page.setViewportSize({ width: 1280, height: 900 });
    await expectFit(page);
    await context.close();
    const embed = await open("/assets/ousg?metric=net_asset_value_dollar&embed=1");
    expect(await embed.page.getByText("Failed checks", { exact: true }).count()).toBe(1);
    await embed.context.close();
    const hidden = await open("/assets/ousg?metric=net_asset_value_dollar&events=none");
    expect(await hidden.page.getByText("Failed checks").count()).toBe(0);
    await hidden.context.close();
  });

  it("keeps a result as history once the figures pass", async () => {
    await importRows(
      "corrected.csv",
      everyDay("ousg-ethereum", "top_5_holders_share_percent", () => 35),
      "--source",
      "other",
    );
    const { page, context } = await open(filtered(["state", "in", ["resolved"]]));
    expect(await rowsOf(page).allTextContents()).toEqual([
      expect.stringMatching(/Top 5 holders of .*Resolved.*UTC.*UTC/s),
    ]);
    await context.close();
    const asset = await open("/assets/ousg");
    expect(
      await asset.page.getByRole("region", { name: "Open results of checks" }).textContent(),
    ).not.toContain("Exceeds");
    await asset.context.close();
    const verified = await product.cadastre("verify", "ousg");
    expect(verified).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/figures computed again, all as served/),
    });
    expect(await product.cadastre("verify", "nothing")).toMatchObject({ code: 1 });
  });
});
