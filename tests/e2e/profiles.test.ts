/** Profiles and lists of networks and of companies. Figures are compared with the data API. */
import { describe, expect, inject, it } from "vitest";
import { valueIn } from "../support/callApi";
import { api, figure, firstRow, mostFrequent, open, rowsOf, site, table, tile } from "../support/marketPages";

describe.skipIf(inject("browserMissing") !== "")("profiles and lists of networks and companies", () => {
  it.each([
    ["networks", 1, "networks"],
    ["platforms", 1, "platforms"],
    ["issuers", 1, "issuers"],
    ["issuers", 10, "issuers"],
    ["managers", 2, "asset managers"],
  ])(
    "one of %s behind the %i largest shows its rank and its share of the market over time",
    async (resource, index, words) => {
      const metric = "bridged_token_value_dollar";
      const ranked = await rowsOf(resource, ["slug", metric], { sort: { field: metric, direction: "desc" } });
      const slug = String(ranked[index]?.slug);
      const own = await figure(resource, slug, metric);
      const known = ranked.flatMap((row) => valueIn(row, metric) ?? []).filter((value) => value > 0);
      const place = known.filter((value) => value > own).length + 1;
      const classes = await api("/asset_classes", { fields: ["slug", metric] });
      const whole = classes.results.reduce((sum, row) => sum + (valueIn(row, metric) ?? 0), 0);
      const { page } = await open(`/${resource}/${slug}?stablecoins=with`, { scripts: false });
      const card = page.getByRole("figure", { name: /^Market share/ });
      const said = card.getByText(" of the value of all assets with stablecoins.");
      expect(await said.textContent()).toMatch(
        new RegExp(`^${place}(st|nd|rd|th) of ${known.length} ${words} with a known value: `),
      );
      expect(Number(await said.locator("data").getAttribute("value"))).toBeCloseTo((100 * own) / whole, 8);
      expect(await said.locator("data").textContent()).toMatch(/^(\d+\.\d\d|<0\.01)%$/);
    },
  );

  describe("platforms with their own screen", () => {
    it("shows bridging between networks as a diagram and in figures", async () => {
      const { page, complaints } = await open("/wormhole?stablecoins=with");
      await page.getByText("No figures for Wormhole itself.").waitFor();
      const metric = "trailing_30_day_bridge_outflow_dollar";
      const { results } = await api("/tokens/aggregates", {
        aggregate: { groupBy: "network" },
        sort: { field: metric, direction: "desc" },
        pagination: { page: 1, perPage: 100 },
        fields: [metric],
      });
      const flows = results.map((row) => valueIn(row, metric) ?? 0).filter((value) => value > 0);
      expect(flows.length).toBeGreaterThan(3);
      const side = page.getByRole("list", { name: "Outflow by network" });
      const shown = await side
        .locator("data")
        .evaluateAll((all) => all.map((one) => Number(one.getAttribute("value"))));
      const named = Math.min(flows.length, shown.length - 1);
      expect(shown.slice(0, named)).toEqual(flows.slice(0, named));
      expect(shown.reduce((a, b) => a + b, 0)).toBeCloseTo(
        flows.reduce((a, b) => a + b, 0),
        0,
      );
      // The diagram can be reached by keyboard network by network.
      await side.getByRole("link").first().focus();
      await page.keyboard.press("Enter");
      await page.waitForURL(/\/networks\//);
      expect(complaints).toEqual([]);
    });

    it("shows repo volumes and the average size as in the data API", async () => {
      const { page } = await open("/broadridge-dlr", { scripts: false });
      const of = (metric: string) => figure("platforms", "broadridge-dlr", metric);
      expect(await tile(page, "Daily repo volume")).toBe(await of("daily_transfer_volume_dollar"));
      expect(await tile(page, "Average repo")).toBeCloseTo(
        (await of("daily_transfer_volume_dollar")) / (await of("daily_transfer_count")),
        4,
      );
      expect(await page.locator("#chart svg path").count()).toBeGreaterThan(3);
    });

    it.each([
      ["broadridge", "/broadridge-dlr"],
      ["wormhole", "/wormhole"],
    ])("the list of platforms links to the screen of %s", async (words, path) => {
      const { page } = await open(`/platforms?q=${words}`, { scripts: false });
      await firstRow(page, "Platforms").locator("th a").click();
      await page.waitForURL((url) => url.pathname === path);
    });
  });

  it("the directory is filtered by a role through a link, and links to a company's profile", async () => {
    const { page, context } = await open("/directory");
    const { results } = await api("/company_roles", { fields: ["role", "company_count"] });
    const custodians = results.find(({ role }) => role === "custodian")?.company_count;
    await page.getByRole("navigation", { name: "Companies by role" }).getByText("Custodian").click();
    await page.waitForURL(/filters=/);
    await page.getByText(`1–${custodians} of ${custodians}`).waitFor();
    await context.close();
    const issuers = await open(`/directory?${new URLSearchParams({ q: "Ondo Global Markets (BVI)" })}`, {
      scripts: false,
    });
    const row = firstRow(issuers.page, "Companies");
    expect(await row.locator("th a").getAttribute("href")).toMatch(/^\/issuers\/[a-z0-9-]+$/);
  });

  it("counts of networks and platforms that exclude those without assets say so", async () => {
    const { page } = await open("/platform-overview", { scripts: false });
    const tiles = await page.getByRole("region", { name: "Key figures" }).textContent();
    for (const [resource, label] of [
      ["networks", "Networks with assets"],
      ["platforms", "Platforms with assets"],
    ]) {
      const { pagination } = await api(`/${resource}`, {
        filter: { operator: "gt", field: "asset_count", value: 0 },
        pagination: { page: 1, perPage: 1 },
        fields: ["id"],
      });
      expect(tiles).toContain(`${label}${pagination.resultCount}`);
    }
  });

  it("another slug of a network redirects to its own", async () => {
    const response = await fetch(`${site}/networks/bsc?range=1y`, { redirect: "manual" });
    expect(response.status).toBe(301);
    expect(new URL(response.headers.get("location") ?? "", site).pathname).toBe("/networks/bnb-chain");
    expect(new URL(response.headers.get("location") ?? "", site).search).toBe("?range=1y");
  });

  it.each(["networks", "platforms", "issuers", "managers"])(
    "one of the %s that does not exist is a 404",
    async (kind) => {
      const answer = await fetch(`${site}/${kind}/no-such-one`);
      expect(answer.status).toBe(404);
      expect(await answer.text()).toMatch(/<title>Cadastre \| [A-Z][a-z ]+ not found</);
    },
  );

  it("a platform shows its largest tokens, and links to all of them", async () => {
    const tokens = await rowsOf("tokens", ["protocol_slug"], {
      filter: { field: "is_asset_level", operator: "equals", value: false },
    });
    const platform = mostFrequent(
      tokens.filter((row) => row.protocol_slug !== null),
      "protocol_slug",
    );
    const { page } = await open(`/platforms/${platform}?stablecoins=with`, { scripts: false });
    const { results, pagination } = await api("/tokens", {
      filter: {
        operator: "and",
        filters: [
          { field: "protocol_slug", operator: "equals", value: platform },
          { field: "is_asset_level", operator: "equals", value: false },
        ],
      },
      sort: { field: "bridged_token_value_dollar", direction: "desc" },
      pagination: { page: 1, perPage: 100 },
      fields: ["bridged_token_value_dollar"],
    });
    const count = pagination.resultCount.toLocaleString("en");
    const shown = table(page, "Table: Largest tokens").locator("tbody tr");
    expect(await shown.count()).toBe(10);
    expect(Number(await shown.first().locator("data").first().getAttribute("value"))).toBe(
      valueIn(results[0], "bridged_token_value_dollar"),
    );
    const all = page.getByRole("link", { name: `All ${count} tokens` });
    await page.goto(new URL((await all.getAttribute("href")) ?? "", site).href);
    expect(await page.locator("output").first().textContent()).toContain(`of ${count}`);
  });
});
