/** The sections of a page about an asset class. Figures are compared with the data API. */
import { describe, expect, inject, it } from "vitest";
import { valueIn } from "../support/callApi";
import { api, figure, firstRow, legendOf, open, site, table } from "../support/marketPages";

describe.skipIf(inject("browserMissing") !== "")("the page of an asset class", () => {
  it("private credit shows totals of loans that add up to its figures, and the largest loans", async () => {
    const { page } = await open("/private-credit", { scripts: false });
    const outstanding = await figure("asset_classes", "private-credit", "outstanding_capital_dollar");
    for (const by of ["sector", "collateral", "region"]) {
      const cells = table(page, `Table: Loans by ${by}`).locator('td[data-label="Outstanding"] data');
      const values = await cells.evaluateAll((all) => all.map((cell) => Number(cell.getAttribute("value"))));
      expect(values.length).toBeGreaterThan(3);
      // The smallest sectors are combined.
      const sum = values.reduce((total, value) => total + value, 0);
      expect(sum).toBeLessThan(outstanding * (1 + 1e-9));
      expect(sum).toBeGreaterThan(outstanding * (by === "sector" ? 0.99 : 1 - 1e-9));
    }
    const statuses = await table(page, "Table: Loans by status").locator("tbody th").allTextContents();
    for (const status of ["Active", "Late", "Defaulted"]) {
      expect(statuses.filter((text) => text.startsWith(status))).toHaveLength(1);
    }
    const rates = page.getByRole("figure", { name: /^Late and default rates/ });
    const percent = async (metric: string) =>
      `${(await figure("asset_classes", "private-credit", metric)).toFixed(2)}%`;
    expect((await legendOf(rates)).toSorted()).toEqual([
      `Default rate${await percent("default_rate_percent")}`,
      `Late rate${await percent("late_rate_percent")}`,
    ]);
    expect(await rates.locator(".chart-static path[stroke]").count()).toBeGreaterThanOrEqual(2);
    // This product enables experimental features for visitors. marketAccess.test.ts covers access to single loans.
    expect(await table(page, "Table: Largest loans").locator("tbody tr").count()).toBe(10);
  });

  it("links from the largest rows of a part to all of them, and back", async () => {
    const { page } = await open("/treasuries", { scripts: false });
    const flows = page.getByRole("region", { name: "Net flows", exact: true });
    expect(await flows.locator("tbody tr").count()).toBe(12);
    await flows.getByRole("link", { name: /^\d+ more$/ }).click();
    await page.waitForURL(/whole=flows/);
    const field = "trailing_30_day_net_flow_dollar";
    const { results } = await api("/assets", {
      filter: { field: "asset_class_slug", operator: "equals", value: "treasuries" },
      pagination: { page: 1, perPage: 100 },
      fields: [field],
    });
    const known = results.filter((row) => valueIn(row, field) !== null);
    expect(await flows.locator("tbody tr").count()).toBe(known.length);
    await flows.getByRole("link", { name: "Show 12 only" }).click();
    await expect.poll(() => flows.locator("tbody tr").count()).toBe(12);

    await page.goto(`${site}/stablecoins`);
    const places = page.getByRole("region", { name: "By jurisdiction", exact: true });
    const before = await places.locator("tbody tr").count();
    const words = (await places.getByRole("link", { name: /^\d+ more$/ }).textContent()) ?? "";
    await places.getByRole("link", { name: words }).click();
    await page.waitForURL(/whole=jurisdiction_country/);
    expect(await places.locator("tbody tr").count()).toBe(before + Number(words.replace(" more", "")));
  });

  it("a cell of the table matches the data API", async () => {
    const { page } = await open("/treasuries", { scripts: false });
    const { results } = await api("/assets", {
      filter: { field: "asset_class_slug", operator: "equals", value: "treasuries" },
      sort: { field: "bridged_token_value_dollar", direction: "desc" },
      pagination: { page: 1, perPage: 1 },
      fields: ["name", "bridged_token_value_dollar"],
    });
    const row = firstRow(page, "Assets");
    expect(await row.locator("th").textContent()).toContain(String(results[0]?.name));
    expect(Number(await row.locator("data").first().getAttribute("value"))).toBe(
      valueIn(results[0], "bridged_token_value_dollar"),
    );
  });

  it("a table shows totals over all of its rows, not only the page, for additive metrics", async () => {
    const field = "bridged_token_value_dollar";
    const { results } = await api("/assets", {
      filter: { field: "asset_class_slug", operator: "equals", value: "treasuries" },
      pagination: { page: 1, perPage: 100 },
      fields: [field],
    });
    const sum = results.reduce((total, row) => total + (valueIn(row, field) ?? 0), 0);
    const { page } = await open(
      `/treasuries?columns=name,${field},apy_7_day_percent,trend&perPage=25&page=2`,
      {
        scripts: false,
      },
    );
    const cells = table(page, "Assets").locator("tbody.sums tr > *");
    expect(await cells.first().textContent()).toBe("Total");
    const shown = Number(await cells.nth(1).locator("data").getAttribute("value"));
    expect(Math.abs(shown - sum)).toBeLessThan(sum * 1e-9);
    // Yields have no sum.
    expect(await cells.nth(2).textContent()).toBe("");
    // Each row has a chart of the first metric, drawn by the server.
    expect(await table(page, "Assets").locator("th.spare").textContent()).toBe("Value (90d)");
    const known = await table(page, "Assets").locator("tbody:not(.sums) td.main data").count();
    expect(await table(page, "Assets").locator("tbody td.spare path").count()).toBe(known);
  });

  it("keeps the figures of a dot until another is requested, so that a pointer can reach them", async () => {
    const { page } = await open("/treasuries", { scripts: false });
    const picture = page.getByRole("figure", { name: /average maturity/i });
    // Elements far below the view have no styles yet.
    await picture.scrollIntoViewIfNeeded();
    const dots = picture.getByRole("listitem");
    const figures = (index: number) => dots.nth(index).locator("[aria-hidden=true]");
    const shown = () =>
      dots.evaluateAll((all) =>
        all.flatMap((dot, index) =>
          dot.querySelector("[aria-hidden=true]")?.checkVisibility({ visibilityProperty: true })
            ? [index]
            : [],
        ),
      );
    /** The first dot that is not covered by another. */
    const uncovered = () =>
      dots.evaluateAll((all) =>
        all.findIndex((dot) => {
          const {
            x = 0,
            y = 0,
            width = 0,
            height = 0,
          } = dot.querySelector("a")?.getBoundingClientRect() ?? {};
          return dot.contains(document.elementFromPoint(x + width / 2, y + height / 2));
        }),
      );
    await expect.poll(shown).toEqual([]);
    await expect.poll(uncovered).toBeGreaterThanOrEqual(0);
    const pointed = await uncovered();
    // Elements that come into view are laid out, and may move the dot away from the pointer.
    await expect
      .poll(async () => {
        await dots.nth(pointed).getByRole("link").hover({ force: true });
        return shown();
      })
      .toEqual([pointed]);
    const box = await figures(pointed).boundingBox();
    if (box === null) throw new Error("the figures have no place");
    await page.mouse.move(box.x + 10, box.y + box.height / 2);
    expect(await shown()).toEqual([pointed]);
    await dots.nth(1).getByRole("link").focus();
    await page.keyboard.press("Tab");
    await expect.poll(shown).toEqual([2]);
  });

  it("hides the figures of all dots before any style sheet is loaded", async () => {
    const { page } = await open("/treasuries", {
      scripts: false,
      prepare: (opened) => opened.route("**/*.css", (route) => route.abort()),
    });
    const dots = page.getByRole("figure", { name: /average maturity/i }).getByRole("listitem");
    const hidden = await dots
      .locator("[aria-hidden=true]")
      .evaluateAll((all) => all.map((each) => getComputedStyle(each).visibility));
    expect(new Set(hidden)).toEqual(new Set(["hidden"]));
  });

  it("a class is split by the jurisdiction of its issuers, and links to assets launched there", async () => {
    const { page, complaints } = await open("/treasuries", { scripts: false });
    const filter = { field: "asset_class_slug", operator: "equals", value: "treasuries" };
    const { results } = await api("/assets", {
      filter,
      pagination: { page: 1, perPage: 100 },
      fields: ["jurisdiction_country_name", "bridged_token_value_dollar"],
    });
    const values = new Map<string, number>();
    for (const row of results) {
      const country = String(row.jurisdiction_country_name ?? "Unknown jurisdiction");
      values.set(country, (values.get(country) ?? 0) + (valueIn(row, "bridged_token_value_dollar") ?? 0));
    }
    const rows = table(page, "Table: By jurisdiction").locator("tbody tr");
    const shown = await rows.evaluateAll((all) =>
      all.map((row) => ({
        name: row.querySelector("th")?.textContent ?? "",
        value: Number(row.querySelector("td data")?.getAttribute("value")),
      })),
    );
    expect(shown.length).toBeGreaterThan(2);
    for (const { name, value } of shown) expect(value / (values.get(name) ?? 0)).toBeCloseTo(1, 9);
    const card = page.getByRole("region", { name: "New assets", exact: true });
    const appeared = await card
      .locator("time")
      .evaluateAll((all) => all.map((one) => one.getAttribute("datetime")));
    const twoYears = 2 * 366 * 86_400_000;
    expect(appeared.length).toBeGreaterThan(0);
    for (const day of appeared) expect(Date.now() - Date.parse(day ?? "")).toBeLessThan(twoYears);
    await card.getByRole("link", { name: "All new assets" }).click();
    await page.waitForURL(/new-asset-monitor/);
    expect(await page.getByText(/Asset class.*US Treasuries/).count()).toBeGreaterThan(0);
    const listed = await api("/assets", { filter, pagination: { page: 1, perPage: 1 }, fields: ["slug"] });
    expect(await table(page, "Assets").locator("tbody tr").count()).toBeLessThanOrEqual(
      listed.pagination.resultCount,
    );
    expect(complaints).toEqual([]);
  });

  it("shows the assets of a class by yield and maturity, each a link, the unknown ones counted, with an equal table", async () => {
    const [x, y, size] = [
      "weighted_average_maturity_days",
      "apy_7_day_percent",
      "bridged_token_value_dollar",
    ] as const;
    const { results } = await api("/assets", {
      filter: { field: "asset_class_slug", operator: "equals", value: "treasuries" },
      sort: { field: size, direction: "desc" },
      pagination: { page: 1, perPage: 100 },
      fields: ["name", "slug", x, y, size],
    });
    const known = results.filter((row) => [x, y, size].every((metric) => valueIn(row, metric) !== null));
    const { page, complaints } = await open("/treasuries");
    const card = page.getByRole("region", { name: "7-day APY and average maturity", exact: true });
    const dots = card.getByRole("figure").getByRole("link");
    expect(await dots.evaluateAll((all) => all.map((dot) => dot.getAttribute("href")))).toEqual(
      known.map(({ slug }) => `/assets/${slug}`),
    );
    const left = results.length - known.length;
    expect(left).toBeGreaterThan(1);
    expect(await card.locator("footer").textContent()).toBe(
      `${left} assets without a known average maturity are not shown.`,
    );
    // Further right is longer, further up is higher, larger is worth more.
    const boxes = await dots.evaluateAll((all) =>
      all.map((dot) => {
        const { left: from, top, width, height } = dot.getBoundingClientRect();
        return { x: from + width / 2, y: -top - height / 2, size: width };
      }),
    );
    for (const [part, metric] of [
      ["x", x],
      ["y", y],
      ["size", size],
    ] as const) {
      const inOrder = known
        .map((row, index) => ({ is: valueIn(row, metric) ?? 0, at: boxes[index]?.[part] ?? 0 }))
        .sort((one, other) => one.is - other.is);
      for (const [index, { at }] of inOrder.entries()) {
        expect(at).toBeGreaterThanOrEqual((inOrder[index - 1]?.at ?? Number.NEGATIVE_INFINITY) - 0.5);
      }
    }
    const reading = card.locator("li [aria-hidden]").first();
    expect(await reading.isVisible()).toBe(false);
    await dots.first().focus();
    await page.keyboard.press("Shift+Tab");
    await page.keyboard.press("Tab");
    await expect.poll(() => reading.isVisible()).toBe(true);
    expect(await reading.textContent()).toContain(String(known[0]?.name));
    await card.locator("summary").click();
    await card.getByRole("button", { name: `Show all ${known.length}` }).click();
    const rows = card.getByRole("table").locator("tbody tr");
    expect(
      await rows.evaluateAll((all) =>
        all.map((row) => [...row.querySelectorAll("data")].map((cell) => Number(cell.getAttribute("value")))),
      ),
    ).toEqual(known.map((row) => [y, x, size].map((metric) => valueIn(row, metric))));
    expect(complaints).toEqual([]);
    await dots.first().press("Enter");
    await page.waitForURL(/\/assets\//);
  });

  it("compares only whole months of a flow, and says so", async () => {
    const { page } = await open(
      "/treasuries?metric=daily_mints_dollar&group=none&interval=month&form=change&range=2026-01-15..2026-06-20&table=1",
      { scripts: false },
    );
    const about = page.getByRole("list", { name: "About this view" });
    expect(await about.textContent()).toBe("Incomplete periods cannot be compared and are omitted.");
    const months = await page.locator("#chart tbody th").allTextContents();
    // February is the first whole month, without an earlier one.
    expect(months.toSorted()).toEqual(["Apr 2026", "Mar 2026", "May 2026"]);
  });
});
