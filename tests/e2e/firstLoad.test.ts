/** How pages that a browser opens for the first time wake when a reader turns to them. */
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { sharedChromium } from "../support/chromium";
import { openPage } from "../support/openPage";
import { delayScripts } from "../support/slowBrowser";

const site = inject("productUrl");

const loaded = (page: Page, name: string) =>
  page.evaluate(
    (part) => performance.getEntriesByType("resource").some((entry) => entry.name.includes(part)),
    `/_build/${name}`,
  );

/** Opens a page and waits until its frame is alive, the page in it being asleep. */
async function openAsleep(browser: Browser, path: string) {
  const opened = await openPage(browser, site + path, { isStatic: true });
  await opened.page.waitForFunction(() => "cadastreRollouts" in window);
  return opened;
}

/** Marks what the server wrote, to tell whether it is still there. */
const mark = (page: Page, selector: string) =>
  page
    .locator(selector)
    .first()
    .evaluate((element) => element.setAttribute("data-written", ""));

/** Runs in the page: holds what is to run at once in a task of its own. */
function holdSteps() {
  const held: (() => void)[] = [];
  const { setTimeout: later } = window;
  const hold = (run: TimerHandler, delay?: number, ...rest: unknown[]) =>
    typeof run === "function" && !delay ? held.push(() => run(...rest)) : later(run, delay, ...rest);
  Object.assign(window, { held, setTimeout: hold });
}

/** Runs in the page: lets the first of those run. */
function takeStep(): number {
  const step = Reflect.get(window, "held").shift();
  step?.();
  return step === undefined ? 0 : 1;
}

/** Whether the last section of a page has been laid out. */
const isLaidOut = (page: Page) =>
  page
    .locator("main .sections > :last-child *")
    .first()
    .evaluate((one) => one.checkVisibility({ contentVisibilityAuto: true }));

/** Height of the lower half of a full-page capture, and of its longest run of rows of a single colour, in CSS pixels. */
async function paintedLowerHalf(page: Page) {
  const capture = await page.screenshot({ fullPage: true, scale: "css" });
  const reader = await sharedChromium().then((browser) => browser.newPage());
  try {
    return await reader.evaluate(async (image) => {
      const blob = await fetch(`data:image/png;base64,${image}`).then((response) => response.blob());
      const bitmap = await createImageBitmap(blob);
      const half = Math.floor(bitmap.height / 2);
      // The menu at the left is as high as the window.
      const left = bitmap.width > 1_000 ? 240 : 0;
      const canvas = new OffscreenCanvas(bitmap.width - left, half);
      const context = canvas.getContext("2d");
      if (context === null) throw new Error("no canvas");
      context.drawImage(bitmap, -left, half - bitmap.height);
      const pixels = new Uint32Array(context.getImageData(0, 0, canvas.width, half).data.buffer);
      let longestBlank = 0;
      let blank = 0;
      for (let row = 0; row < half; row += 1) {
        const colours = new Set(pixels.subarray(row * canvas.width, (row + 1) * canvas.width));
        // A card that is not laid out still has its two borders.
        blank = colours.size <= 2 ? blank + 1 : 0;
        longestBlank = Math.max(longestBlank, blank);
      }
      return { height: half, longestBlank };
    }, capture.toString("base64"));
  } finally {
    await reader.close();
  }
}

/** Runs in the page: resolves once the browser has told those who watch an element that it is in view. */
const seeInView = (element: Element) =>
  new Promise<void>((resolve) => {
    new IntersectionObserver(() => requestAnimationFrame(() => resolve())).observe(element);
  });

/** Runs in the page: keeps which formatters are made. */
function countFormatters() {
  const formatters: string[] = [];
  for (const name of ["DateTimeFormat", "NumberFormat", "PluralRules", "ListFormat", "DisplayNames"]) {
    const made = Reflect.get(Intl, name);
    Reflect.set(
      Intl,
      name,
      new Proxy(made, {
        construct: (target, given) => {
          formatters.push(name);
          return Reflect.construct(target, given);
        },
      }),
    );
  }
  Object.assign(window, { formatters });
}

