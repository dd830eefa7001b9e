/** Corrections in a real browser: a wrong file that is imported and taken back, and a value that is marked as wrong. */
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { accessibilityProblems } from "../support/accessibilityProblems";
import { untilFrameHydrated } from "../support/openPage";
import { type PeopleBrowser, startPeopleBrowser } from "../support/peopleBrowser";
import { pick } from "../support/pick";
import { saveScreenshot } from "../support/saveScreenshot";
import { overflow } from "../support/screenProblems";

const administrator = "corrector@desk.example";
/** Ten assets of the catalog. */
const assets = ["ousg", "usdy", "buidl", "benji", "usdc", "usdt", "paxg", "xaut", "dai", "eurc"];
const days = ["2026-01-05", "2026-01-06", "2026-01-07"];
const fileOf = (name: string, values: readonly number[]) => ({
  name,
  mimeType: "text/csv",
  buffer: Buffer.from(
    `entity,metric,date,value\n${assets
      .flatMap((asset) => days.map((day, i) => `${asset},price_dollar,${day},${values[i]}\n`))
      .join("")}`,
  ),
});

describe.skipIf(inject("browserMissing") !== "")("corrections", () => {
  let people: PeopleBrowser;
  let page: Page;
  let errors: string[];

  beforeAll(async () => {
    people = await startPeopleBrowser({ ADMIN_EMAILS: administrator });
  });
  afterAll(() => people?.close());

  let storageState: Awaited<ReturnType<ReturnType<Page["context"]>["storageState"]>> | undefined;
  const openTab = async () => {
    const look = { viewport: { width: 1280, height: 900 }, colorScheme: "light" } as const;
    ({ page, errors } = await people.open({ ...look, ...(storageState !== undefined && { storageState }) }));
  };
  const open = async (path: string) => {
    await page.goto(path);
    await untilFrameHydrated(page);
  };
  const importFile = async (file: ReturnType<typeof fileOf>) => {
    await open("/admin/data/import");
    await page.getByLabel("File", { exact: true }).setInputFiles(file);
    await page.getByRole("button", { name: "Upload and check" }).click();
    await page.getByText("30 rows read, 30 values would be accepted").waitFor();
    await page.getByRole("button", { name: "Import", exact: true }).click();
    await page.getByText("The file was imported.").waitFor();
    await page.getByRole("button", { name: "Import another file" }).click();
    await page.getByLabel("File", { exact: true }).waitFor();
  };
  /** Newest price of an asset on its page; null without one. */
  const priceOf = async (asset: string): Promise<number | null> =>
    page.evaluate(async (slug) => {
      const input = JSON.stringify({ metric: "price_dollar", entityType: "asset", entityId: slug });
      const answer = await fetch(`/api/trpc/market.explain?input=${encodeURIComponent(input)}`);
      return (await answer.json()).result.data.value;
    }, asset);

  it("list imports, and take a wrong file of ten assets back after showing what will change", async () => {
    await openTab();
    await people.signInKnown(page, administrator);
    storageState = await page.context().storageState();
    await open("/admin/data/imports");
    await page.getByText("No imports yet").waitFor();
    await importFile(fileOf("right.csv", [1, 2, 3]));
    await importFile(fileOf("wrong.csv", [100, 200, 300]));
    expect(await priceOf("ousg")).toBe(300);

    await open("/admin/data/imports");
    await page.getByRole("row", { name: /wrong\.csv.*files.*30.*30.*0.*30.*10.*corrector@desk/ }).waitFor();
    await page.getByRole("searchbox", { name: "Search Imports" }).fill("wrong");
    await page.waitForURL(/q=wrong/);
    await expect.poll(() => page.getByRole("link", { name: "right.csv" }).count()).toBe(0);
    await saveScreenshot(page, "imports");
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByRole("link", { name: "wrong.csv" }).click();
    await page.getByRole("heading", { name: "wrong.csv", level: 1 }).waitFor();
    await untilFrameHydrated(page);

    // A part first: nothing is removed before the confirmation.
    await page.getByLabel("First day (optional)").fill("2026-01-07");
    await page.getByRole("combobox", { name: "Assets and tokens (optional)" }).press("Enter");
    await pick(page.getByRole("option", { name: /^ousg/ }));
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Show what would change" }).press("Enter");
    await page.getByText("1 figure of 1 asset (1 entity, 1 metric) on 7 Jan 2026.").waitFor();
    await page.getByRole("button", { name: "Choose all figures" }).click();
    await page.getByRole("button", { name: "Show what would change" }).press("Enter");
    await page.getByText("30 figures of 10 assets (10 entities, 1 metric)").waitFor();
    const changes = page.getByRole("table", { name: "Figures now and afterwards" });
    await changes
      .getByRole("row", { name: /ousg.*300.*(None|Ends)/ })
      .first()
      .waitFor();
    const pages = page.getByRole("region", { name: "Pages with these figures" });
    expect(await pages.getByRole("link", { name: "BlackRock USD" }).first().getAttribute("href")).toBe(
      "/assets/buidl",
    );
    await saveScreenshot(page, "undo-preview");
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.setViewportSize({ width: 320, height: 800 });
    expect(await overflow(page)).toBe(0);
    await saveScreenshot(page, "undo-preview-320");
    await page.setViewportSize({ width: 1280, height: 900 });
    expect(await priceOf("ousg")).toBe(300);

    await page.getByRole("button", { name: "Take back 30 figures of wrong.csv" }).press("Enter");
    await page.getByRole("dialog").getByRole("button", { name: "Take back", exact: true }).press("Enter");
    await page.getByText("Removed 30 figures of 10 assets, reported by wrong.csv.").waitFor();
    await page.getByText("Its figures were taken back.").waitFor();
    await saveScreenshot(page, "undo-done");
    expect(await priceOf("ousg")).toBeNull();
    await page.getByRole("link", { name: "Entry in the audit log" }).click();
    await page.getByRole("row", { name: /undo import.*wrong\.csv/ }).waitFor();
  });

  it("mark a value as wrong from its explanation, explain that to visitors, and restore it", async () => {
    await openTab();
    await importFile(fileOf("right again.csv", [1, 2, 33]));
    await open("/admin/data/corrections");
    await page.getByRole("button", { name: "Show what would change" }).press("Enter");
    for (const problem of ["Enter an asset or token.", "Enter a metric.", "Choose a day."]) {
      await page.getByText(problem).waitFor();
    }
    await expect
      .poll(() => page.getByLabel("Asset or token").evaluate((field) => field === document.activeElement))
      .toBe(true);
    await open("/assets/ousg?explain=price_dollar");
    await page.getByRole("link", { name: "Mark as wrong" }).first().click();
    await page.waitForURL(/\/admin\/data\/corrections/);
    await untilFrameHydrated(page);
    await page.getByText("on 7 Jan 2026: 33, reported by files in right again.csv.").waitFor();
    await page.getByRole("button", { name: "Mark as wrong" }).press("Enter");
    await page.getByText("Say why the value is wrong.").waitFor();
    await page.getByLabel("Reason").fill("Misplaced decimal point");
    await page.getByLabel("Signed (optional)").fill("the data desk");
    await saveScreenshot(page, "supersede");
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.setViewportSize({ width: 320, height: 800 });
    expect(await overflow(page)).toBe(0);
    await saveScreenshot(page, "supersede-320");
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.getByRole("button", { name: "Mark as wrong" }).press("Enter");
    await page.getByText("It is no longer used, and its explanation says why.").waitFor();
    await page.getByRole("row", { name: /33.*Misplaced decimal point.*corrector@desk.*Not used/ }).waitFor();
    expect(await priceOf("ousg")).toBe(2);

    const { page: theirs } = await people.open();
    await theirs.goto(`${people.product.url}/assets/ousg?explain=price_dollar`);
    await theirs.getByText("Misplaced decimal point (the data desk,").waitFor();
    expect(await theirs.getByText("corrector@desk").count()).toBe(0);
    expect(await theirs.getByText("Mark as wrong").count()).toBe(0);
    await saveScreenshot(theirs, "superseded-explained");

    await page.getByRole("button", { name: /^Restore Price of ousg/ }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Restore", exact: true }).click();
    await page.getByText("It counts again.").waitFor();
    expect(await priceOf("ousg")).toBe(33);
    expect(errors).toEqual([]);
  });
});
