/** Charts built from a query of the data API, shared by their URL and embedded in other sites. */
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { accessibilityProblems } from "../support/accessibilityProblems";
import { untilFrameHydrated } from "../support/openPage";
import { openSharedProduct } from "../support/peopleBrowser";

const email = "charts@visualization.example";

describe.skipIf(inject("browserMissing") !== "")("a custom chart", () => {
  let people: Awaited<ReturnType<typeof openSharedProduct>>;
  beforeAll(async () => {
    people = await openSharedProduct();
  });
  afterAll(() => people?.close());

  it("is drawn from its definition, corrected if that is invalid, and embedded by other sites", async () => {
    const { page } = await people.open();
    await people.signIn(page, email);
    await people.product.cadastre("flags", "set", "user", email, "enable-api-keys", "on");
    await people.product.cadastre("flags", "set", "user", email, "enable-inline-onboarding", "off");
    await page.goto("/developer/visualization");
    await untilFrameHydrated(page);
    await page.getByRole("figure").waitFor();
    await page.getByRole("radio", { name: "JSON" }).check({ force: true });
    const json = page.getByRole("textbox", { name: "Chart" });
    const chart = JSON.parse(await json.inputValue());
    await json.fill(JSON.stringify({ ...chart, mode: "pie" }));
    await page.getByRole("button", { name: "Draw chart" }).click();
    await page.getByText("mode: must be one of stacked, lines, bars").waitFor();
    await json.fill(JSON.stringify({ ...chart, mode: "lines", title: "Value by class" }));
    await page.getByRole("button", { name: "Draw chart" }).click();
    await page.getByRole("figure", { name: "Value by class" }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    const code = (await page.getByRole("region", { name: "Embed code" }).textContent()) ?? "";
    const address = /src="([^"]*)"/.exec(code)?.[1]?.replaceAll("&amp;", "&") ?? "";
    const answer = await fetch(address);
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-security-policy")).toContain("frame-ancestors *");
    expect(answer.headers.get("x-frame-options")).toBeNull();
    const own = await fetch(`${people.product.url}/docs`);
    expect(own.headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
    const stranger = await people.open();
    await stranger.page.goto(address);
    await stranger.page.getByRole("figure", { name: "Value by class" }).waitFor();
    expect(await stranger.page.getByRole("navigation").count()).toBe(0);
    expect(stranger.errors).toEqual([]);
  });

  it("shows visitors no gated data, and reports an invalid URL", async () => {
    const { page } = await people.open();
    const shown = (chart: unknown) =>
      page.goto(`/embed?${new URLSearchParams({ chart: JSON.stringify(chart) })}&embed=1`);
    const query = {
      filter: { operator: "equals", field: "measure_slug", value: "bridged_token_value_dollar" },
      aggregate: { groupBy: "asset" },
    };
    await shown({ endpoint: "/asset_timeseries", query });
    await page.getByText("This chart is not public").waitFor();
    expect(await page.getByRole("figure").count()).toBe(0);
    expect(await page.getByText("401").count()).toBe(0);
    const elsewhere = page.getByRole("link", { name: /^Open in .* \(opens in a new tab\)$/ });
    expect(await elsewhere.getAttribute("target")).toBe("_blank");
    expect(await elsewhere.getAttribute("href")).toContain("/developer/visualization?chart=");
    await shown({ endpoint: "/assets", query });
    await page
      .getByText("endpoint: must be one of /token_timeseries, /protocol_timeseries", { exact: true })
      .waitFor();
    await page.goto("/embed");
    await page.getByText("No chart in this address").waitFor();
    const build = page.getByRole("link", { name: "Build a chart" });
    expect(await build.getAttribute("href")).toMatch(/\/developer\/visualization$/);
  });
});
