/** The code offered by a chart, run unchanged: it returns the data of the chart. */
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { accessibilityProblems } from "../support/accessibilityProblems";
import { sharedChromium } from "../support/chromium";
import { hasCommand, missingProgram } from "../support/externalPrograms";
import { openPage } from "../support/openPage";
import { pickByKey } from "../support/pick";
import { cadastre } from "../support/product";

const run = promisify(execFile);

/** The command of each language, and the program that it needs in addition to Node. */
const programs = {
  curl: { needs: "curl", args: (code: string) => ["bash", "-c", code] },
  TypeScript: { needs: null, args: (code: string) => [process.execPath, "--input-type=module", "-e", code] },
  Python: { needs: "python3", args: (code: string) => ["python3", "-c", code] },
} as const;

describe.skipIf(inject("browserMissing") !== "")("the code of a chart", () => {
  let browser: Browser;
  let codes: Record<string, string>;
  let shown: string[];
  let key: string;

  const menu = (page: Page) => page.getByRole("button", { name: /^Download or share: / }).first();

  beforeAll(async () => {
    browser = await sharedChromium();
    const created = await cadastre(["keys", "create", "--name", "Chart code"], {
      DATA_DIR: inject("productDataDir"),
    });
    key = created.stdout.trim();
  });
  afterAll(() => browser?.close());

  it("is offered in each language, by keyboard too, and returns the focus", async () => {
    const { page, context, complaints } = await openPage(
      browser,
      `${inject("productUrl")}/treasuries?group=network&range=1y`,
    );
    await menu(page).focus();
    await page.keyboard.press("Enter");
    await page.getByRole("menuitem", { name: "Download CSV: every series" }).waitFor();
    // Excel files require permission to download files.
    expect(await page.getByRole("menuitem", { name: "Download XLSX" }).count()).toBe(0);
    await pickByKey(page.getByRole("menuitem", { name: "Use in code" }));
    const dialog = page.getByRole("dialog", { name: "Use in code" });
    await dialog.getByRole("tab").first().waitFor();
    await page.evaluate(() => {
      new MutationObserver(() => {
        const panels = [...document.querySelectorAll("[role=tabpanel]")];
        const shown = panels.filter((panel) => panel.checkVisibility()).length;
        Object.assign(window, {
          mostPanels: Math.max(Number(Reflect.get(window, "mostPanels") ?? 0), shown),
        });
      }).observe(document, { attributes: true, childList: true, subtree: true });
    });
    codes = {};
    for (const tab of await dialog.getByRole("tab").all()) {
      const language = (await tab.textContent()) ?? "";
      await tab.click();
      // The code of the previous tab is still part of the page for a moment.
      const panel = dialog.getByRole("tabpanel", { name: language, exact: true });
      codes[language] = (await panel.locator("pre").textContent()) ?? "";
    }
    expect(await page.evaluate(() => Reflect.get(window, "mostPanels"))).toBe(1);
    expect(Object.keys(codes)).toEqual(["curl", "TypeScript", "Python", "Google Sheets", "Excel"]);
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    await expect.poll(() => menu(page).evaluate((button) => button === document.activeElement)).toBe(true);
    const legend = await page.getByRole("list", { name: "Legend" }).locator("li").allTextContents();
    shown = legend.map((one) => one.replace(/\$.*$/, "")).filter((name) => !name.startsWith("All Others"));
    expect(shown.length).toBeGreaterThan(3);
    expect(complaints).toEqual([]);
    await context.close();
  });

  it.each(Object.entries(programs))("runs as %s", async (language, { needs, args }) => {
    if (needs !== null && !hasCommand(needs)) {
      const reason = `${needs} is not installed`;
      missingProgram(reason);
      return console.warn(`skipped: ${reason}`);
    }
    const [program = "", ...rest] = args(codes[language] ?? "");
    const { stdout } = await run(program, rest, { env: { ...process.env, CADASTRE_API_KEY: key } });
    for (const name of shown) expect(stdout).toContain(name);
  });

  it("returns a file with every group for spreadsheets, without a key", async () => {
    const [, address = ""] =
      /^=IMPORTDATA\("(.*?)"; ","; "en_US"\)$/.exec(codes["Google Sheets"] ?? "") ?? [];
    expect(codes.Excel).toContain(`Web.Contents("${address}")`);
    const answer = await fetch(address);
    expect(answer.status).toBe(200);
    const [head = ""] = (await answer.text()).split("\n");
    for (const name of shown) expect(head).toContain(name);
  });
});
