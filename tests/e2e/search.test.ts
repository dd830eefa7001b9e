/** The global search in a real browser: opening, results, speed, and use by keyboard only. */
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { firmsWithPages } from "#domain/vocabulary";
import { manyEntries } from "../bench/typing";
import { problemsInBothThemes } from "../support/expectFit";
import { untilFrameHydrated } from "../support/openPage";
import { openSharedProduct, type PeopleInBrowser } from "../support/peopleBrowser";
import { withoutSignInModal } from "../support/withoutSignInModal";

let people: PeopleInBrowser;

describe.skipIf(inject("browserMissing") !== "")("the search", () => {
  beforeAll(async () => {
    people = await openSharedProduct();
  });
  afterAll(() => people?.close());

  const open = async (path = "/networks") => {
    const opened = await people.open();
    await withoutSignInModal(opened.page);
    await opened.page.goto(path);
    await untilFrameHydrated(opened.page);
    return opened;
  };
  const dialog = (page: Page) => page.getByRole("dialog", { name: "Search" });
  const field = (page: Page) => dialog(page).getByRole("combobox");
  const options = (page: Page) => dialog(page).getByRole("option");
  /** All entries are loaded, and the page receives input. */
  const loaded = async (page: Page) => {
    await dialog(page).getByText("Assets", { exact: true }).waitFor();
    await expect.poll(() => field(page).evaluate((one) => one === document.activeElement)).toBe(true);
  };
  /** Until then the list is that of fewer letters. */
  const settled = (page: Page) => dialog(page).locator("[role=listbox][aria-busy=false]").waitFor();
  /** Requests for the list, alone or batched with others of the page. */
  const listRequests = "**/api/trpc/*search.getInitialSearchGroups*";
  /** Responds as the server, in the shape of the procedure. */
  const answerWith = (page: Page, groups: unknown) =>
    page.route(listRequests, (route) => {
      const calls = new URL(route.request().url()).pathname.split("/").at(-1)?.split(",") ?? [];
      const one = { result: { data: groups } };
      return calls.length > 1 ? route.fallback() : route.fulfill({ json: [one] });
    });

  it("opens by button, Ctrl-K, ⌘K and `/`, and closes with Escape, giving the focus back", async () => {
    const { page, errors } = await open();
    const button = page.getByRole("button", { name: "Search", exact: true });
    for (const press of ["Control+k", "Meta+k", "/"]) {
      await button.focus();
      await page.keyboard.press(press);
      await field(page).waitFor();
      expect(await field(page).inputValue()).toBe("");
      await page.keyboard.press("Escape");
      await dialog(page).waitFor({ state: "detached" });
      await expect.poll(() => button.evaluate((element) => element === document.activeElement)).toBe(true);
    }
    await button.click();
    await field(page).waitFor();
    expect(errors).toEqual([]);
  });

  it("leaves `/` to text fields", async () => {
    const { page } = await open("/login");
    await page.getByLabel("Email", { exact: true }).focus();
    await page.keyboard.press("/");
    await page.waitForTimeout(500);
    expect(await dialog(page).count()).toBe(0);
    expect(await page.getByLabel("Email", { exact: true }).inputValue()).toBe("/");
  });

  it("shows the menu at once, then all fetched entries, and does not report before that nothing is found", async () => {
    const { page } = await people.open();
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(listRequests, async (route) => {
      await released;
      await route.continue();
    });
    await page.goto("/networks");
    await untilFrameHydrated(page);
    await page.keyboard.press("Control+k");
    await options(page).filter({ hasText: "US Treasuries" }).waitFor();
    const headings = () => dialog(page).locator("[cmdk-group-heading]").allTextContents();
    await expect
      .poll(headings)
      .toEqual([
        "Latest",
        "Asset Classes",
        "Participants",
        "Tools",
        "Internal Tools",
        "More pages",
        "Account",
      ]);
    expect(await dialog(page).getByText("Research Blog").count()).toBe(0);
    expect(await dialog(page).getByText("Assets", { exact: true }).count()).toBe(0);
    // No page of the menu has this name.
    await page.keyboard.type("blackrock");
    await expect.poll(() => options(page).count()).toBe(0);
    expect(
      await dialog(page)
        .getByText(/No results|Nothing found/)
        .count(),
    ).toBe(0);
    await dialog(page).getByRole("combobox").fill("");
    release();
    await loaded(page);
    await expect
      .poll(headings)
      .toEqual([
        "Latest",
        "Asset Classes",
        "Participants",
        "Tools",
        "Internal Tools",
        "More pages",
        "Account",
        "Assets",
        "Tokens",
        "Networks",
        "Platforms",
        ...firmsWithPages.map(({ plural }) => plural),
        "Metrics",
      ]);
  });

  it("reports that the list cannot be fetched, and keeps the menu", async () => {
    const { page } = await people.open();
    await page.route(listRequests, (route) => route.fulfill({ status: 500, body: "[]" }));
    await page.goto("/networks");
    await untilFrameHydrated(page);
    await page.keyboard.press("Control+k");
    await page
      .getByRole("alert")
      .filter({ hasText: "An error occurred while fetching initial search state" })
      .waitFor();
    await options(page).filter({ hasText: "US Treasuries" }).waitFor();
  });

  it("tolerates a typo, marks the matches, opens with Enter and remembers", async () => {
    const { page } = await open();
    await page.keyboard.press("Control+k");
    await loaded(page);
    await page.keyboard.type("etherium");
    const first = options(page).first();
    await settled(page);
    await expect.poll(() => first.textContent()).toBe("Ethereum");
    await expect.poll(() => first.locator("mark").allTextContents()).toEqual(["Ethereum"]);
    await expect.poll(() => first.getAttribute("aria-selected")).toBe("true");
    await page.keyboard.press("Enter");
    await page.waitForURL("**/networks/ethereum");
    await dialog(page).waitFor({ state: "detached" });

    await page.keyboard.press("Control+k");
    await dialog(page).getByText("Recent").waitFor();
    await expect.poll(() => first.textContent()).toBe("Ethereum");
  });

  it("finds assets by ticker and tokens by contract address", async () => {
    const { page } = await open();
    await page.keyboard.press("Control+k");
    await loaded(page);
    await page.keyboard.type("BUIDL");
    await options(page)
      .filter({ hasText: "BlackRock USD Institutional Digital Liquidity Fund" })
      .first()
      .waitFor();
    await field(page).fill("0x7712c34205737192402172409a8f7ccef8aa2aec");
    await expect.poll(() => options(page).count()).toBe(1);
    await expect.poll(() => options(page).first().textContent()).toContain("BUIDL");
    await field(page).fill("zzzzqqqq");
    await dialog(page).getByText("No results for “zzzzqqqq”.").waitFor();
  });

  it("is navigated with the arrows, round its ends", async () => {
    const { page } = await open();
    await page.keyboard.press("Control+k");
    await loaded(page);
    await page.keyboard.type("ethereum");
    // The list of "ethereu" has its first entry chosen too, and is replaced; at first nothing indicates that it will
    // be.
    await options(page)
      .filter({ hasText: /^All \d+ .*matching “ethereum”$/ })
      .first()
      .waitFor();
    await settled(page);
    await expect.poll(() => options(page).first().getAttribute("aria-selected")).toBe("true");
    await page.keyboard.press("ArrowDown");
    await expect.poll(() => options(page).nth(1).getAttribute("aria-selected")).toBe("true");
    // The list may be rendered again while it is read.
    await expect
      .poll(async () => [
        await field(page).getAttribute("aria-activedescendant"),
        await options(page).nth(1).getAttribute("id"),
      ])
      .toSatisfy(([active, second]) => active !== null && active === second);
    await page.keyboard.press("ArrowUp");
    await expect.poll(() => options(page).first().getAttribute("aria-selected")).toBe("true");
    await page.keyboard.press("ArrowUp");
    await expect.poll(() => options(page).last().getAttribute("aria-selected")).toBe("true");
  });

  it("opens the list of all matches, with the count that it showed", async () => {
    const { page } = await open();
    await page.keyboard.press("Control+k");
    await loaded(page);
    const offered = (words: RegExp) => options(page).filter({ hasText: words });
    await page.keyboard.type("us");
    await offered(/^All \d+ tokens matching “us”$/).waitFor();
    // Words show only their own count, however long that takes.
    let answer = (): void => undefined;
    const released = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route(/market\.table.*usd/, async (route) => {
      await released;
      await route.continue();
    });
    await page.keyboard.type("d");
    await offered(/^All tokens matching “usd”$/).waitFor();
    answer();
    const all = offered(/^All \d+ tokens matching “usd”$/);
    await all.waitFor();
    const count = /\d+/.exec((await all.textContent()) ?? "")?.[0];
    // Lists available to the visitor are offered: this product includes that of assets.
    expect(
      await options(page)
        .filter({ hasText: /^All .* assets/ })
        .count(),
    ).toBe(1);
    expect(await dialog(page).getByRole("status").first().textContent()).toMatch(
      /^\d+ results; the best \d+ are shown$/,
    );
    await all.click();
    await page.waitForURL(/\/tokens\?q=usd$/);
    await page.getByText(`of ${count}`, { exact: false }).first().waitFor();
  });

  it("finds words with typos among 10,000 entries", async () => {
    const { page } = await people.open();
    await answerWith(page, [{ id: "assets", label: "Assets", items: manyEntries }]);
    await page.goto("/networks");
    await untilFrameHydrated(page);
    await page.keyboard.press("Control+k");
    await loaded(page);
    await page.keyboard.type("tresury liquidty fund");
    await expect.poll(() => options(page).count()).toBeGreaterThan(0);
    expect(await field(page).inputValue()).toBe("tresury liquidty fund");
  });

  it("is accessible in both themes", async () => {
    const { page } = await open();
    await page.keyboard.press("Control+k");
    await loaded(page);
    await page.keyboard.type("ether");
    await settled(page);
    await expect.poll(() => options(page).count()).toBeGreaterThan(1);
    expect(await problemsInBothThemes(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await dialog(page).waitFor({ state: "detached" });
  });
});
