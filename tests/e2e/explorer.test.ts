/** The explorer of the data API in a real browser: queries are built, shared, and return the responses of the API. */
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { explorerFamilies } from "#domain/screens";
import { accessibilityProblems } from "../support/accessibilityProblems";
import { untilFrameHydrated } from "../support/openPage";
import { openSharedProduct } from "../support/peopleBrowser";
import { pick } from "../support/pick";

const email = "developer@explorer.example";

type Shared = Awaited<ReturnType<typeof openSharedProduct>>;

describe.skipIf(inject("browserMissing") !== "")("the API explorer", () => {
  let people: Shared;
  let key: string;
  let storageState: Awaited<ReturnType<ReturnType<Page["context"]>["storageState"]>>;

  beforeAll(async () => {
    people = await openSharedProduct();
    const created = await people.product.cadastre("keys", "create", "--name", "Explorer test");
    key = created.stdout.trim();
  });
  afterAll(() => people?.close());

  /** Opens a page as a user with access to the API. */
  const developer = async (path: string, width = 1280) => {
    const opened = await people.open({ viewport: { width, height: 900 }, storageState });
    const response = await opened.page.goto(path);
    expect(response?.status()).toBe(200);
    await untilFrameHydrated(opened.page);
    return opened;
  };
  const queryOf = (page: Page) => JSON.parse(new URL(page.url()).searchParams.get("query") ?? "null");
  const choose = async (page: Page, label: string, option: string) => {
    await page.getByRole("combobox", { name: label, exact: true }).press("Enter");
    await pick(page.getByRole("option", { name: new RegExp(`^${option}\\b`) }).first());
  };

  it("opens every listed page, and no other, for users with access to the API", async () => {
    const first = await people.open();
    await people.signIn(first.page, email);
    for (const [flag, value] of [
      ["enable-api-keys", "on"],
      ["enable-experimental-features", "on"],
      ["enable-inline-onboarding", "off"],
    ] as const) {
      await people.product.cadastre("flags", "set", "user", email, flag, value);
    }
    storageState = await first.page.context().storageState();
    const { page, errors } = await developer("/tools/api/api-keys");
    await page.getByRole("heading", { level: 1, name: "API Tools" }).waitFor();
    await page.goto("/tools/api/v4/protocols");
    const choices = page.locator("nav[aria-label=Endpoints] li");
    const endpoints = await choices.allTextContents();
    expect(new Set(endpoints).size).toBe(endpoints.length);
    expect(endpoints).toEqual(expect.arrayContaining(["/assets", "/assets/aggregates", "/news"]));
    expect(await page.locator("nav[aria-label=Endpoints] [aria-current]").textContent()).toBe("/protocols");
    const statuses = await page.evaluate(
      (paths) =>
        Promise.all(paths.map(async (path): Promise<[string, number]> => [path, (await fetch(path)).status])),
      [
        ...explorerFamilies.flatMap(({ pages }) => pages.slice(0, 10).map(({ path }) => path)),
        "/tools/api/v4/nonsense",
        "/tools/api/nonsense",
      ],
    );
    expect(statuses.filter(([, status]) => status !== 200)).toEqual([
      ["/tools/api/v4/nonsense", 404],
      ["/tools/api/nonsense", 404],
    ]);
    // A name from the other folder links to its page, with its query.
    const query = encodeURIComponent(JSON.stringify({ search: "black" }));
    await page.goto(`/tools/api/endpoint/managers?query=${query}`);
    await page.getByRole("heading", { level: 1, name: /^Explorer: / }).waitFor();
    expect(new URL(page.url()).pathname).toBe("/tools/api/v4/managers");
    expect(queryOf(page)).toEqual({ search: "black" });
    expect(errors.filter((error) => !error.includes("404"))).toEqual([]);
    const stranger = await people.open();
    await stranger.page.goto("/tools/api/endpoint/assets");
    await stranger.page.waitForURL("**/login?**");
  });

  it("builds a nested filter and shows exactly the response of the API", async () => {
    const { page, errors } = await developer("/tools/api/endpoint/assets");
    await page.getByRole("button", { name: "Add condition" }).press("Enter");
    await choose(page, "Field of condition 1", "asset_class_slug");
    await choose(page, "Operator of condition 1", "equals");
    await page.getByLabel("Value of condition 1").fill("treasuries");
    await page.getByRole("button", { name: "Add group", exact: true }).press("Enter");
    await choose(page, "Field of Group 2, condition 1", "holding_addresses_count");
    await choose(page, "Operator of Group 2, condition 1", "gte");
    const run = page.getByRole("button", { name: "Run query" });
    await run.press("Enter");
    await page.getByText("Enter a value, or remove the condition").waitFor();
    await page.getByLabel("Value of Group 2, condition 1").fill("100");
    await run.press("Enter");
    await page.waitForURL(/query=/);
    expect(queryOf(page)).toMatchObject({
      filter: {
        operator: "and",
        filters: [
          { operator: "equals", field: "asset_class_slug", value: "treasuries" },
          { operator: "gte", field: "holding_addresses_count", value: 100 },
        ],
      },
    });
    await page.getByRole("tab", { name: "JSON" }).press("Enter");
    await page.waitForURL(/view=json/);
    const addressed = page.getByRole("region", { name: "API address" });
    // It may be that of the previous query for a moment.
    await addressed.getByText("treasuries").waitFor();
    const address = (await addressed.textContent()) ?? "";
    const answer = await fetch(address, { headers: { authorization: `Bearer ${key}` } });
    const shown = page.getByRole("region", { name: "JSON of the response" });
    const body = await answer.json();
    expect(body.results.length).toBeGreaterThan(3);
    await expect.poll(async () => JSON.parse((await shown.textContent()) ?? "")).toEqual(body);
    expect(await accessibilityProblems(page)).toEqual([]);
    expect(errors).toEqual([]);
  });

  it("opens a shared URL with its query in the builder, and reports an invalid one as the API does", async () => {
    const query = {
      filter: { operator: "gt", field: "nonsense", value: 1 },
      pagination: { page: 1, perPage: 3 },
    };
    const path = `/tools/api/v4/platforms?${new URLSearchParams({ query: JSON.stringify(query) })}`;
    const { page } = await developer(path, 320);
    const problems = page.getByRole("list", { name: "Problems" });
    await problems.waitFor();
    const address = (await page.getByRole("region", { name: "API address" }).textContent()) ?? "";
    const { errors } = await (await fetch(address, { headers: { authorization: `Bearer ${key}` } })).json();
    expect(await problems.getByRole("listitem").allTextContents()).toEqual(
      errors.map((one: { path: string; message: string }) => `${one.path}: ${one.message}`),
    );
    await expect.poll(() => page.getByLabel("Value of condition 1").inputValue()).toBe("1");
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
    ).toBe(0);
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByRole("radio", { name: "JSON" }).check({ force: true });
    const text = page.getByRole("textbox", { name: "Query" });
    await text.fill("{");
    await page.getByRole("button", { name: "Run query" }).click();
    await page.getByText(/^This is not valid JSON/).waitFor();
    await text.fill('{"fields": ["name"], "pagination": {"perPage": 2}}');
    await page.getByRole("button", { name: "Run query" }).click();
    await expect.poll(() => page.getByRole("row").count()).toBe(3);
  });

  it("draws series, with the chart library loaded for the chart only", async () => {
    const { page, errors } = await developer("/tools/api/endpoint/token_timeseries");
    const drawn = () =>
      page.evaluate(() =>
        performance.getEntriesByType("resource").some((entry) => entry.name.includes("/_build/drawing")),
      );
    await page.getByRole("table").waitFor();
    // On a phone it is next to the group, without the name of its column.
    expect(await page.locator("tbody .main").first().getAttribute("data-label")).toBe("Last value");
    expect(await drawn()).toBe(false);
    await page.getByRole("tab", { name: "Chart" }).click();
    await page.locator(".chart-frame[data-live]").waitFor();
    await expect.poll(drawn).toBe(true);
    await page.getByRole("tab", { name: "Code", exact: true }).click();
    await page.getByRole("tab", { name: "Google Sheets" }).click();
    const sample = page.getByRole("tabpanel", { name: "Google Sheets" });
    const formula = (await sample.locator("pre").textContent()) ?? "";
    const [, file = ""] = /^=IMPORTDATA\("(.*?)"; ","; "en_US"\)$/.exec(formula) ?? [];
    const csv = await fetch(file);
    expect(csv.status).toBe(200);
    expect(await csv.text()).toMatch(/^Timestamp,Date,Measure,/);
    expect(errors).toEqual([]);
  });
});
