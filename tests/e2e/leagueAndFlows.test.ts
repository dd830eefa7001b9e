/** The league table and the net flows of an asset class. Figures are compared with the data API. */
import type { Locator } from "playwright-core";
import { describe, expect, inject, it } from "vitest";
import { valueIn } from "../support/callApi";
import { api, choose, figure, open, table } from "../support/marketPages";

describe.skipIf(inject("browserMissing") !== "")("the league table and net flows", () => {
  describe("the league table", () => {
    const values = (rows: Locator, at: number) =>
      rows.evaluateAll(
        (all, index) => all.map((row) => Number(row.querySelectorAll("data")[index]?.getAttribute("value"))),
        at,
      );

    it("lists networks from the largest, with shares of the class", async () => {
      const { page } = await open("/stablecoins", { scripts: false });
      const rows = table(page, "Table: Stablecoins: networks").locator("tbody tr");
      const caps = await values(rows, 0);
      expect(caps).toHaveLength(10);
      expect(caps).toEqual([...caps].sort((a, b) => b - a));
      expect(await rows.locator("td.spare path").count()).toBe(10);
      const total = await figure("asset_classes", "stablecoins", "bridged_token_market_cap_dollar");
      const [share] = await values(rows, 1);
      expect(share).toBeCloseTo(((caps[0] ?? 0) / total) * 100, 6);
    });

    it("lists every rank if all are requested, also more than a hundred", async () => {
      const { page } = await open("/?league=platform&stablecoins=with&places=all", {
        scripts: false,
      });
      const field = "bridged_token_value_dollar";
      const { results } = await api("/tokens/aggregates", {
        aggregate: { groupBy: "platform" },
        pagination: { page: 1, perPage: 500 },
        fields: [field],
      });
      const known = results.filter((row) => valueIn(row, field) !== null);
      expect(known.length).toBeGreaterThan(100);
      const rows = table(page, "Table: Tokenized assets with stablecoins: platforms").locator("tbody tr");
      expect(await rows.count()).toBe(known.length);
    });

    it("assigns no rank without a value", async () => {
      const { page } = await open("/private-credit", { scripts: false });
      const card = page.getByRole("region", { name: "League table", exact: true });
      const rows = card.locator("tbody tr");
      const caps = await values(rows, 0);
      expect(caps.length).toBeGreaterThan(3);
      expect(await rows.filter({ hasText: "Off-Chain" }).count()).toBe(0);
      await card.getByText("1 more has no data.").waitFor();
    });

    it("counts the assets with a value on no network", async () => {
      const { page } = await open("/commodities", { scripts: false });
      const card = page.getByRole("region", { name: "League table", exact: true });
      const row = card.locator("tbody tr").filter({ hasText: "Off-Chain" });
      const { pagination } = await api("/tokens", {
        filter: {
          operator: "and",
          filters: [
            { operator: "equals", field: "asset_class_slug", value: "commodities" },
            { operator: "equals", field: "is_asset_level", value: true },
            { operator: "gt", field: "bridged_token_value_dollar", value: 0 },
          ],
        },
      });
      expect(pagination.resultCount).toBeGreaterThan(0);
      expect(await row.locator('td[data-label="Assets"]').textContent()).toBe(String(pagination.resultCount));
    });

    it.each([true, false])("ranks the metric of the URL, scripts on: %s", async (scripts) => {
      const { page, complaints } = await open("/", { scripts });
      await choose(page, "League table of", "Issuers");
      await page.waitForURL(/league=issuer/);
      await choose(page, "Units counted", "Represented");
      await page.waitForURL(/units=represented/);
      const metric = "bridged_token_value_dollar";
      const filter = {
        operator: "and",
        filters: [
          { field: "distribution", operator: "equals", value: "represented" },
          { field: "asset_class_slug", operator: "notEquals", value: "stablecoins" },
        ],
      };
      const [issuers, whole] = await Promise.all([
        api("/tokens/aggregates", {
          filter,
          aggregate: { groupBy: "issuer" },
          pagination: { page: 1, perPage: 10 },
          fields: [metric],
        }),
        api("/tokens/aggregates", { filter, fields: [metric] }),
      ]);
      const known = issuers.results.map((row) => valueIn(row, metric)).filter((value) => value !== null);
      const rows = table(page, "Table: Tokenized assets without stablecoins: issuers").locator("tbody tr");
      await expect.poll(async () => (await values(rows, 0)).slice(0, known.length)).toEqual(known);
      await expect
        .poll(async () => (await values(rows, 1))[0])
        .toBeCloseTo(((known[0] ?? 0) / (valueIn(whole.results[0], metric) ?? 0)) * 100, 6);
      await choose(page, "Stablecoins", "With stablecoins");
      await page.waitForURL(/stablecoins=with/);
      expect(complaints).toEqual([]);
    });
  });

  describe("net flows", () => {
    /**
     * Mints less burns of the last seven days, day by day, for each network: from the daily figures, not from their
     * sums.
     */
    async function weekByNetwork(filters: readonly object[]): Promise<Map<string, number>> {
      const measures = ["daily_mints_dollar", "daily_burns_dollar"];
      const query = (from: string) => ({
        filter: {
          operator: "and",
          filters: [
            ...filters,
            { field: "measure_slug", operator: "in", value: measures },
            { field: "date", operator: "onOrAfter", value: from },
          ],
        },
        aggregate: { groupBy: "network", interval: "day" },
        pagination: { page: 1, perPage: 100 },
      });
      interface Series {
        measure: { slug: string };
        group: { name: string };
        points: [string, number | null][];
      }
      const path = "/tokens/aggregates/timeseries";
      const lately = new Date(Date.now() - 10 * 86_400_000).toISOString().slice(0, 10);
      const found = (await api(path, query(lately))).results as unknown as Series[];
      const newest = found
        .flatMap(({ points }) => points.map(([day]) => day))
        .sort()
        .at(-1);
      const first = new Date(Date.parse(newest ?? "") - 6 * 86_400_000).toISOString().slice(0, 10);
      const flows = new Map<string, number>();
      for (const { measure, group, points } of found) {
        const sum = points.reduce((all, [day, value]) => all + (day >= first ? (value ?? 0) : 0), 0);
        const signed = measure.slug === "daily_mints_dollar" ? sum : -sum;
        flows.set(group.name, (flows.get(group.name) ?? 0) + signed);
      }
      return flows;
    }

    it.each([
      [
        "/",
        "Tokenized assets without stablecoins",
        { field: "asset_class_slug", operator: "notEquals", value: "stablecoins" },
      ],
      [
        "/treasuries",
        "US Treasuries",
        { field: "asset_class_slug", operator: "equals", value: "treasuries" },
      ],
    ])("of %s are mints less burns, the largest of either direction first", async (path, name, filter) => {
      const { page, complaints } = await open(path, { scripts: false });
      const card = page.getByRole("region", { name: "Net flows", exact: true });
      await choose(page, "Net flows of", "Networks");
      await page.waitForURL(/flows=network/);
      await choose(page, "Period of net flows", "7 days");
      await page.waitForURL(/flowDays=7d/);
      const rows = await card.locator("tbody tr").evaluateAll((all) =>
        all.map((row) => ({
          name: row.querySelector("th")?.textContent ?? "",
          flow: Number(row.querySelector("td data")?.getAttribute("value")),
        })),
      );
      const flows = await weekByNetwork([filter]);
      const total = [...flows.values()].reduce((all, one) => all + one, 0);
      const size = [...flows.values()].reduce((all, one) => all + Math.abs(one), 0);
      expect(rows.length).toBeGreaterThan(5);
      for (const row of rows)
        expect(Math.abs(row.flow - (flows.get(row.name) ?? 0))).toBeLessThan(size * 1e-9);
      const sizes = rows.map(({ flow }) => Math.abs(flow));
      expect(sizes).toEqual([...sizes].sort((a, b) => b - a));
      expect(sizes[0]).toBeCloseTo(Math.max(...[...flows.values()].map(Math.abs)), 0);
      const shownTotal = Number(await card.locator("header data").getAttribute("value"));
      expect(Math.abs(shownTotal - total)).toBeLessThan(size * 1e-9);
      expect(await table(page, `Table: ${name}: net flows by network`).count()).toBe(1);
      expect(await card.locator("header").textContent()).toMatch(/known for [\d,]+ of [\d,]+ tokens/);
      expect(complaints).toEqual([]);
    });
  });
});
