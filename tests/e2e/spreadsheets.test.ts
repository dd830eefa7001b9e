/** Links for spreadsheets in a real browser: from a query to the rows that a spreadsheet reads, and to revocation. */
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { accessibilityProblems } from "../support/accessibilityProblems";
import { untilFrameHydrated } from "../support/openPage";
import { openSharedProduct } from "../support/peopleBrowser";

const email = "analyst@spreadsheets.example";

/** Unique to this run: the data may be that of an earlier one. */
const name = `Weekly report ${crypto.randomUUID().slice(0, 8)}`;

type Shared = Awaited<ReturnType<typeof openSharedProduct>>;

describe.skipIf(inject("browserMissing") !== "")("spreadsheet links", () => {
  let people: Shared;
  beforeAll(async () => {
    people = await openSharedProduct();
  });
  afterAll(() => people?.close());

  it("are created from a query of the explorer, read by a program without a key, and revoked", async () => {
    const { page, errors } = await people.open({ viewport: { width: 1280, height: 900 } });
    await people.signIn(page, email);
    for (const [flag, value] of [
      ["enable-api-keys", "on"],
      ["enable-inline-onboarding", "off"],
    ] as const) {
      await people.product.cadastre("flags", "set", "user", email, flag, value);
    }
    const query = { fields: ["slug", "name"], sort: { field: "slug", direction: "asc" } };
    const shown = { ...query, pagination: { page: 1, perPage: 10 } };
    await page.goto(
      `/tools/api/v4/platforms?${new URLSearchParams({ query: JSON.stringify(shown), view: "code" })}`,
    );
    await untilFrameHydrated(page);
    await page.getByRole("tab", { name: "Code", exact: true }).click();
    await page.getByRole("link", { name: "Create a spreadsheet link" }).click();
    await page.getByRole("heading", { level: 1, name: "Spreadsheets" }).waitFor();
    await untilFrameHydrated(page);
    await expect.poll(() => page.getByLabel("Endpoint").inputValue()).toBe("/platforms");
    await expect
      .poll(async () => JSON.parse(await page.getByLabel("Query", { exact: true }).inputValue()))
      .toEqual(query);

    await page.getByRole("button", { name: "Create link" }).press("Enter");
    await page.getByText("Enter a name for the link").waitFor();
    await page.getByLabel("Endpoint").fill("/nonsense");
    await page.getByLabel("Name", { exact: true }).fill(name);
    await page.getByRole("button", { name: "Create link" }).press("Enter");
    await page.getByText('"/nonsense" has no CSV file').waitFor();
    await page.getByLabel("Endpoint").fill("/platforms");
    await page.getByRole("button", { name: "Create link" }).press("Enter");
    const formula = page.getByRole("region", { name: "Google Sheets formula" });
    await formula.waitFor();
    const address =
      /^=IMPORTDATA\("(.*?)"; ","; "en_US"\)$/.exec((await formula.textContent()) ?? "")?.[1] ?? "";
    for (const program of ["Excel", "LibreOffice"]) {
      await page.getByRole("tab", { name: program }).click();
      const other = page.getByRole("region", { name: `${program} formula` });
      await expect.poll(() => other.textContent()).toContain(address);
    }
    expect(await accessibilityProblems(page)).toEqual([]);

    const response = await fetch(address);
    expect(response.status).toBe(200);
    const lines = (await response.text()).trim().split("\n");
    expect(lines[0]).toBe('"slug","name"');
    // Every row, not only the shown page.
    expect(lines.length).toBeGreaterThan(11);
    expect((await fetch(`${address}&query=%7B%7D`)).status).toBe(400);

    await page.reload();
    await untilFrameHydrated(page);
    const row = page.getByRole("listitem").filter({ hasText: name });
    await row.getByText("last used").waitFor();
    expect(await page.content()).not.toContain(address.slice(-30));
    await page.getByRole("button", { name: `Revoke ${name}` }).press("Enter");
    await page.getByRole("dialog").getByRole("button", { name: "Revoke", exact: true }).press("Enter");
    await row.getByText("Revoked").waitFor();
    expect((await fetch(address)).status).toBe(401);
    expect(errors.filter((error) => !error.includes("400"))).toEqual([]);
  });

  it("fit a phone", async () => {
    const { page } = await people.open({ viewport: { width: 320, height: 800 } });
    await people.signIn(page, email);
    await page.goto("/tools/api/spreadsheets");
    await untilFrameHydrated(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
    expect(await accessibilityProblems(page)).toEqual([]);
  });
});