describe.skipIf(inject("browserMissing") !== "")("the first load", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await sharedChromium();
  });
  afterAll(() => browser?.close());

  it("evaluates its scripts in steps, between which the browser answers", async () => {
    const { page, context } = await openPage(browser, `${site}/`, {
      isStatic: true,
      prepare: (opened) => opened.addInitScript(holdSteps),
    });
    const isAlive = () => page.evaluate(() => "cadastreRollouts" in window);
    let steps = 0;
    while (!(await isAlive())) {
      await page.waitForFunction(
        () => "cadastreRollouts" in window || Reflect.get(window, "held").length > 0,
      );
      steps += await page.evaluate(takeStep);
    }
    expect(steps).toBeGreaterThanOrEqual(2);
    await context.close();
  });

  it.each(["/", "/treasuries", "/assets/usdc", "/tokens"])(
    "takes %s over without a formatter, each of which takes a slow phone longer than all else of a script",
    async (path) => {
      const { page, context } = await openPage(browser, site + path, {
        isStatic: true,
        prepare: (opened) => opened.addInitScript(countFormatters),
      });
      await page.waitForFunction(() => "cadastreRollouts" in window);
      expect(await page.evaluate(() => Reflect.get(window, "formatters"))).toEqual([]);
      await context.close();
    },
  );

  it("leaves a page as it was written when it wakes, and draws its chart", async () => {
    const { page, context, complaints } = await openAsleep(browser, "/treasuries");
    await mark(page, "main h1");
    await mark(page, "main tbody tr");
    await mark(page, "main figure");
    expect(await loaded(page, "drawing")).toBe(false);
    await page.locator("#chart").hover();
    await page.locator("#chart .chart-frame[data-live]").waitFor();
    expect(await page.locator("[data-written]").count()).toBe(3);
    await expect.poll(() => loaded(page, "drawing")).toBe(true);
    expect(complaints).toEqual([]);
    await context.close();
  });

  it("draws a chart in view once a finger touches it, and not before", async () => {
    const asked: string[] = [];
    const { page, context } = await openPage(browser, `${site}/treasuries`, {
      prepare: async (opened) => opened.on("request", (request) => asked.push(request.url())),
    });
    const chart = page.locator("#chart .chart-frame");
    await chart.scrollIntoViewIfNeeded();
    await page.locator("#chart").getByRole("application").waitFor();
    // What waits for the view has seen it by then, and what it asks for is asked for before the icon.
    await chart.evaluate(seeInView);
    await page.evaluate(() => fetch("/favicon.svg").then((answer) => answer.text()));
    expect(asked.filter((url) => url.includes("/_build/drawing"))).toEqual([]);
    await chart.dispatchEvent("touchstart");
    await page.locator("#chart .chart-frame[data-live]").waitFor();
    await context.close();
  });

  it("lays out sections below the view while loading only near the view or in print", async () => {
    const { page, context } = await openPage(browser, `${site}/treasuries`, {
      isStatic: true,
      prepare: (opened) =>
        opened.addInitScript(() => Object.assign(window, { requestIdleCallback: () => 0 })),
    });
    expect(await isLaidOut(page)).toBe(false);
    await page.emulateMedia({ media: "print" });
    expect(await isLaidOut(page)).toBe(true);
    await page.emulateMedia({ media: "screen" });
    await page.locator("main .sections > *").last().scrollIntoViewIfNeeded();
    await expect.poll(() => isLaidOut(page)).toBe(true);
    await context.close();
  });

  it.each([
    { path: "/treasuries", width: 1280, scripts: true },
    { path: "/assets/usdc", width: 390, scripts: true },
    { path: "/treasuries", width: 1280, scripts: false },
  ])("paints all of $path in a full-page capture, $width px wide, scripts: $scripts", async (opened) => {
    const { page, context } = await openPage(browser, site + opened.path, { ...opened, isStatic: true });
    if (opened.scripts) await page.locator("html[data-laid-out]").waitFor();
    const { height, longestBlank } = await paintedLowerHalf(page);
    expect(height).toBeGreaterThan(2_500);
    // A section that is not laid out is 480 px of background.
    expect(longestBlank).toBeLessThan(200);
    await context.close();
  });

  it("wakes a page for the focus, which then comes to the chart", async () => {
    const { page, context, complaints } = await openAsleep(browser, "/networks/ethereum");
    await page.getByRole("link", { name: "Skip to content" }).focus();
    await page.keyboard.press("Enter");
    const chart = page.getByRole("application").first();
    await chart.focus();
    await page.locator(".chart-frame[data-live]").first().waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  });

  it("loses no click on a button that comes before the page is awake", async () => {
    const { page, context } = await openAsleep(browser, "/treasuries");
    const release = await delayScripts(page);
    await page.getByRole("button", { name: /^Filter/ }).click();
    expect(await page.getByRole("dialog").count()).toBe(0);
    release();
    await page.getByRole("dialog").first().waitFor();
    await context.close();
  });

  it("closes a list by Escape before the page is awake", async () => {
    const { page, context } = await openAsleep(browser, "/treasuries");
    await delayScripts(page);
    const list = page.locator("main details.link-picker").first();
    await list.locator("summary").focus();
    await page.keyboard.press("Enter");
    await page.keyboard.press("Tab");
    await expect.poll(() => list.getAttribute("open")).toBe("");
    await page.keyboard.press("Escape");
    await expect.poll(() => list.getAttribute("open")).toBe(null);
    expect(await list.locator("summary").evaluate((one) => one === document.activeElement)).toBe(true);
    await context.close();
  });

  it("sorts by a click that comes before the page is awake, without loading it anew", async () => {
    const { page, context } = await openAsleep(browser, "/tokens");
    const release = await delayScripts(page);
    await mark(page, "header");
    await page.getByRole("columnheader", { name: "Symbol" }).getByRole("link").click();
    release();
    await page.waitForURL(/sort=symbol/);
    await page.getByRole("columnheader", { name: "Symbol" }).and(page.locator("[aria-sort]")).waitFor();
    expect(await page.locator("header[data-written]").count()).toBe(1);
    await context.close();
  });

  it.each([true, false])("follows a link of a table within the page, asleep: %s", async (isStatic) => {
    const { page, context, complaints } = isStatic
      ? await openAsleep(browser, "/networks")
      : await openPage(browser, `${site}/networks`);
    await mark(page, "header");
    await page.getByRole("rowheader").getByRole("link", { name: "Ethereum", exact: true }).click();
    await page.getByRole("heading", { level: 1, name: "Ethereum" }).waitFor();
    await page.waitForURL((url) => url.pathname === "/networks/ethereum");
    expect(await page.locator("header[data-written]").count()).toBe(1);
    expect(complaints).toEqual([]);
    await context.close();
  });

  it("leaves a click that asks for another tab to the browser", async () => {
    const { page, context } = await openPage(browser, `${site}/networks`);
    const [tab] = await Promise.all([
      context.waitForEvent("page"),
      page
        .getByRole("rowheader")
        .getByRole("link", { name: "Ethereum", exact: true })
        .click({ modifiers: ["ControlOrMeta"] }),
    ]);
    await tab.waitForURL("**/networks/ethereum");
    expect(new URL(page.url()).pathname).toBe("/networks");
    await context.close();
  });

  it("leads from a page that sleeps to another of its kind, and back", async () => {
    const { page, context, complaints } = await openAsleep(browser, "/treasuries");
    await mark(page, "header");
    const menu = page.getByRole("complementary");
    await menu.getByRole("link", { name: "Stablecoins" }).click();
    await page.getByRole("heading", { level: 1, name: "Stablecoins" }).waitFor();
    await page.goBack();
    await page.getByRole("heading", { level: 1, name: "US Treasuries" }).waitFor();
    await expect.poll(() => page.getByRole("heading", { level: 1 }).count()).toBe(1);
    expect(await page.locator("header[data-written]").count()).toBe(1);
    expect(complaints).toEqual([]);
    await context.close();
  });

  it("shows ten of a hundred tokens, and the rest by keyboard", async () => {
    const { page, context } = await openAsleep(browser, "/assets/usdc");
    const rows = page.getByRole("table", { name: /^Tokens of/ }).locator("tbody tr");
    expect(await rows.count()).toBe(10);
    await page.getByRole("button", { name: /^Show all 100/ }).press("Enter");
    await expect.poll(() => rows.count()).toBeGreaterThan(10);
    await context.close();
  });
});
