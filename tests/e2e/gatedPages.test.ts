/** The pages about the market that need a feature: closed to visitors, and complete for users with the feature. */
import { readFile } from "node:fs/promises";
import { strFromU8, unzipSync } from "fflate";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { accessibilityProblems } from "../support/accessibilityProblems";
import { expectFit } from "../support/expectFit";
import { statusOf } from "../support/openPage";
import { openPeopleProduct, openSharedProduct } from "../support/peopleBrowser";
import { pickByKey } from "../support/pick";
import { gatedPages } from "../support/publicPages";
import { overflow } from "../support/screenProblems";
import { waitForEvent } from "../support/waitForEvent";

const email = "analyst@firm.example";

/** Pages without a table: those for users without keys, and a single chart. */
const withoutRows: ReadonlySet<string> = new Set([
  "/tools/api/api-keys",
  "/tools/api/spreadsheets",
  "/developer/visualization",
]);

describe.skipIf(inject("browserMissing") !== "")("pages that need a feature", () => {
  let people: Awaited<ReturnType<typeof openSharedProduct>>;
  let storageState: Awaited<ReturnType<ReturnType<Page["context"]>["storageState"]>>;

  /** Another product, without features for everyone. */
  let closed: Awaited<ReturnType<typeof openPeopleProduct>>;

  beforeAll(async () => {
    people = await openSharedProduct();
    closed = await openPeopleProduct();
  });
  afterAll(async () => {
    await people?.close();
    await closed?.close();
  });

  /** A page of a user with every feature of these pages. */
  const openAs = () =>
    people.open({ storageState, viewport: { width: 1280, height: 900 }, colorScheme: "light" });

  it("redirect visitors to the sign-in page, with their query", async () => {
    for (const { path } of gatedPages) {
      const answer = await fetch(`${closed.product.url}${path}?group=network`, { redirect: "manual" });
      expect([path, answer.status, answer.headers.get("location")]).toEqual([
        path,
        302,
        `/login?${new URLSearchParams({ error: "SessionRequired", callbackUrl: `${path}?group=network` })}`,
      ]);
    }
  });

  it("show an account without the feature that it is missing", async () => {
    const refused = await closed.open();
    await closed.signIn(refused.page, email);
    for (const { path } of gatedPages) {
      expect([path, await statusOf(refused.page, path)]).toEqual([path, 403]);
    }
    const { page } = await people.open();
    await people.signIn(page, email);
    for (const flag of ["enable-experimental-features", "enable-api-keys"]) {
      expect((await people.product.cadastre("flags", "set", "user", email, flag, "on")).code).toBe(0);
    }
    await people.product.cadastre("flags", "set", "user", email, "enable-inline-onboarding", "off");
    storageState = await page.context().storageState();
  });

  it.each(gatedPages)(
    "$path opens with its heading, fits every width, and passes accessibility checks",
    async ({ path, heading }) => {
      const { page, errors } = await openAs();
      const answer = await page.goto(path, { waitUntil: "networkidle" });
      expect(answer?.status()).toBe(200);
      expect(await page.locator("h1").allTextContents()).toEqual([heading]);
      expect(await page.locator('meta[name="description"]').getAttribute("content")).toMatch(/\w{3}/);
      if (!withoutRows.has(path)) {
        expect(await page.locator("main table tbody tr").count()).toBeGreaterThan(0);
      }
      await expectFit(page);
      expect(errors).toEqual([]);
    },
  );

  it("shows the largest loans and pools on the page of private credit", async () => {
    const { page, errors } = await openAs();
    await page.goto("/private-credit", { waitUntil: "networkidle" });
    const rows = (name: string) => page.getByRole("region", { name: `Table: ${name}` }).locator("tbody tr");
    expect([await rows("Largest loans").count(), await rows("Largest pools").count()]).toEqual([10, 10]);
    const owed = await rows("Largest loans")
      .locator('td[data-label="Outstanding"] data')
      .evaluateAll((all) => all.map((cell) => Number(cell.getAttribute("value"))));
    expect(owed).toEqual(owed.toSorted((one, other) => other - one));
    const name = await rows("Largest loans").first().locator("th span").first().textContent();
    expect(name).toMatch(/(loan|portfolio) \d{4}-\d{2}-\d/);
    await expectFit(page);
    expect(errors).toEqual([]);
  });

  const legend = (page: Page) => page.getByRole("list", { name: "Legend" }).getByRole("button");

  it("splits totals by the URL, and offers them as a file", async () => {
    const { page } = await openAs();
    await page.goto("/tokens/aggregates?group=distribution&stablecoins=with");
    const names = page.locator("main tbody:not(.sums) th");
    await expect
      .poll(async () => (await names.allTextContents()).toSorted())
      .toEqual(["Distributed", "Represented"]);
    await page.locator("details.link-picker summary").click();
    await page.getByRole("link", { name: "Asset class", exact: true }).click();
    await page.waitForURL(/group=asset_class/);
    await page.getByRole("rowheader", { name: "Stablecoins" }).waitFor();
    const file = await page.getByRole("link", { name: "CSV" }).getAttribute("href");
    const answer = await page.request.get(file ?? "");
    expect(answer.status()).toBe(200);
    expect((await answer.text()).split("\n")[0]).toMatch(
      /^Grouped by,Id,Slug,Name,Assets,.*,As of,Sample data$/,
    );
  });

  it("filters a chart and the rows under it by the same conditions", async () => {
    const { page } = await openAs();
    const onBase = encodeURIComponent(JSON.stringify([["network_slug", "in", ["base"]]]));
    await page.goto(`/tokens/timeseries?group=network&filters=${onBase}`);
    await page.getByText("Network is one of Base").first().waitFor();
    await expect.poll(() => legend(page).count()).toBe(0);
    await page.getByText(/Network is one of Base · Source: /).waitFor();
    const networks = async () => [
      ...new Set(await page.locator('main tbody td[data-label="Network"]').allTextContents()),
    ];
    await expect.poll(networks).toEqual(["Base"]);
    await page.getByRole("link", { name: "Clear all" }).first().click();
    await expect.poll(() => legend(page).count()).toBeGreaterThan(5);
    // The rows may stay filtered for longer than the chart.
    await expect.poll(async () => (await networks()).length).toBeGreaterThan(1);
    // Only selected rows become the lines of the chart.
    const boxes = page.getByRole("checkbox", { name: /^Select / });
    for (const index of [0, 2]) await boxes.nth(index).check();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByRole("link", { name: "Compare", exact: true }).click();
    await page.waitForURL(/group=token/);
    await page.waitForURL((url) => url.pathname === "/tokens/timeseries");
    await expect.poll(() => legend(page).count()).toBe(2);
  });

  it("adds a second metric, and shows their correlation", async () => {
    const { page } = await openAs();
    await page.goto("/assets/timeseries?group=none&second=holding_addresses_count&correlation=1");
    await expect
      .poll(() => legend(page).allTextContents())
      .toEqual([expect.stringMatching(/^All\$/), expect.stringMatching(/^Holders \(left axis\)\d/)]);
    const correlation = page.getByRole("region", { name: /^Correlation: Assets without stablecoins: Value/ });
    await expect
      .poll(() => correlation.getByRole("rowheader").allTextContents())
      .toEqual(["Value and Holders"]);
    expect(await correlation.getByRole("cell").first().textContent()).toMatch(/^\u2212?[01]\.\d\d$/);
  });

  it("shows values as an index, with a label", async () => {
    const { page } = await openAs();
    await page.goto("/assets/timeseries?form=indexed&average=7&compare=treasuries,commodities&table=1");
    await page
      .getByRole("heading", {
        name: /^Assets without stablecoins: Value by asset class, 7-day average, indexed to 100/,
      })
      .waitFor();
    await expect.poll(() => legend(page).count()).toBe(2);
    // On the first date, which is last in the table, each is a hundred.
    const first = page.locator(".chart-table tbody tr").last().locator("td");
    await page.getByRole("button", { name: /^Show all \d+ dates/ }).click();
    await expect.poll(() => first.allTextContents()).toEqual(["100.00", "100.00"]);
  });

  it("links from the map to the data of a jurisdiction, by keyboard, and back by the URL", async () => {
    const { page, errors } = await openAs();
    await page.goto("/tools/jurisdiction_explorer", { waitUntil: "networkidle" });
    const jersey = page.locator("main svg a", { hasText: "Jersey" });
    expect(await jersey.getAttribute("aria-label")).toMatch(
      /^Jersey: \d+ assets, \$[\d,.]+[KMBT]?, \d+ issuers?$/,
    );
    await jersey.focus();
    await page.keyboard.press("Enter");
    await page.getByRole("region", { name: "Jersey", exact: true }).waitFor();
    await page.waitForURL((url) => url.searchParams.get("place") === "jersey");
    await page.getByText("Jersey Financial Services Commission").first().waitFor();
    await page.goBack();
    await page.getByRole("region", { name: "Jersey", exact: true }).waitFor({ state: "detached" });
    await page.setViewportSize({ width: 320, height: 900 });
    await page.goto("/tools/jurisdiction_explorer?place=united-states");
    await page.getByText("US Investment Company Act").first().waitFor();
    const investors = page.getByRole("region", { name: "Who may invest: United States" });
    const results = await investors.getByRole("link").allTextContents();
    expect(results).toHaveLength(3);
    expect(await overflow(page)).toBe(0);
    await investors.getByRole("link", { name: /^Excluded in United States: / }).click();
    await page.waitForURL(/\/invest\?filters=/);
    await page.getByText(`of ${results[1]}`, { exact: false }).first().waitFor();
    await page
      .getByRole("link", { name: `United States: unknown, ${results[2]} assets`, exact: true })
      .waitFor();
    expect(errors).toEqual([]);
  });

  it("shows the rest of the map if the URL has an invalid filter", async () => {
    const { page } = await openAs();
    const filters = JSON.stringify([["nonsense", "equals", 1]]);
    for (const place of ["", "&place=jersey"]) {
      const answer = await page.goto(
        `/tools/jurisdiction_explorer?${new URLSearchParams({ filters })}${place}`,
      );
      expect(answer?.status()).toBe(200);
      expect(await page.locator("main").textContent()).toContain("nonsense");
    }
  });

  it("keeps assets of unknown jurisdiction in a separate row, and filters map and table by class", async () => {
    const { page } = await openAs();
    await page.goto("/tools/jurisdiction_explorer", { waitUntil: "networkidle" });
    const table = page.getByRole("region", { name: "Totals by jurisdiction" });
    const unknown = table.getByRole("row", { name: /^Unknown jurisdiction/ });
    expect(await unknown.getByRole("rowheader").getByRole("link").count()).toBe(0);
    const before = Number(await unknown.getByRole("cell").first().textContent());
    await page
      .getByRole("navigation", { name: "Asset class" })
      .getByRole("link", { name: /: Stocks$/ })
      .click();
    await page.waitForURL(/filters=/);
    await expect
      .poll(async () => Number(await unknown.getByRole("cell").first().textContent()))
      .toBeLessThan(before);
    const usa = page.locator("main svg a", { hasText: "United States" });
    await expect.poll(() => usa.getAttribute("aria-label")).toMatch(/^United States: \d+ assets?/);
  });

  it("offers no file that could not contain all rows", async () => {
    const set = await people.product.cadastre("flags", "set", "user", email, "enable-data-downloads", "on");
    expect(set.code).toBe(0);
    const { page } = await openAs();
    for (const path of ["/downloads", "/transactions"]) {
      await page.goto(path);
      const files = page.locator('main a[download][href^="/export/transactions."]');
      await files.filter({ hasText: "Parquet" }).first().waitFor();
      expect(await page.getByText("XLSX files hold at most 100,000 rows").count(), path).toBe(1);
      for (const file of await files.evaluateAll((all) => all.map((link) => link.getAttribute("href")))) {
        expect([file, (await page.request.head(file ?? "")).status()]).toEqual([file, 200]);
      }
    }
  });

  it("exports the figures of a chart as a workbook for users who may download files", async () => {
    const { page } = await openAs();
    await page.goto("/treasuries?group=none&range=1m");
    await page
      .getByRole("button", { name: /^Download or share: / })
      .first()
      .press("Enter");
    /** Chosen from the open menu, which has closed before another opens. */
    const downloaded = async (action: string) => {
      const item = page.getByRole("menuitem", { name: action });
      const file = await waitForEvent(page.waitForEvent("download"), () => pickByKey(item));
      await item.waitFor({ state: "detached" });
      return file;
    };
    const download = await downloaded("Download XLSX");
    expect(download.suggestedFilename()).toMatch(/^us-treasuries-value-\d{4}-\d{2}-\d{2}-sample\.xlsx$/);
    const parts = unzipSync(new Uint8Array(await readFile(await download.path())));
    const sheet = strFromU8(parts["xl/worksheets/sheet1.xml"] ?? new Uint8Array());
    // The names, and a month of days.
    expect([29, 30, 31, 32, 33]).toContain(sheet.match(/<row /g)?.length);

    // Assets by yield and maturity are exported in the same ways.
    const menu = page.getByRole("button", { name: /^Download or share: .* by average maturity$/ });
    for (const [action, holds] of [
      ["Download CSV", /^Date,Id,Asset,Ticker,.*\(sample\)/],
      ["Download SVG", /@font-face\{font-family:"Inter Variable".*SAMPLE DATA/s],
    ] as const) {
      await menu.press("Enter");
      expect(await readFile(await (await downloaded(action)).path(), "utf8")).toMatch(holds);
    }
  });

  it("reports an invalid URL, and shows the rest", async () => {
    const { page } = await openAs();
    const unknown = encodeURIComponent(JSON.stringify([["shoe_size", "gt", 42]]));
    const answer = await page.goto(`/loan_timeseries?filters=${unknown}`);
    expect(answer?.status()).toBe(200);
    await page.getByText("This chart cannot be shown").waitFor();
    await page.getByText("This table view does not exist").waitFor();
  });
});
