/** The API documentation in the product: generated from the endpoints, public, and correct. */
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { docsPages } from "#domain/screens";
import { accessibilityProblems } from "../support/accessibilityProblems";
import { sharedChromium } from "../support/chromium";
import { openPage } from "../support/openPage";

const site = inject("productUrl");

describe.skipIf(inject("browserMissing") !== "")("the API documentation", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await sharedChromium();
  });
  afterAll(() => browser?.close());

  it("has a page for every endpoint, listed for search engines, and no other", async () => {
    const map = await (await fetch(`${site}/sitemap.xml`)).text();
    expect(map).toContain("/docs</loc>");
    for (const { path } of docsPages) {
      // A busy product responds with 503.
      await expect.poll(async () => (await fetch(site + path)).status, { message: path }).toBe(200);
      expect(map).toContain(`${path}</loc>`);
    }
    for (const path of ["/docs/nonsense", "/nonsense"]) {
      const answer = await fetch(site + path);
      expect(answer.status).toBe(404);
      expect(await answer.text()).toContain("<title>Cadastre | Page not found</title>");
    }
  });

  it("is readable without scripts: fields, a real sample, code and errors, and a way to try it", async () => {
    const { page, context, complaints } = await openPage(browser, `${site}/docs/assets`, { scripts: false });
    const meta = await (await fetch(`${site}/api/v4/assets/meta`)).json();
    const names = await page
      .getByRole("table", { name: "Fields of Assets" })
      .getByRole("rowheader")
      .allTextContents();
    expect(names).toEqual(meta.fields.map(({ name }: { name: string }) => name));
    const sample = JSON.parse(
      (await page.getByRole("region", { name: "JSON of the sample response" }).textContent()) ?? "",
    );
    expect(sample.results).toHaveLength(1);
    expect(sample.results[0].bridged_token_value_dollar.val).toBeGreaterThan(0);
    expect(await page.locator("pre").first().textContent()).toContain("curl --get");
    expect(await page.getByRole("table", { name: "Errors" }).getByRole("row").count()).toBe(12);
    expect(await page.getByRole("link", { name: "Try it" }).getAttribute("href")).toBe(
      "/tools/api/endpoint/assets",
    );
    expect(complaints).toEqual([]);
    await context.close();
  });

  it("writes each path on one line", async () => {
    const { page, context } = await openPage(browser, `${site}/docs`, { width: 1440 });
    const lines = await page.locator("tbody th a").evaluateAll((links) =>
      links.map((link) => {
        const text = document.createRange();
        text.selectNodeContents(link);
        return new Set([...text.getClientRects()].map(({ top }) => Math.round(top))).size;
      }),
    );
    expect(lines.length).toBeGreaterThan(20);
    expect(new Set(lines)).toEqual(new Set([1]));
    await context.close();
  });

  it.each([
    ["/docs", 1280, "light"],
    ["/docs/token_timeseries", 320, "dark"],
  ] as const)("%s is accessible at %i px, %s", async (path, width, theme) => {
    const { page, context, complaints } = await openPage(browser, site + path, { width, theme });
    expect(await accessibilityProblems(page)).toEqual([]);
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
    ).toBe(0);
    expect(complaints).toEqual([]);
    await context.close();
  });
});
