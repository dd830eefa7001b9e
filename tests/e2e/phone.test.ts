/** Pages on small screens, and on paper: nothing is cut off, and only the page scrolls. */
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { sharedChromium } from "../support/chromium";
import { openPage } from "../support/openPage";
import { expectNoOverflow, fieldsThatScroll, layOutPage, overflow } from "../support/screenProblems";
import { withoutSignInModal } from "../support/withoutSignInModal";

const site = inject("productUrl");
/** One page of each kind. With scripts, `publicPages` checks all of them in the same way. */
const paths = [
  "/",
  "/assets",
  "/treasuries?table=1",
  "/assets/ousg?explain=bridged_token_value_dollar",
  // The name of its website is wider than a phone.
  "/managers/franklin-templeton",
  "/login",
];

describe.skipIf(inject("browserMissing") !== "")("small screens", () => {
  let browser: Browser;

  beforeAll(async () => {
    browser = await sharedChromium();
  });
  afterAll(() => browser?.close());

  const open = async (path: string, width: number) => {
    const opened = await openPage(browser, site + path, { width, scripts: false });
    await withoutSignInModal(opened.page);
    return opened;
  };

  it.each(paths)(
    "%s fits every width without scripts, with targets for a finger and figures in view",
    async (path) => {
      const { page, context } = await open(path, 320);
      await expectNoOverflow(page);
      await context.close();
    },
  );

  it("show all columns chosen by a visitor, without a scroll bar", async () => {
    const names = [
      ...["symbol", "address", "decimals", "standard", "is_bridged", "deployed_date", "asset_ticker"],
      ...["network_name", "asset_class_name", "protocol_name", "issuer_name", "manager_name"],
      ...["bridged_token_value_dollar", "holding_addresses_count", "trailing_30_day_transfer_volume_dollar"],
    ];
    const { page, context } = await open(`/tokens?columns=${names.join(",")}`, 1280);
    expect(await overflow(page)).toBe(0);
    expect(await page.evaluate(fieldsThatScroll)).toEqual([]);
    expect(await page.getByRole("region", { name: "Tokens" }).locator("thead th").count()).toBeGreaterThan(
      12,
    );
    await context.close();
  });

  it.each([320, 390])("show all text about a figure, %s pixels wide", async (width) => {
    const { page, context } = await openPage(browser, `${site}/treasuries`, { width });
    await page.getByRole("button", { name: "About Value" }).click();
    const words = page.getByRole("dialog", { name: "Value" });
    await words.waitFor();
    expect(await words.textContent()).toContain("Bridged Token Value (Dollar)");
    expect(await overflow(page)).toBe(0);
    await words.getByRole("link", { name: "Explain this figure" }).click();
    await page.waitForURL(/explain=bridged_token_value_dollar#provenance$/);
    await words.waitFor({ state: "detached" });
    await page.locator("#provenance").getByText("Latest observations").waitFor();
    await context.close();
  });

  it("show the value of a token on a network next to the network", async () => {
    const { page, context } = await open("/assets/ousg", 390);
    const row = page.getByRole("region", { name: "Table: Tokens of" }).locator("tbody tr").first();
    const beside = await row.evaluate((tr) => {
      const name = tr.querySelector("th")?.getBoundingClientRect();
      return [...tr.querySelectorAll("td.figure")]
        .filter((cell) => {
          const { top, bottom } = cell.getBoundingClientRect();
          return name !== undefined && top < name.bottom && bottom > name.top;
        })
        .map((cell) => cell.getAttribute("data-label"));
    });
    expect(beside).toEqual(["Value"]);
    await context.close();
  });

  it("keep the digits of an amount together, and the copy button of a hash within its row", async () => {
    const { page, context } = await openPage(browser, `${site}/assets/buidl`, { width: 320 });
    await layOutPage(page);
    const rows = await page
      .getByRole("region", { name: "Table: Newest transactions of" })
      .locator("tbody tr")
      .evaluateAll((all) =>
        all.map((row) => {
          const amount = document.createRange();
          amount.selectNode(row.querySelector(".main")?.firstChild ?? row);
          const copy = row.querySelector("button")?.getBoundingClientRect().right ?? Number.NaN;
          return [amount.getClientRects().length, copy < row.getBoundingClientRect().right - 16];
        }),
      );
    expect(rows.length).toBeGreaterThan(3);
    expect(rows).toEqual(rows.map(() => [1, true]));
    await context.close();
  });

  it.each([
    ["/treasuries", "Table: US Treasuries: networks"],
    ["/assets/usdc", "Table: Tokens of"],
  ])("centre figures on the names on %s", async (path, table) => {
    const { page, context } = await open(path, 390);
    await layOutPage(page);
    const apart = await page
      .getByRole("region", { name: table })
      .locator("tbody tr:nth-child(-n + 4)")
      .evaluateAll((rows) => {
        const middle = (cell: Element | null) => {
          const words = document.createRange();
          words.selectNodeContents(cell?.querySelector("a") ?? cell ?? document.body);
          const { top, bottom } = words.getBoundingClientRect();
          return (top + bottom) / 2;
        };
        return rows.map((row) =>
          Math.abs(middle(row.querySelector("th")) - middle(row.querySelector(".main"))),
        );
      });
    expect(apart.length).toBeGreaterThan(3);
    expect(Math.max(...apart)).toBeLessThan(2);
    await context.close();
  });

  it("show the full network of each token found by the search", async () => {
    const { page, context } = await openPage(browser, `${site}/login`, { width: 390 });
    await page.keyboard.press("Control+k");
    const dialog = page.getByRole("dialog", { name: "Search" });
    await dialog.getByRole("combobox").fill("buidl");
    const token = dialog
      .getByRole("option", { name: /Avalanche/ })
      .locator("span")
      .first();
    await token.waitFor();
    expect(await token.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
    await context.close();
  });

  it("show the metric of a list in its head, and labels next to their values", async () => {
    const { page, context } = await open("/private-credit", 390);
    const sectors = page.getByRole("region", { name: "Table: Loans by sector" });
    const seen = await sectors
      .locator("thead th")
      .evaluateAll((heads) =>
        heads.filter((head) => head.getBoundingClientRect().height > 10).map((head) => head.textContent),
      );
    expect(seen).toEqual(["Sector", "Outstanding"]);
    const lines = await sectors
      .locator('tbody tr:first-child [data-label="Loans"]')
      .evaluate(
        (cell) => cell.getBoundingClientRect().height / Number.parseFloat(getComputedStyle(cell).lineHeight),
      );
    expect(Math.round(lines)).toBe(1);
    await context.close();
  });

  it("label the figure next to a name if the list is sorted by another column", async () => {
    const labelOf = async (path: string) => {
      const { page, context } = await open(path, 390);
      const label = await page
        .locator("tbody tr .main")
        .first()
        .evaluate((cell) => getComputedStyle(cell, "::before").content);
      await context.close();
      return label;
    };
    expect(await labelOf("/invest")).toBe('"Minimum investment"');
    expect(await labelOf("/transactions")).toBe('"Value"');
    expect(await labelOf("/tokens")).toBe("none");
  });

  it("fit the readout of a chart", async () => {
    const { page, context } = await openPage(browser, `${site}/treasuries?group=asset`, { width: 320 });
    const plot = page.getByRole("application");
    await plot.hover();
    await page.locator(".chart-frame[data-live]").waitFor();
    await plot.press("End");
    await page.locator(".chart-tooltip-value").first().waitFor();
    expect(await overflow(page)).toBe(0);
    await context.close();
  });

  it("leave no gap after the last tile", async () => {
    for (const path of ["/stablecoins", "/private-credit"]) {
      const { page, context } = await open(path, 700);
      for (const width of [700, 800, 1280]) {
        await page.setViewportSize({ width, height: 900 });
        const [last, all] = await page
          .getByRole("region", { name: "Key figures" })
          .evaluate((tiles) => [
            tiles.lastElementChild?.getBoundingClientRect().right,
            tiles.getBoundingClientRect().right,
          ]);
        expect(last, `${path} at ${width} px`).toBe(all);
      }
      await context.close();
    }
  });

  it("align the figures of tiles in one row", async () => {
    const { page, context } = await open("/treasuries", 320);
    for (const width of [320, 390, 768, 1280]) {
      await page.setViewportSize({ width, height: 900 });
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
    }
    await context.close();
  });

  it.each([
    [320, true],
    [390, true],
    [390, false],
  ])(
    "%i px wide, scripts %s: keep the range above a chart, and the rest in a sheet",
    async (width, scripts) => {
      const { page, context } = await openPage(browser, `${site}/treasuries`, { width, scripts });
      const controls = page.locator(".chart-controls").first();
      const sheet = controls.locator(".chart-sheet");
      const further = sheet.locator(":scope > .link-picker > summary, a[aria-label='By month']");
      const seen = () => further.evaluateAll((all) => all.map((one) => one.checkVisibility()));
      expect(await seen()).not.toContain(true);
      expect(await controls.getByRole("link", { name: "1 year" }).isVisible()).toBe(true);
      // Range and the button of the sheet are in one row.
      expect((await controls.boundingBox())?.height).toBeLessThan(40);
      await controls.getByRole("button", { name: "Options" }).click();
      await expect.poll(seen).not.toContain(false);
      expect(await overflow(page)).toBe(0);
      await sheet.getByRole("link", { name: "By month" }).click();
      await page.waitForURL(/interval=month/);
      // Scripts leave the page, and so its sheet, unchanged.
      if (scripts) {
        await expect.poll(seen).not.toContain(false);
        await sheet.getByRole("button", { name: "Done" }).click();
      }
      await expect.poll(seen).not.toContain(true);
      await context.close();
    },
  );

  it("show the compared groups above the sheet, and keep the sheet", async () => {
    const { page, context } = await openPage(browser, `${site}/treasuries`, { width: 390 });
    const sheet = page.locator(".chart-sheet").first();
    await page.getByRole("button", { name: "Options" }).first().click();
    await sheet.getByRole("button", { name: "Compare", exact: true }).click();
    await page
      .getByRole("dialog", { name: "Compare by asset" })
      .getByRole("checkbox", { name: "US Yield Coin" })
      .click();
    await page.waitForURL(/compare=/);
    expect(await sheet.getByRole("link", { name: "By month" }).isVisible()).toBe(true);
    await context.close();
  });

  it("show the controls above a chart in one row on wide screens, with more behind a button", async () => {
    for (const scripts of [true, false]) {
      const { page, context } = await openPage(browser, `${site}/`, { width: 1440, scripts });
      const controls = page.locator(".chart-controls").first();
      expect(await controls.getByRole("link", { name: "By month" }).isVisible()).toBe(true);
      expect(await controls.getByRole("button", { name: "Options" }).count()).toBe(0);
      const isLogSeen = () => controls.getByRole("switch", { name: "Logarithmic scale" }).isVisible();
      expect(await isLogSeen()).toBe(!scripts);
      if (scripts) {
        expect((await controls.boundingBox())?.height).toBeLessThan(40);
        const more = controls.getByRole("button", { name: "More", exact: true });
        await more.click();
        await expect.poll(isLogSeen).toBe(true);
        await page.keyboard.press("Escape");
        await expect.poll(isLogSeen).toBe(false);
        expect(await more.evaluate((button) => button === document.activeElement)).toBe(true);
      }
      await context.close();
    }
  });

  it("show the full selection above a chart of compared groups on wide screens", async () => {
    const { page, context } = await openPage(
      browser,
      `${site}/treasuries?group=platform&compare=ondo-finance,circle-usyc&metric=trailing_30_day_transfer_volume&range=2025-01-31..2025-06-30`,
      { width: 1440 },
    );
    const cut = await page
      .locator(".chart-controls .link-picker > summary > :nth-child(2)")
      .evaluateAll((all) =>
        all.filter((one) => one.scrollWidth > one.clientWidth + 1).map((one) => one.textContent),
      );
    expect(cut).toEqual([]);
    expect(await page.getByRole("link", { name: "Clear comparison" }).isVisible()).toBe(true);
    expect(await overflow(page)).toBe(0);
    await context.close();
  });

  it.each([
    // With the notice to the installer, and figures of part of the tokens, the overview is slightly longer.
    ["/", 690],
    ["/treasuries", 650],
    ["/networks/ethereum", 650],
    ["/assets/buidl", 800],
    ["/wormhole", 800],
  ])("show the chart of %s on the first screen, with and without scripts", async (path, most) => {
    for (const scripts of [true, false]) {
      const { page, context } = await openPage(browser, site + path, { width: 390, scripts });
      const plot = page.locator(".chart-frame").first();
      const top = () => plot.evaluate((frame) => frame.getBoundingClientRect().top);
      // A page whose fonts load late is rendered without them, and the content above may be higher: the next time
      // they are cached.
      await expect.poll(async () => ((await top()) < most ? null : page.reload())).toBeNull();
      await context.close();
    }
  });

  it("bring each tile into view by keyboard", async () => {
    const { page, context } = await openPage(browser, `${site}/treasuries`, { width: 390 });
    const last = page.getByRole("region", { name: "Key figures" }).getByRole("button").last();
    const isInView = () =>
      last.evaluate((button) => {
        const { left, right } = button.getBoundingClientRect();
        return left >= 0 && right <= innerWidth;
      });
    expect(await isInView()).toBe(false);
    await last.focus();
    await expect.poll(isInView).toBe(true);
    await context.close();
  });

  it.each(["light", "dark"] as const)(
    "print every row in the light theme, without controls, from %s",
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

  it("print a chart painted by scripts, its colours, and tables that do not overlap what follows", async () => {
    const { page, context } = await openPage(browser, `${site}/stocks`, { theme: "dark", width: 1280 });
    const frame = page.locator(".chart-frame").first();
    await frame.hover();
    await expect.poll(() => frame.getAttribute("data-live")).toBe("true");
    await page.emulateMedia({ media: "print" });
    expect(await frame.locator(".chart-paint").isVisible()).toBe(true);
    expect(await frame.locator(".chart-live").isVisible()).toBe(false);
    const swatch = page.locator(".chart-legend .chart-swatch").first();
    expect(await swatch.evaluate((one) => getComputedStyle(one).printColorAdjust)).toBe("exact");
    // Browsers ignore the height of repeated table heads on further sheets if a grid contains the table.
    const containers = await page.locator("main table").evaluateAll((tables) =>
      tables.flatMap((table) => {
        const above: string[] = [];
        for (let box = table.parentElement; box !== null && box.tagName !== "MAIN"; box = box.parentElement) {
          if (!/^(block|inline|contents)/.test(getComputedStyle(box).display)) above.push(box.className);
        }
        return above;
      }),
    );
    expect(containers).toEqual([]);
    await context.close();
  });

  it("print a chart reached by a link, as wide as the sheet, and no interactive elements", async () => {
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

  it("distinguish two tokens of one name on one network", async () => {
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
