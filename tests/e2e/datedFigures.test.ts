/** Pages as of an earlier data version: a restated month, its banner and links, files, and citations that keep their figures. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { catalogKindNames, catalogKinds } from "#domain/catalog";
import { asset, network, token } from "../../src/ingest/testSupport/catalogBuilder";
import { sharedChromium } from "../support/chromium";
import { expectFit } from "../support/expectFit";
import { type OpenOptions, openPage } from "../support/openPage";
import { type Product, startProduct } from "../support/product";
import { saveScreenshot } from "../support/saveScreenshot";

const metric = "bridged_token_value_dollar";
const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);

describe.skipIf(inject("browserMissing") !== "")("figures as of an earlier data version", () => {
  let folder: string;
  let product: Product;
  let browser: Browser;
  /** Data versions before and after the restatement. */
  let before: number;
  let after: number;

  beforeAll(async () => {
    browser = await sharedChromium();
    folder = mkdtempSync(path.join(tmpdir(), "cadastre-dated-"));
    const rows: Record<string, object[]> = {
      "networks.jsonl": [network(1, "ethereum")],
      "assets/all.jsonl": [asset(100_101, "fund-a"), asset(100_102, "fund-b")],
      "tokens/all.jsonl": [token(100_201, "fund-a", "ethereum"), token(100_202, "fund-b", "ethereum")],
    };
    const empty = catalogKindNames.map((kind) => [catalogKinds[kind].path.replace("*", "all"), []] as const);
    for (const [name, list] of [...empty, ...Object.entries(rows)]) {
      const file = path.join(folder, "catalog", name);
      mkdirSync(path.dirname(file), { recursive: true });
      writeFileSync(file, list.map((row) => `${JSON.stringify(row)}\n`).join(""));
    }
    product = await startProduct({
      env: {
        CATALOG_DIR: path.join(folder, "catalog"),
        BUNDLED_CATALOG: "off",
        SAMPLE_DATA: "off",
        TRUST_PROXY: "1",
      },
      dataDir: path.join(folder, "data"),
    });
    before = await report("first.csv", { from: 60, to: 1, supply: 1_000_000 });
    // The latest thirty days.
    after = await report("restated.csv", { from: 30, to: 1, supply: 3_000_000 });
  });
  afterAll(async () => {
    await product?.stop("SIGKILL");
    rmSync(folder, { recursive: true, force: true });
  });

  /** Imports supplies of a token, and a price and a yield that follow them. @returns the data version afterwards */
  async function report(
    name: string,
    { from, to, supply }: { from: number; to: number; supply: number },
  ): Promise<number> {
    const days = Array.from({ length: from - to + 1 }, (_, i) => day(from - i));
    const rows = days.flatMap((date) => [
      `fund-a-ethereum,total_supply_token,${date},${supply}`,
      `fund-a-ethereum,price_dollar,${date},${supply / 1_000_000}`,
      `fund-a,net_asset_value_dollar,${date},2`,
      `fund-a,apy_7_day_percent,${date},${supply / 1_000_000}`,
      `fund-a,weighted_average_maturity_days,${date},50`,
    ]);
    const file = path.join(folder, name);
    writeFileSync(file, `entity,metric,date,value\n${rows.join("\n")}\n`);
    expect((await product.cadastre("import", file)).code).toBe(0);
    const status = await (await fetch(`${product.url}/api/v4/status`)).json();
    return (status as { data_version: number }).data_version;
  }

  const open = (address: string, options?: OpenOptions) => openPage(browser, product.url + address, options);
  const banner = (page: Page) => page.getByRole("region", { name: "Earlier figures" });
  const explained = async (page: Page): Promise<number> =>
    Number(await page.locator("#provenance strong data").first().getAttribute("value"));
  const profile = `/assets/fund-a?explain=${metric}`;

  it("shows a restated month as of before and after, and leads back", async () => {
    const { page, context, complaints } = await open(`${profile}&as_of=${before}`);
    expect(await banner(page).textContent()).toMatch(
      /^Figures as published on .+ UTC \(data version .+\)\. Names and facts are those of the present catalog\. Show the latest figures$/,
    );
    expect(await explained(page)).toBe(2_000_000);
    expect(await page.getByRole("note").filter({ hasText: "has changed since" }).textContent()).toContain(
      "then $2,000,000.00, now $6,000,000.00 (+200.00%)",
    );
    await saveScreenshot(page, "dated-asset");
    // Results of checks are about the latest figures: here, of a price that never changes.
    const results = page.getByRole("region", { name: "Open results of checks" });
    expect(await results.count()).toBe(0);
    // Links to other pages keep the time; forms and documents have none.
    const networks = page.locator('nav a[href^="/networks"]').first();
    expect(await networks.getAttribute("href")).toBe(`/networks?as_of=${before}`);
    expect(await page.locator('a[href^="/login"]').first().getAttribute("href")).not.toMatch(/[?&]as_of=/);
    await banner(page).getByRole("link", { name: "Show the latest figures" }).click();
    await page.waitForURL((url) => !url.searchParams.has("as_of"));
    await expect.poll(() => explained(page)).toBe(6_000_000);
    expect(await results.textContent()).toContain("Frozen price");
    expect(await banner(page).count()).toBe(0);
    expect(complaints).toEqual([]);
    await context.close();
  });

  it("shows the same without scripts, on lists, totals and embedded charts", async () => {
    const plain = { scripts: false };
    const valueOn = async (address: string, selector: string) => {
      const { page, context } = await open(address, plain);
      const value = await page.locator(selector).first().getAttribute("value");
      expect(await banner(page).count()).toBe(address.includes("as_of") ? 1 : 0);
      await context.close();
      return Number(value);
    };
    const row = "main tbody tr:has(a[href^='/networks/ethereum']) data";
    expect(await valueOn(`/networks?as_of=${before}`, row)).toBe(2_000_000);
    expect(await valueOn(`/networks?as_of=${after}`, row)).toBe(6_000_000);
    expect(await valueOn("/networks", row)).toBe(6_000_000);
    const embed = await open(`/assets/fund-a?embed=1&as_of=${before}`, plain);
    expect(await banner(embed.page).textContent()).not.toContain("Show the latest");
    await embed.context.close();
  });

  it("says on pages without earlier rows that they are the latest", async () => {
    const { page, context } = await open(`/citations?as_of=${before}`, { scripts: false });
    expect(await banner(page).textContent()).toBe(
      "This page shows the latest rows: earlier ones are not kept. Remove the date",
    );
    await context.close();
  });

  it("says why a time cannot be shown, and shows the latest figures", async () => {
    for (const [asOf, reason] of [
      ["2001-01-01", /the requested date is before the earliest figures that this installation keeps/],
      ["2299-01-01", /the requested date is in the future/],
      ["soon", /the requested date must be a date \(2026-03-31\)/],
      ["", /the requested date must be a date \(2026-03-31\)/],
      ["true", /the requested date must be a date \(2026-03-31\)/],
      ["9".repeat(300), /the requested date must be a date \(2026-03-31\)/],
      ["2026-01-01&as_of=2026-01-02", /the requested date must be a date \(2026-03-31\)/],
    ] as const) {
      const { page, context, status } = await open(`${profile}&as_of=${asOf}`, { scripts: false });
      expect(status).toBe(200);
      expect(await banner(page).textContent()).toMatch(reason);
      expect(await explained(page)).toBe(6_000_000);
      await context.close();
    }
  });

  const region = (page: Page, label: string, dialog: string) =>
    page
      .getByRole("dialog", { name: dialog })
      .getByRole("region", { name: label })
      .last()
      .locator("code")
      .textContent();
  const citeChart = async (page: Page, figure: string) => {
    await page
      .locator(figure)
      .getByRole("button", { name: /^Download or share/ })
      .click();
    await page.getByRole("menuitem", { name: "Cite" }).click();
    return new URL((await region(page, "Permanent link", "Cite this chart")) ?? "");
  };

  it("lists the values of a chart that have changed since, that were added, and offers them as a file", async () => {
    const { page, context, complaints } = await open(
      `/assets/fund-a?metric=${metric}&group=none&range=1m&as_of=${before}`,
    );
    const note = page.getByRole("note").filter({ hasText: "values of this chart" }).first();
    await page.locator("#chart").hover();
    await note.waitFor();
    expect(await note.textContent()).toMatch(
      /^30 of 3\d values of this chart have changed since, from .+ to .+\.$/,
    );
    const list = page.locator("details").filter({ hasText: "Show what has changed" }).first();
    await list.locator("summary").press("Enter");
    const rows = list.locator("tbody tr");
    expect(await rows.count()).toBe(30);
    expect(await rows.first().textContent()).toContain("$2,000,000.00");
    expect(await rows.first().textContent()).toContain("$6,000,000.00");
    expect(await rows.first().textContent()).toContain("+200.00%");
    const [file] = await Promise.all([
      page.waitForEvent("download"),
      list.getByRole("button", { name: "Download changes as CSV" }).click(),
    ]);
    const text = readFileSync(await file.path(), "utf8")
      .trim()
      .split(/\r?\n/);
    expect([text[0], text.length]).toEqual(["Date,Then,Now", 31]);
    await saveScreenshot(page, "dated-chart-changes");
    await expectFit(page);
    expect(complaints).toEqual([]);
    await context.close();
  });

  it("cites a scatter chart, and lists its figures that have changed since", async () => {
    const { page, context } = await open("/treasuries");
    const link = await citeChart(page, "#scatter");
    expect([link.pathname, link.hash]).toEqual(["/treasuries", "#scatter"]);
    await context.close();
    const dated = await open(`/treasuries?as_of=${before}#scatter`);
    await dated.page.locator("#scatter").hover();
    const note = dated.page.locator("#scatter").getByRole("note");
    await note.waitFor();
    // The yield and the value, and not the maturity.
    expect(await note.textContent()).toMatch(/^2 of 3 values of this chart have changed since, of /);
    await dated.page.locator("#scatter").getByText("Show what has changed").click();
    expect(await dated.page.locator("#scatter tbody tr").first().textContent()).toMatch(/7-day APY1%3%\+2/);
    await saveScreenshot(dated.page, "dated-scatter");
    await dated.context.close();
  });

  it("cites a figure by a link that opens the same figure after a restatement", async () => {
    const { page, context } = await open(profile);
    await page.locator("#provenance").getByRole("button", { name: "Cite" }).click();
    const dialog = page.getByRole("dialog", { name: "Cite this figure" });
    const link = await dialog
      .getByRole("region", { name: "Permanent link" })
      .last()
      .locator("code")
      .textContent();
    const pinned = Number(new URL(link ?? "").searchParams.get("as_of"));
    expect(pinned).toBeGreaterThan(before);
    expect(pinned).toBeLessThanOrEqual(after);
    expect(
      await dialog.getByRole("region", { name: "Sentence" }).last().locator("code").textContent(),
    ).toMatch(/^fund-a.*: \$6,000,000\.00 on .+\. Cadastre\. Data version .+, accessed .+\. http/i);
    expect(await dialog.getByRole("region", { name: "BibTeX" }).last().locator("code").textContent()).toMatch(
      /^@misc\{cadastre-.+,\n {2}author = \{\{Cadastre\}\},\n/,
    );
    await saveScreenshot(page, "dated-cite");
    await page.setViewportSize({ width: 320, height: 800 });
    await saveScreenshot(page, "dated-cite-320");
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    await context.close();
    const unchanged = await open(new URL(link ?? "").pathname + new URL(link ?? "").search);
    await unchanged.page.getByText("has not changed since").waitFor();
    await unchanged.context.close();

    await report("again.csv", { from: 10, to: 1, supply: 5_000_000 });
    const cited = await open(new URL(link ?? "").pathname + new URL(link ?? "").search);
    expect(await explained(cited.page)).toBe(6_000_000);
    await cited.page.getByText("then $6,000,000.00, now $10,000,000.00").waitFor();
    await cited.context.close();
    // An import that is taken back.
    expect((await product.cadastre("imports", "undo", "again.csv", "--yes")).code).toBe(0);
    const undone = await open(new URL(link ?? "").pathname + new URL(link ?? "").search);
    expect(await explained(undone.page)).toBe(6_000_000);
    await undone.context.close();
  });

  it("cites a chart", async () => {
    const { page, context } = await open(`/networks?as_of=${before}`);
    await page
      .getByRole("button", { name: /^Download or share/ })
      .first()
      .click();
    await page.getByRole("menuitem", { name: "Cite" }).click();
    const dialog = page.getByRole("dialog", { name: "Cite this chart" });
    const link = await dialog
      .getByRole("region", { name: "Permanent link" })
      .last()
      .locator("code")
      .textContent();
    const pinned = new URL(link ?? "");
    expect([pinned.pathname, pinned.hash]).toEqual(["/networks", "#chart"]);
    // That of the figures: the data version also moves without them.
    expect(before - Number(pinned.searchParams.get("as_of"))).toBeLessThan(3);
    await context.close();
  });

  it("cites secondary charts, by links that say which of their values have changed since", async () => {
    const latest = await report("second.csv", { from: 60, to: 1, supply: 7_000_000 });
    const { page, context, complaints } = await open("/assets/fund-a");
    const link = await citeChart(page, "#nav-and-price");
    expect([link.pathname, link.hash]).toEqual(["/assets/fund-a", "#nav-and-price"]);
    expect(latest - Number(link.searchParams.get("as_of"))).toBeLessThan(3);
    expect(await region(page, "Sentence", "Cite this chart")).toContain("Net asset value and price, to ");
    await page.keyboard.press("Escape");
    await context.close();
    const address = link.pathname + link.search + link.hash;

    const same = await open(address);
    await same.page.locator("#nav-and-price").hover();
    await same.page
      .getByText(/^None of the \d+ values of this chart has changed since/)
      .last()
      .waitFor();
    await same.context.close();

    await report("later.csv", { from: 3, to: 1, supply: 8_000_000 });
    const cited = await open(address);
    const chart = cited.page.locator("div:has(> #nav-and-price)");
    await chart.getByRole("note").waitFor();
    // Values by week: the latest, or the latest two if a week began within the three days.
    expect(await chart.getByRole("note").textContent()).toMatch(
      /^[12] of \d+ values of this chart (has|have) changed since, (of|from) /,
    );
    await chart.getByText("Show what has changed").click();
    const row = chart
      .getByRole("region", { name: "Table: Net asset value and price: changed values" })
      .locator("tbody tr");
    expect((await row.first().locator("data").allTextContents()).slice(0, 2)).toEqual(["$7.00", "$8.00"]);
    await saveScreenshot(cited.page, "dated-secondary-chart");
    await expectFit(cited.page);
    expect(cited.complaints).toEqual([]);
    expect(complaints).toEqual([]);
    await cited.context.close();
  });

  it("cites facts and rows that are not rewound by a link to the latest ones", async () => {
    for (const address of [`/new-asset-monitor?as_of=${before}`, "/new-asset-monitor"]) {
      const { page, context } = await open(address);
      const link = await citeChart(page, "#chart");
      expect(link.searchParams.has("as_of")).toBe(false);
      await page.getByText("These rows are not kept as of earlier times").waitFor();
      await context.close();
    }
  });

  it("ends the range of a chart on the latest day then", async () => {
    const address = `/assets/fund-a?metric=${metric}&group=none&range=1m`;
    const drawn = async (search: string) => {
      const { page, context } = await open(`${address}&table=1${search}`, { scripts: false });
      const days = await page.locator("#chart-table tbody th").allTextContents();
      await context.close();
      return [days.at(-1), days[0]];
    };
    const shown = await drawn(`&as_of=${before}`);
    expect(shown[0]).toMatch(/20\d\d$/);
    const file = path.join(folder, "ahead.csv");
    // A new day, of another asset.
    writeFileSync(file, `entity,metric,date,value\nfund-b-ethereum,total_supply_token,${day(-0)},5\n`);
    expect((await product.cadastre("import", file)).code).toBe(0);
    expect(await drawn(`&as_of=${before}`)).toEqual(shown);
    expect((await product.cadastre("imports", "undo", "ahead.csv", "--yes")).code).toBe(0);
  });

  it("names files after the time, and fits every width", async () => {
    const { page, context } = await open(`/networks?as_of=${before}`);
    const [file] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("link", { name: "CSV", exact: true }).first().click(),
    ]);
    expect(file.suggestedFilename()).toMatch(new RegExp(`-as-of-${before}\\.csv$`));
    await expectFit(page);
    await context.close();
  });
});
