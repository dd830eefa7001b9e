/** Transactions are paged by cursor, which is in the URL. */
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { accessibilityProblems } from "../support/accessibilityProblems";
import { untilFrameHydrated } from "../support/openPage";
import { openSharedProduct } from "../support/peopleBrowser";

const pages = (page: Page) => page.getByRole("navigation", { name: "Pages of transactions" });
const link = (page: Page, name: string) => pages(page).getByRole("link", { name, exact: true });
/** Identifies the rows of a page: two rows never share time, amount and hash. */
const rows = (page: Page) =>
  page
    .getByRole("table", { name: "Transactions" })
    .getByRole("row")
    .evaluateAll((all) => all.slice(1).map((row) => row.textContent ?? ""));
const untilRows = (page: Page, other: readonly string[]) =>
  expect.poll(async () => (await rows(page))[0] !== other[0]).toBe(true);

describe.skipIf(inject("browserMissing") !== "")("the list of transactions", () => {
  let people: Awaited<ReturnType<typeof openSharedProduct>>;
  beforeAll(async () => {
    people = await openSharedProduct();
  });
  afterAll(() => people?.close());

  it("goes to older rows and back, by reload and history alike, with the keyboard", async () => {
    const { page, errors } = await people.open();
    await page.goto("/transactions?perPage=25");
    await untilFrameHydrated(page);
    const newest = await rows(page);
    expect(newest).toHaveLength(25);
    expect(
      await page
        .getByRole("status")
        .filter({ hasText: /^[\d,]+ transactions$/ })
        .count(),
    ).toBe(1);
    expect(await link(page, "Newest").getAttribute("aria-disabled")).toBe("true");
    expect(await link(page, "Newer").getAttribute("href")).toBeNull();

    await link(page, "Older").focus();
    await page.keyboard.press("Enter");
    await page.waitForURL(/[?&]after=/);
    await untilRows(page, newest);
    const second = await rows(page);
    expect(second.filter((row) => newest.includes(row))).toEqual([]);
    expect(await link(page, "Older").evaluate((one) => one === document.activeElement)).toBe(true);
    expect(new URL(page.url()).searchParams.get("page")).toBeNull();
    expect(await page.locator('link[rel="canonical"]').getAttribute("href")).toMatch(/\/transactions$/);
    expect(await accessibilityProblems(page)).toEqual([]);

    await page.reload();
    await untilFrameHydrated(page);
    expect(await rows(page)).toEqual(second);
    await page.goBack();
    await untilRows(page, second);
    expect(await rows(page)).toEqual(newest);
    await page.goForward();
    await untilRows(page, newest);
    await link(page, "Newer").click();
    await page.waitForURL(/[?&]before=/);
    await untilRows(page, second);
    expect(await rows(page)).toEqual(newest);

    await link(page, "Oldest").click();
    await page.waitForURL(/[?&]before=end/);
    await untilRows(page, newest);
    expect(await link(page, "Older").getAttribute("aria-disabled")).toBe("true");
    expect(await link(page, "Oldest").evaluate((one) => one === document.activeElement)).toBe(true);
    await link(page, "Newest").click();
    await page.waitForURL(/\/transactions\?perPage=25$/);
    expect(errors).toEqual([]);
  });

  it("returns to the first page with other rows or another order, and keeps its page with other columns", async () => {
    const { page } = await people.open();
    await page.goto("/transactions");
    await untilFrameHydrated(page);
    await link(page, "Older").click();
    await page.waitForURL(/[?&]after=/);
    const after = new URL(page.url()).searchParams.get("after");
    await page.goto(
      `/transactions?${new URLSearchParams({ after: after ?? "", columns: "timestamp,symbol" })}`,
    );
    expect(await page.getByRole("columnheader").count()).toBe(2);
    await page.goto(`/transactions?after=${after}`);
    await untilFrameHydrated(page);
    await page.getByRole("link", { name: "25 rows per page" }).click();
    await page.waitForURL(/\/transactions\?perPage=25$/);
    await link(page, "Older").click();
    await page.waitForURL(/[?&]after=/);
    await page.getByRole("columnheader", { name: "Value" }).getByRole("link").click();
    await page.waitForURL((url) => url.searchParams.has("sort") && !url.searchParams.has("after"));
    await link(page, "Next").click();
    await page.waitForURL(/[?&]after=/);
    await page.getByRole("searchbox", { name: "Search Transactions" }).fill("usdc");
    await page.waitForURL((url) => url.searchParams.get("q") === "usdc" && !url.searchParams.has("after"));
  });

  it("works without scripts, and reports a broken URL", async () => {
    const { page } = await people.open({ javaScriptEnabled: false });
    await page.goto("/transactions?perPage=25");
    const newest = await rows(page);
    await link(page, "Older").click();
    const second = await rows(page);
    expect(second.filter((row) => newest.includes(row))).toEqual([]);
    await link(page, "Newer").click();
    expect(await rows(page)).toEqual(newest);
    const answer = await page.goto("/transactions?after=WyJ0aW1l&sort=symbol");
    expect(answer?.status()).toBe(200);
    await page.getByText("This page does not exist").waitFor();
    await page.getByRole("link", { name: "First page" }).click();
    await page.waitForURL(/\/transactions\?sort=symbol$/);
    expect(await rows(page)).toHaveLength(50);
  });

  it("lists all transactions of an asset, from its page", async () => {
    const { page } = await people.open();
    await page.goto("/assets/usdc");
    await page.getByRole("link", { name: "All transactions" }).click();
    await page.waitForURL(/\/transactions\?/);
    await link(page, "Older").click();
    await page.waitForURL(/[?&]after=/);
    expect(page.url()).toContain("filters=");
    for (const row of await rows(page)) expect(row).toContain("USD Coin");
  });
});
