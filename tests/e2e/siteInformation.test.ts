/** Pages about the data: downloads, plans, evidence, citations, and requests to the operator. */
import type { Page } from "playwright-core";
import { describe, expect, inject, it } from "vitest";
import { api, firstRow, open, site } from "../support/marketPages";

describe.skipIf(inject("browserMissing") !== "")("pages about the data", () => {
  it("the page of citations names the source documents of facts, and explains how to cite", async () => {
    const { page } = await open("/citations", { scripts: false });
    const { results } = await api("/cited_documents", {
      pagination: { page: 1, perPage: 1 },
      fields: ["document"],
    });
    expect(await firstRow(page, "Documents").locator("th").textContent()).toContain(
      String(results[0]?.document),
    );
    expect(await page.getByRole("region", { name: "How to cite" }).textContent()).toContain(site);
    // Instructions for operators are shown to administrators only.
    expect(await page.getByText("citations.jsonl").count()).toBe(0);
  });

  it("a request to the operator names missing fields, and is accepted with or without scripts", async () => {
    const { page, context } = await open("/platform-overview");
    const fill = async (of: Page) => {
      await of.getByLabel("Name", { exact: true }).fill("Ada Reader");
      await of.getByLabel("Company", { exact: true }).fill("Reader & Sons");
      await of.getByLabel("Message", { exact: true }).fill("A trial, please.");
    };
    await fill(page);
    await page.getByLabel("Email", { exact: true }).fill("not-an-address");
    await page.getByRole("button", { name: "Send request" }).click();
    await page.getByRole("alert").getByText("Enter a valid email address").waitFor();
    await expect.poll(() => page.getByLabel("Message").inputValue()).toBe("A trial, please.");
    await page.getByLabel("Email", { exact: true }).fill("ada@reader.example");
    await page.getByRole("button", { name: "Send request" }).click();
    await page.getByText("Thank you. Your request has been received.").waitFor();
    await context.close();

    const plain = await open("/data-partners", { scripts: false });
    await fill(plain.page);
    await plain.page.getByLabel("Email", { exact: true }).fill("ada@reader.example");
    await plain.page.getByRole("button", { name: "Send request" }).click();
    await plain.page.getByRole("heading", { level: 1, name: "Request received", exact: true }).waitFor();
  });

  it("plans are compared in a table with a name, whose cells say what is included", async () => {
    const { page } = await open("/platform-overview", { scripts: false });
    const plans = page.getByRole("table", { name: "Plan comparison" });
    const row = plans.getByRole("row", { name: /^Free/ });
    // This product enables experimental features for everyone.
    expect(await row.getByRole("cell", { name: "Not included", exact: true }).count()).toBe(3);
  });

  it("downloads say what they hold and what they need before they ask for it", async () => {
    const { page } = await open("/downloads", { scripts: false });
    const { pagination } = await api("/networks", { fields: ["id"] });
    const row = page.locator("tr", { has: page.getByText("Networks", { exact: true }) });
    expect(await row.locator("td").first().textContent()).toBe(String(pagination.resultCount));
    const needed = row.locator("td").nth(1).getByText("needs a plan with data downloads");
    expect(await needed.count()).toBe(3);
    expect(await row.ariaSnapshot()).toContain(
      "XLSX (needs a plan with data downloads) Parquet (needs a plan with data downloads)",
    );
    const csv = await row.getByRole("link", { name: "CSV of Networks", exact: true }).getAttribute("href");
    const lines = (await (await fetch(site + csv)).text()).trim().split(/\r?\n/);
    expect(lines).toHaveLength(pagination.resultCount + 1);
    expect((await fetch(`${site}/export/networks.xlsx`)).status).toBe(401);
    // Daily values come first: of all classes, and of the assets of each.
    const files = page.locator('main a[download][href*="/timeseries.csv"]');
    expect(await page.locator("main a[download]").first().textContent()).toContain("all asset classes");
    expect(await files.count()).toBeGreaterThan(8);
    const treasuries = page.getByRole("link", { name: "CSV of daily values: US Treasuries" });
    const daily = await fetch(site + (await treasuries.getAttribute("href")));
    expect(daily.headers.get("content-disposition")).toContain("daily-values-treasuries");
    expect(await daily.text()).toContain("BlackRock USD Institutional Digital Liquidity Fund");
  });

  it("the coverage of evidence matches the data API, class by class", async () => {
    const { page } = await open("/evidence", { scripts: false });
    const { results } = await api("/evidence_coverage", {
      filter: { field: "field", operator: "equals", value: "has_credit_rating" },
      fields: ["asset_class_name", "known_percent"],
    });
    const all = results.find((row) => row.asset_class_name === null);
    const row = page.locator("tbody tr", { has: page.locator("th", { hasText: "Rated" }) }).first();
    expect(await row.locator("td").count()).toBe(results.length);
    expect(Number.parseInt((await row.locator("td").first().textContent()) ?? "", 10)).toBe(
      Math.round(Number(all?.known_percent)),
    );
  });
});
