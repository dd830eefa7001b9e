/** Users and organizations in a real browser: found, shown, changed, and viewed as the user. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished } from "vitest";
import { accessibilityProblems } from "../support/accessibilityProblems";
import { problemsInBothThemes } from "../support/expectFit";
import { statusOf, untilFrameHydrated } from "../support/openPage";
import { type PeopleBrowser, startPeopleBrowser } from "../support/peopleBrowser";
import { pick } from "../support/pick";
import { saveScreenshot } from "../support/saveScreenshot";
import { overflow } from "../support/screenProblems";
import { waitForEvent } from "../support/waitForEvent";

const administrator = "operator@desk.example";
const customer = "customer@client.example";

describe.skipIf(inject("browserMissing") !== "")("the administration of people", () => {
  let people: PeopleBrowser;
  let storageState: Awaited<ReturnType<ReturnType<Page["context"]>["storageState"]>>;

  beforeAll(async () => {
    people = await startPeopleBrowser({ ADMIN_EMAILS: administrator });
  });
  afterAll(() => people?.close());

  const open = () =>
    people.open({ storageState, viewport: { width: 1280, height: 900 }, colorScheme: "light" });
  const confirm = async (page: Page, button: string, answer: string) => {
    // The previous link may have reloaded the page.
    await untilFrameHydrated(page);
    await page.getByRole("button", { name: button }).click();
    await page.getByRole("dialog").getByRole("button", { name: answer, exact: true }).click();
  };
  /** Opens the page of the customer, or of their organization, from its list. */
  const find = async (page: Page, list: string, words: string, name: string) => {
    await page.goto(`${list}?q=${encodeURIComponent(words)}`);
    await page.getByRole("link", { name }).click();
    await page.getByRole("heading", { name, level: 1 }).waitFor();
  };

  it("is rejected for visitors and non-administrators", async () => {
    const { page } = await people.open();
    await people.signInKnown(page, customer);
    for (const address of [
      "users",
      "users/1",
      "organizations",
      "organizations/1",
      "audit_log",
      "audit_log/1",
    ]) {
      const stranger = await fetch(`${people.product.url}/admin/${address}`, { redirect: "manual" });
      expect([address, stranger.status]).toEqual([address, 302]);
      expect([address, await statusOf(page, `/admin/${address}`)]).toEqual([address, 403]);
    }
  });

  it("finds a user, suspends and restores them", async () => {
    const { page, errors } = await people.open();
    await people.signInKnown(page, administrator);
    storageState = await page.context().storageState();
    await find(page, "/admin/users", "client.example", customer);
    await page.getByText("Mozilla").or(page.getByText("Chrome")).first().waitFor();
    await confirm(page, `Suspend ${customer}`, "Suspend");
    await page.getByText("User suspended.").waitFor();
    await page.getByText("Not signed in anywhere").waitFor();
    await saveScreenshot(page, "user-suspended");
    await page.getByRole("link", { name: "suspend user" }).waitFor();
    await confirm(page, `Restore ${customer}`, "Restore");
    await page.getByText("User restored.").waitFor();
    expect(errors).toEqual([]);
  });

  it("sets the plan and a flag of an organization, which apply to its members from then on", async () => {
    const { page } = await open();
    await find(page, "/admin/organizations", "client.example", "client.example");
    await page.getByRole("combobox", { name: "Plan" }).press("Enter");
    await pick(page.getByRole("option", { name: /^All access trial/ }));
    await page.getByLabel("Days from today").fill("0");
    await page.getByRole("button", { name: "Set plan" }).click();
    await page.getByText("Enter 1 to 3650 days.").waitFor();
    await page.getByLabel("Days from today").fill("7");
    await page.getByRole("button", { name: "Set plan" }).click();
    await page.getByText("Plan updated.").waitFor();
    await page.getByText("Current plan: All access trial, until").waitFor();
    await page.getByRole("combobox", { name: "Set enable-data-downloads" }).press("Enter");
    await pick(page.getByRole("option", { name: "Off" }));
    await page.getByText("by organization override").waitFor();
    await saveScreenshot(page, "organization");
    const { page: theirs } = await people.open();
    await people.signIn(theirs, customer);
    const { features } = await theirs.evaluate(async () => {
      const answer = await (await fetch("/api/trpc/users.getProfile")).json();
      return answer.result.data;
    });
    expect(features["enable-api-keys"]).toBe(true);
    expect(features["enable-data-downloads"]).toBe(false);
  });

  it("shows the product as a user sees it, read-only, until that is ended", async () => {
    const { page, errors } = await open();
    await find(page, "/admin/users", "client.example", customer);
    await confirm(page, `View as ${customer}`, "View as this user");
    const notice = page.getByRole("region", { name: "Viewing as another user" });
    await notice.getByText(customer).waitFor();
    await page.waitForURL((url) => url.pathname === "/");
    await saveScreenshot(page, "viewing");
    await page.goto("/watchlist", { waitUntil: "networkidle" });
    await page.getByText("Watchlist hidden").waitFor();
    expect(errors).toEqual([]);
    expect((await page.goto("/admin/users"))?.status()).toBe(403);
    expect((await page.goto("/settings/profile"))?.status()).toBe(200);
    await notice.waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await notice.getByRole("button", { name: "Stop viewing" }).click();
    await page.waitForURL(/\/admin\/users\//);
    await page.getByRole("heading", { name: customer, level: 1 }).waitFor();
    await page.getByRole("link", { name: "stop viewing as user" }).waitFor();
  });

  it("lists audited actions, and shows an entry with before and after", async () => {
    const { page } = await open();
    await page.goto("/admin/audit_log?q=plan");
    await page
      .getByRole("row", { name: /set plan .* → / })
      .first()
      .waitFor();
    // The first one set; the latest is listed first.
    await page.getByRole("link", { name: "set plan" }).last().click();
    await page.getByRole("heading", { name: "set plan", level: 1 }).waitFor();
    await page.getByText('"plan":"FREE"').first().waitFor();
    await page.goto("/admin/audit_log");
    const file = await waitForEvent(page.waitForEvent("download"), () =>
      page.getByRole("link", { name: "CSV" }).click(),
    );
    expect(file.suggestedFilename()).toBe("records-audit_log.csv");
  });

  it("imports a file in the browser after a check of the proposed mapping, by keyboard and on a phone", async () => {
    const { page, errors } = await open();
    await page.goto("/admin/data");
    await page.getByRole("link", { name: "Import a file" }).click();
    await page.getByRole("heading", { name: "Import a file", level: 1 }).waitFor();
    await untilFrameHydrated(page);
    await page.getByRole("button", { name: "Upload and check" }).press("Enter");
    await page.getByText("Choose a file.").waitFor();
    const text = "Day;NAV (USD);Remark\n05.01.2026;1,25;a\n31.02.2026;1,5;b\n";
    const file = { name: "browser figures.csv", mimeType: "text/csv", buffer: Buffer.from(text) };
    await page.getByLabel("File", { exact: true }).setInputFiles(file);
    await page.getByRole("button", { name: "Upload and check" }).press("Enter");
    await page.getByRole("alert").getByText("The file would be rejected.").waitFor();
    expect(await page.getByLabel("Date format").inputValue()).toBe("DD.MM.YYYY");
    expect(await page.getByLabel("Decimal separator").inputValue()).toBe(",");
    await page.getByLabel("Asset or token of all rows").fill("no-such-asset");
    await page.getByLabel("Use of NAV (USD)").selectOption("metric");
    await page.getByLabel("Metric of NAV (USD)").fill("net_asset_value_dollar");
    await page.getByRole("button", { name: "Check", exact: true }).press("Enter");
    await page.getByRole("alert").getByText("no-such-asset").waitFor();
    await page.getByLabel("Asset or token of all rows").fill("ousg");
    await page.getByRole("button", { name: "Check", exact: true }).press("Enter");
    await page.getByText("2 rows read, 1 value would be accepted (1 new,").waitFor();
    await page.getByText('"31.02.2026" is not a calendar date').first().waitFor();
    await saveScreenshot(page, "import-checked");
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.setViewportSize({ width: 320, height: 800 });
    expect(await overflow(page)).toBe(0);
    await saveScreenshot(page, "import-checked-320");
    await page.reload();
    await untilFrameHydrated(page);
    const files = page.getByRole("region", { name: "Imported files" });
    await page.goBack();
    await files.waitFor();
    expect(await files.getByText("browser figures.csv").count()).toBe(0);
    await page.goForward();
    expect(await page.getByLabel("Mapping (JSON)").inputValue()).toContain('"asset": "ousg"');
    await page.getByRole("button", { name: "Import", exact: true }).press("Enter");
    await page.getByText("not everything in the file was stored").waitFor();
    await page.getByText("browser figures.csv: 2 rows read").waitFor();
    // The list was fetched before the import.
    await page.goBack();
    await files.getByText("browser figures.csv").first().waitFor();
    await page.goForward();
    await page.getByRole("button", { name: "Import another file" }).press("Enter");
    await page.getByLabel("File", { exact: true }).waitFor();
    expect(errors).toEqual([]);
  });

  it("shows the sources of the installation and rejected rows of imports, and exports these", async () => {
    const folder = mkdtempSync(path.join(tmpdir(), "cadastre-rejected-"));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const file = path.join(folder, "figures.csv");
    writeFileSync(
      file,
      `entity,metric,date,value,note\nusdc,price_dollar,2026-01-01,1,\nusdc,price_dollar,soon,=2,\0${"long".repeat(40)}\nusdc,price_dollar,${"[".repeat(90_000)},1,\n`,
    );
    await people.product.cadastre("import", file);
    const { page } = await open();
    await page.goto("/admin/data");
    await page.getByText("figures.csv:3", { exact: true }).waitFor();
    await page.getByText("soon,=2,\ufffdlong").first().waitFor();
    const job = (name: string) => page.getByRole("region", { name: "Jobs" }).getByRole("row", { name });
    await expect.poll(() => job("File imports").textContent()).toMatch(/On demand\s*Done/);
    await expect
      .poll(() => job("Expired session and code cleanup").textContent())
      .toMatch(/Daily at 03:20 UTC\s*Not since startup/);
    await saveScreenshot(page, "data");
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    await page
      .getByRole("region", { name: "Table: Rejected rows by file" })
      .getByRole("link", { name: "figures.csv", exact: true })
      .click();
    await page.waitForURL(/file=figures\.csv/);
    await page.getByText("Rows of figures.csv.").waitFor();
    const text = await page.evaluate(async () => (await fetch("/export/quarantine.csv")).text());
    const [header, ...rejected] = text.split("\n");
    expect(header).toBe("file,line,field,kind,reason,row");
    expect(rejected.filter((line) => line.startsWith("figures.csv,"))).toEqual([
      expect.stringMatching(/^figures\.csv,3,/),
      expect.stringMatching(/^figures\.csv,4,/),
    ]);
    const stranger = await fetch(`${people.product.url}/export/quarantine.csv`);
    expect(stranger.status).toBe(401);
  });

  it("enables features for everyone, and disables them again", async () => {
    const { page } = await open();
    const status = async () => (await fetch(`${people.product.url}/pools`, { redirect: "manual" })).status;
    expect(await status()).toBe(302);
    await page.goto("/admin/data");
    const flags = page.getByRole("region", { name: "Features for everyone" });
    await flags.getByRole("combobox", { name: "Set enable-experimental-features" }).waitFor();
    expect(await flags.getByText("enable-admin-tools").count()).toBe(0);
    const set = async (value: string) => {
      await flags.getByRole("combobox", { name: "Set enable-experimental-features" }).press("Enter");
      await pick(page.getByRole("option", { name: value, exact: true }));
    };
    await set("On");
    await expect.poll(status).toBe(200);
    await flags.getByText("by installation").waitFor();
    // The focus stays in place when an option is chosen by keyboard.
    const list = flags.getByRole("combobox", { name: "Set enable-experimental-features" });
    await expect.poll(() => list.evaluate((one) => one === document.activeElement)).toBe(true);
    await set("Inherit");
    await expect.poll(status).toBe(302);
  });

  it("responds with 404 for unknown records", async () => {
    const { page } = await open();
    for (const address of [
      "users/7",
      "organizations/7",
      "audit_log/999999",
      "contact_requests/7",
      "nothing",
    ]) {
      expect([address, await statusOf(page, `/admin/${address}`)]).toEqual([address, 404]);
    }
  });

  it("is accessible in both themes, and fits 1280 and 320 px", async () => {
    const { page, errors } = await open();
    const pages = ["users", "organizations", "audit_log", "contact_requests", "data"].map(
      (name) => `/admin/${name}`,
    );
    for (const address of [...pages, "/admin/users?q=client", "/admin/organizations?q=client"]) {
      await page.goto(address, { waitUntil: "networkidle" });
      if (address.includes("?")) {
        await page
          .getByRole("link", { name: /client\.example/ })
          .first()
          .click();
        await page.getByRole("heading", { name: "History" }).waitFor();
      }
      for (const width of [320, 1280]) {
        await page.setViewportSize({ width, height: 900 });
        await saveScreenshot(page, `${width}${address.replaceAll(/\W/g, "_")}`);
        expect(await overflow(page), `${address} at ${width}`).toBe(0);
        expect(await page.evaluate(timesOverNext), `${address} at ${width}`).toBe(0);
      }
      expect(await page.locator("main :is(dd, td)").getByText("–", { exact: true }).count(), address).toBe(0);
      expect(await problemsInBothThemes(page), address).toEqual([]);
    }
    expect(errors).toEqual([]);
  });
});

/** Runs in the page: counts `time` elements that overflow into the next cell. */
function timesOverNext(): number {
  return [...document.querySelectorAll("main tbody td time")].filter((time) => {
    const cell = time.closest("td")?.getBoundingClientRect();
    return time.getBoundingClientRect().right > (cell?.right ?? 0) + 1;
  }).length;
}
