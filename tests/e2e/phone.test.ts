/** Pages on small screens, and on paper: nothing is cut off, nothing scrolls but the page. */
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { launchChromium } from "../support/chromium";
import { openPage } from "../support/openPage";
import { expectWhole, fieldsThatScroll, overflow } from "../support/screenProblems";
import { withoutSignInModal } from "../support/withoutSignInModal";

const site = inject("productUrl");
/** Pages of each make. With scripts, `publicPages` holds all of them to the same. */
const paths = [
  "/",
  "/assets",
  "/treasuries?table=1",
  "/assets/ousg?explain=bridged_token_value_dollar",
  // The name of its website is wider than a phone leaves room for.
  "/managers/franklin-templeton",
  "/login",
];

describe.skipIf(inject("browserMissing") !== "")("small screens", () => {
  let browser: Browser;

  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterAll(() => browser?.close());

  const open = async (path: string, width: number) => {
    const opened = await openPage(browser, site + path, { width, scripts: false });
    await withoutSignInModal(opened.context);
    return opened;
  };

  it.each(paths)(
    "%s is whole at every width without scripts, with targets for a finger and figures in view",
    async (path) => {
      const { page, context } = await open(path, 320);
      await expectWhole(page);
      await context.close();
    },
  );

  it("shows all columns that a reader chose, without a scroll bar", async () => {
    const names = [
      ...["symbol", "address", "decimals", "standard", "is_bridged", "deployed_date", "asset_ticker"],
      ...["network_name", "asset_class_name", "protocol_name", "issuer_name", "manager_name"],
      ...["bridged_token_value_dollar", "holding_addresses_count", "trailing_30_day_transfer_volume_dollar"],
    ];
    const { page, context } = await open(`/tokens?columns=${names.join(",")}`, 1280);
    expect(await page.evaluate(overflow)).toBe(0);
    expect(await page.evaluate(fieldsThatScroll)).toEqual([]);
    expect(await page.getByRole("region", { name: "Tokens" }).locator("thead th").count()).toBeGreaterThan(
      12,
    );
    await context.close();
  });

  it.each([320, 390])("hold all of the words about a figure, %s pixels wide", async (width) => {
    const { page, context } = await openPage(browser, `${site}/treasuries`, { width });
    await page.getByRole("button", { name: "About Value" }).click();
    const words = page.getByRole("dialog", { name: "Value" });
    await words.waitFor();
    expect(await words.textContent()).toContain("Bridged Token Value (Dollar)");
    expect(await page.evaluate(overflow)).toBe(0);
    await words.getByRole("link", { name: "Explain this figure" }).click();
    await page.waitForURL(/explain=bridged_token_value_dollar#provenance$/);
    await words.waitFor({ state: "detached" });
    await page.locator("#provenance").getByText("Latest observations").waitFor();
    await context.close();
  });

  it("align the figures of tiles in one row", async () => {
    for (const width of [320, 390, 768, 1280]) {
      const { page, context } = await open("/treasuries", width);
      const figures = await page
        .getByRole("region", { name: "Key figures" })
        .locator("dd")
        .evaluateAll((all) =>
          all.map((figure) => {
            const tile = figure.closest("dl")?.parentElement?.getBoundingClientRect();
            return { row: Math.round(tile?.top ?? 0), top: Math.round(figure.getBoundingClientRect().top) };
          }),
        );
      for (const { row, top } of figures) {
        expect(figures.filter((other) => other.row === row).map((other) => other.top)).toEqual(
          figures.filter((other) => other.row === row).map(() => top),
        );
      }
      await context.close();
    }
  });

  it.each([320, 390])(
    "%i px wide: keep the range above a chart, and fold what else it offers",
    async (width) => {
      const { page, context } = await openPage(browser, `${site}/treasuries`, { width });
      const controls = page.locator(".chart-controls").first();
      const options = controls.getByRole("button", { name: "Options" });
      const further = controls.locator(".link-picker summary, a[aria-label='By month']");
      const seen = () => further.evaluateAll((all) => all.map((one) => one.checkVisibility()));
      expect(await options.getAttribute("aria-expanded")).toBe("false");
      expect(await seen()).not.toContain(true);
      expect(await controls.getByRole("link", { name: "1 year" }).isVisible()).toBe(true);
      // Range and the button that unfolds the rest: two rows at most.
      expect((await controls.boundingBox())?.height).toBeLessThan(90);
      await options.click();
      await expect.poll(() => options.getAttribute("aria-expanded")).toBe("true");
      await expect.poll(seen).not.toContain(false);
      await controls.getByRole("link", { name: "By month" }).click();
      await page.waitForURL(/interval=month/);
      await expect.poll(seen).not.toContain(false);
      await context.close();
    },
  );

  it("offer everything above a chart without scripts, and on wide screens without a button", async () => {
    for (const [width, scripts] of [
      [390, false],
      [1280, true],
    ] as const) {
      const { page, context } = await openPage(browser, `${site}/treasuries`, { width, scripts });
      const controls = page.locator(".chart-controls").first();
      expect(await controls.getByRole("link", { name: "By month" }).isVisible()).toBe(true);
      expect(await controls.getByRole("button", { name: "Options" }).count()).toBe(0);
      await context.close();
    }
  });

  it.each(["light", "dark"] as const)(
    "print every row in light, without controls, from %s",
    async (theme) => {
      const { page, context } = await openPage(browser, `${site}/stocks`, { theme, width: 720 });
      await page.emulateMedia({ media: "print" });
      const ink = await page.evaluate(() => getComputedStyle(document.body).color);
      expect(ink).toBe("rgb(15, 20, 28)");
      const section = page.getByRole("region", { name: "Assets", exact: true });
      const cut = await section.evaluate((element) => element.scrollHeight - element.clientHeight);
      expect(cut).toBe(0);
      const rows = section.locator("tbody:not(.sums) tr");
      expect(await rows.count()).toBe(25);
      expect(await rows.last().isVisible()).toBe(true);
      for (const control of await page
        .locator("button:not(.chart-legend button), input:not([type=hidden]), nav")
        .all()) {
        expect(await control.isVisible()).toBe(false);
      }
      await context.close();
    },
  );

  it("print a chart that scripts have painted over, its colours, and tables that do not run into what follows", async () => {
    const { page, context } = await openPage(browser, `${site}/stocks`, { theme: "dark", width: 1280 });
    const frame = page.locator(".chart-frame").first();
    await frame.hover();
    await expect.poll(() => frame.getAttribute("data-live")).toBe("true");
    await page.emulateMedia({ media: "print" });
    expect(await frame.locator(".chart-paint").isVisible()).toBe(true);
    expect(await frame.locator(".chart-live").isVisible()).toBe(false);
    const swatch = page.locator(".chart-legend .chart-swatch").first();
    expect(await swatch.evaluate((one) => getComputedStyle(one).printColorAdjust)).toBe("exact");
    // Browsers do not count the heads that a table repeats on further sheets where a grid holds the table.
    const held = await page.locator("main table").evaluateAll((tables) =>
      tables.flatMap((table) => {
        const above: string[] = [];
        for (let box = table.parentElement; box !== null && box.tagName !== "MAIN"; box = box.parentElement) {
          if (!/^(block|inline|contents)/.test(getComputedStyle(box).display)) above.push(box.className);
        }
        return above;
      }),
    );
    expect(held).toEqual([]);
    await context.close();
  });

  it("print a chart that a link led to, as wide as the sheet, and nothing that can only be clicked", async () => {
    const { page, context } = await openPage(browser, `${site}/treasuries`, { theme: "dark", width: 1280 });
    await page.getByRole("complementary").getByRole("link", { name: "Stocks" }).click();
    await page.getByRole("heading", { level: 1, name: "Stocks" }).waitFor();
    const drawing = page.locator("#chart .chart-live svg").first();
    // Without it, the drawing would be cut off at the edge of the sheet.
    await page.waitForFunction((svg) => svg?.hasAttribute("viewBox"), await drawing.elementHandle());
    await page.emulateMedia({ media: "print" });
    expect(await drawing.isVisible()).toBe(true);
    expect((await drawing.boundingBox())?.width).toBe(
      (await page.locator("#chart .chart-frame").boundingBox())?.width,
    );
    for (const control of await page.locator("main :is(a[download], summary)").all()) {
      expect(await control.isVisible()).toBe(false);
    }
    await context.close();
  });

  it("tell two tokens of one name on one network apart", async () => {
    const twins = new URLSearchParams({
      filters: JSON.stringify([
        ["asset_slug", "equals", "usdt"],
        ["network_slug", "equals", "ethereum"],
      ]),
    });
    const { page, context } = await open(`/tokens?${twins}`, 320);
    const names = await page
      .getByRole("region", { name: "Tokens" })
      .locator("tbody:not(.sums) th")
      .evaluateAll((all) => all.map((name) => name.textContent ?? ""));
    expect(names).toHaveLength(2);
    expect(names.filter((name) => name.includes("Bridged"))).toHaveLength(1);
    expect(names.filter((name) => name.includes("0xdAC17F…831ec7"))).toHaveLength(1);
    await context.close();
  });
});
