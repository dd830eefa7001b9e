import { existsSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import { indexCatalog } from "#domain/resources";
import { assetClasses } from "#domain/vocabulary";
import { readCatalog } from "../../catalog/readCatalog";
import {
  assetFixture,
  catalogFixture,
  manyAssets,
  namedAssets,
  tokenFixture,
} from "../../testSupport/catalogFixture";
import { lendingBySlug, usualLoan } from "../facts/lending";
import { isHidden } from "../facts/namedEvents";
import { dayOf, isoOf } from "../primitives/days";
import { seriesText } from "../stored/seriesText";
import { loanOn } from "./credit";
import { type SimulatedAsset, simulate } from "./simulate";

const options = { seed: 7, endDate: "2026-11-20", days: 913 };

/** Metric → date → value as decimal text, of one listing of an asset. */
function valuesOf(
  { series, window }: Pick<SimulatedAsset, "series" | "window">,
  slug: string,
  listingId?: number,
): Map<string, string> {
  const found = series.filter(
    (s) => s.metric.slug === slug && (listingId === undefined || s.listingId === listingId),
  );
  const values = new Map<string, string>();
  for (const s of found) {
    s.values.forEach((value, i) => {
      if (!Number.isNaN(value)) values.set(isoOf(window.first + i), String(value));
    });
  }
  return values;
}

/** `12.5` with 3 decimals → 12500n, without going through a double. */
function scaled(decimal: string, decimals: number): bigint {
  const [whole = "0", fraction = ""] = decimal.split(".");
  if (!/^\d+(\.\d+)?$/.test(decimal) || fraction.length > decimals) {
    throw new Error(`"${decimal}" is no number with at most ${decimals} decimals`);
  }
  return BigInt(whole + fraction.padEnd(decimals, "0"));
}

/**
 * Collects a condition of many figures into one assertion: one matcher for each takes longer than simulating
 * them.
 */
class Figures {
  private readonly wrong: string[] = [];
  count = 0;

  /** @param name of the failing figure */
  hold(isRight: boolean, name: () => string): void {
    this.count += 1;
    if (!isRight) this.wrong.push(name());
  }

  expectAll(): void {
    expect(this.wrong).toEqual([]);
  }
}

const number = (values: Map<string, string>, date: string) => Number(values.get(date) ?? Number.NaN);

describe("a simulated asset", () => {
  const catalog = namedAssets();
  const world = new Map<string, SimulatedAsset>();
  const asset = (slug: string): SimulatedAsset => {
    const found = world.get(slug);
    if (found === undefined) throw new Error(`The fixture lacks ${slug}`);
    return found;
  };
  beforeAll(() => {
    for (const simulated of simulate(catalog, options)) world.set(simulated.asset.slug, simulated);
  });

  it("is the same for the same seed and end date, and differs for another seed", () => {
    const text = (all: Iterable<SimulatedAsset>) =>
      [...all].map((simulated) => seriesText(simulated, 0).text).join("");
    const own = text(world.values());
    expect(text(simulate(catalog, options))).toBe(own);
    expect(text(simulate(catalog, { ...options, seed: 8 }))).not.toBe(own);
  });

  it("gains a day and changes no other when the end moves by one day", () => {
    for (const later of simulate(catalog, { ...options, endDate: "2026-11-21" })) {
      const before = asset(later.asset.slug);
      expect(later.series.map((s) => [s.listingId, s.metric.slug])).toEqual(
        before.series.map((s) => [s.listingId, s.metric.slug]),
      );
      for (const [k, { values }] of later.series.entries()) {
        const [now, then] = [values.subarray(0, -1).join(), before.series[k]?.values.subarray(1).join()];
        expect(now === then, `${later.asset.slug} ${later.series[k]?.metric.slug}`).toBe(true);
      }
      expect(
        later.pools.map((pool) => pool.loans.filter((loan) => loan.issued <= before.window.last)),
      ).toEqual(before.pools.map((pool) => pool.loans));
    }
  });

  it("does not depend on other rows or on their order", () => {
    const alone = catalogFixture({
      assets: catalog.assets.filter((row) => row.slug === "fdusd"),
      tokens: catalog.tokens.filter((row) => row.asset === "fdusd").reverse(),
    });
    const [simulated] = [...simulate(alone, options)];
    expect(simulated && seriesText(simulated, 0).text).toBe(seriesText(asset("fdusd"), 0).text);
  });

  it("has a supply equal to yesterday's plus mints less burns, to the last digit", () => {
    const figures = new Figures();
    for (const simulated of world.values()) {
      for (const { token } of simulated.tokens) {
        const supply = valuesOf(simulated, "total_supply_token", token.id);
        const mints = valuesOf(simulated, "daily_mints_token", token.id);
        const burns = valuesOf(simulated, "daily_burns_token", token.id);
        if (mints.size === 0) continue;
        const decimals = token.decimals ?? 2;
        let last: bigint | null = null;
        const launch = simulated.life.tokens.find((life) => life.token?.id === token.id)?.launch ?? 0;
        for (const [date, value] of supply) {
          const now = scaled(value, decimals);
          const change = scaled(mints.get(date) ?? "", decimals) - scaled(burns.get(date) ?? "", decimals);
          const isFirst = last === null && launch < simulated.window.first;
          figures.hold(
            isFirst || now - (last ?? 0n) === change,
            () => `${token.symbol} ${date}: ${now} after ${last}`,
          );
          last = now;
        }
      }
    }
    figures.expectAll();
    expect(figures.count).toBeGreaterThan(10_000);
  });

  it("never circulates more than the supply, nor locks more than circulates", () => {
    const figures = new Figures();
    for (const simulated of world.values()) {
      for (const { token, supply } of simulated.tokens) {
        supply.supply.forEach((units, i) => {
          if (Number.isNaN(units)) return;
          const circulating = units - (supply.locked?.[i] ?? 0) - (supply.treasury?.[i] ?? 0);
          figures.hold(
            units >= 0 && circulating >= 0,
            () => `${simulated.asset.slug} ${token.network}: ${units}`,
          );
        });
      }
    }
    figures.expectAll();
    const home = asset("paxg").tokens[0];
    const copies = asset("paxg").tokens.slice(1);
    const i = dayOf("2026-10-01") - asset("paxg").range.first;
    const locked = copies.reduce((sum, copy) => sum + (copy.supply.supply[i] || 0), 0);
    expect(home?.supply.locked?.[i]).toBe(locked);
    expect(locked).toBeGreaterThan(0);
  });

  it("has bridge arrivals equal to departures elsewhere on that day", () => {
    for (const simulated of world.values()) {
      if (simulated.tokens.length < 2) continue;
      const { slug } = simulated.asset;
      const balance = new Map<string, bigint>();
      let moved = 0n;
      for (const { token } of simulated.tokens) {
        for (const [date, dollars] of valuesOf(simulated, "bridge_inflow_dollar", token.id)) {
          balance.set(date, (balance.get(date) ?? 0n) + scaled(dollars, 2));
          moved += scaled(dollars, 2);
        }
        for (const [date, dollars] of valuesOf(simulated, "bridge_outflow_dollar", token.id)) {
          balance.set(date, (balance.get(date) ?? 0n) - scaled(dollars, 2));
        }
      }
      for (const [date, left] of balance) expect(left, `${slug} ${date}`).toBe(0n);
      if (slug === "usdt" || slug === "fdusd" || slug === "buidl") expect(moved).toBeGreaterThan(0n);
    }
  });

  it("counts in 30 days at least the busiest day's addresses and at most all days' together", () => {
    const figures = new Figures();
    for (const simulated of world.values()) {
      for (const { token } of simulated.tokens) {
        const daily = valuesOf(simulated, "daily_active_addresses_count", token.id);
        const trailing = valuesOf(simulated, "trailing_30_day_active_addresses_count", token.id);
        const transfers = valuesOf(simulated, "daily_transfer_count", token.id);
        const dates = [...daily.keys()];
        for (let i = 30; i < dates.length; i++) {
          const date = dates[i] ?? "";
          const month = dates
            .slice(i - 29, i + 1)
            .filter((d) => dayOf(d) > dayOf(date) - 30)
            .map((d) => number(daily, d));
          const counted = number(trailing, date);
          const isBetween = counted >= Math.max(...month) && counted <= month.reduce((a, b) => a + b);
          const isActive = !(number(transfers, date) > 0) || number(daily, date) > 0;
          figures.hold(isBetween && isActive, () => `${token.symbol} ${date}: ${counted}`);
        }
      }
    }
    figures.expectAll();
    expect(figures.count).toBeGreaterThan(5_000);
  });

  it("is less active at weekends", () => {
    const volumes = valuesOf(asset("usdt"), "daily_transfer_volume_token");
    const mean = (isWeekend: boolean) => {
      const days = [...volumes].filter(([date]) => [0, 6].includes(new Date(date).getUTCDay()) === isWeekend);
      return days.reduce((sum, [, value]) => sum + Number(value), 0) / days.length;
    };
    expect(mean(true)).toBeLessThan(0.85 * mean(false));
  });

  it("does not move after its platform has closed", () => {
    const { tokens } = asset("tslar");
    const transfers = (date: string) =>
      number(valuesOf(asset("tslar"), "daily_transfer_count", tokens[0]?.token.id), date);
    const may = ["2026-05-18", "2026-05-19", "2026-05-20", "2026-05-21", "2026-05-22"].map(transfers);
    expect(may.some((count) => count > 0)).toBe(true);
    expect(["2026-06-01", "2026-06-02", "2026-11-20"].map(transfers)).toEqual([0, 0, 0]);
  });

  it("has a concentration that fits the share of its ten largest holders", () => {
    const figures = new Figures();
    for (const simulated of world.values()) {
      for (const { token } of simulated.tokens) {
        const shares = valuesOf(simulated, "top_10_holders_share_percent", token.id);
        const index = valuesOf(simulated, "holder_concentration_hhi", token.id);
        const holders = valuesOf(simulated, "holding_addresses_count", token.id);
        for (const [date, percent] of shares) {
          const share = Number(percent) / 100;
          const rounding = 1e-5;
          const concentration = number(index, date);
          const isBetween =
            concentration >= share ** 2 / 10 - rounding &&
            concentration <= share ** 2 + (1 - share) ** 2 + rounding;
          const isWhole = !(number(holders, date) <= 10) || share === 1;
          figures.hold(
            share <= 1 && isBetween && isWhole,
            () => `${token.symbol} ${date}: ${share}, ${concentration}`,
          );
        }
      }
    }
    figures.expectAll();
  });

  it("starts on its launch, not before and not at zero", () => {
    const buidl = asset("buidl");
    expect(isoOf(buidl.life.launch)).toBe("2024-03-20");
    const fresh = asset("tslax");
    expect(fresh.life.launch).toBeGreaterThan(fresh.window.first);
    for (const { listingId, metric, values } of fresh.series) {
      const first = values.findIndex((value) => !Number.isNaN(value));
      expect(fresh.window.first + first).toBeGreaterThanOrEqual(fresh.life.launch);
      if (metric.slug === "total_supply_token") expect(values[first], String(listingId)).toBeGreaterThan(0);
    }
  });

  it("ends with a supply of zero when it is wound down", () => {
    const eurt = asset("eurt");
    for (const { metric, values } of eurt.series) {
      const last = values.findLastIndex((value) => !Number.isNaN(value));
      // Shares are undefined without holders.
      const isShare = metric.slug.startsWith("top_") || metric.slug.startsWith("holder_concentration");
      expect(isoOf(eurt.window.first + last), metric.slug).toBe(isShare ? "2025-11-24" : "2025-11-25");
      if (metric.slug === "total_supply_token") expect(values[last]).toBe(0);
    }
  });

  it("has gaps of more than seven days only", () => {
    const gaps = new Figures();
    for (const simulated of world.values()) {
      for (const { metric, values } of simulated.series) {
        let last = -1;
        values.forEach((value, i) => {
          if (Number.isNaN(value)) return;
          const missing = last === -1 ? 0 : i - last - 1;
          if (missing > 0) gaps.hold(missing > 7, () => `${simulated.asset.slug} ${metric.slug}: ${missing}`);
          last = i;
        });
      }
    }
    gaps.expectAll();
    expect(gaps.count).toBeGreaterThan(0);
    expect(valuesOf(asset("mtbill"), "total_supply_token").has("2025-08-10")).toBe(false);
    expect(valuesOf(asset("cetes"), "net_asset_value_dollar").has("2025-11-10")).toBe(false);
    expect(valuesOf(asset("cetes"), "total_supply_token").has("2025-11-10")).toBe(true);
  });

  it("shows a depeg and its recovery", () => {
    const price = valuesOf(asset("fdusd"), "price_dollar");
    expect(number(price, "2025-04-01")).toBeCloseTo(1, 2);
    expect(number(price, "2025-04-02")).toBeLessThan(0.9);
    expect(number(price, "2025-04-02")).toBeGreaterThan(0.8);
    expect(number(price, "2025-04-12")).toBeCloseTo(1, 2);
    const volume = valuesOf(
      asset("fdusd"),
      "daily_transfer_volume_token",
      asset("fdusd").tokens[0]?.token.id,
    );
    const march = [...volume]
      .filter(([date]) => date.startsWith("2025-03"))
      .map(([, value]) => Number(value));
    const usual = march.reduce((sum, value) => sum + value, 0) / march.length;
    expect(number(volume, "2025-04-02")).toBeGreaterThan(2 * usual);
  });

  it("is priced in the unit of its token", () => {
    const ounce = number(valuesOf(asset("paxg"), "price_dollar"), "2026-01-15");
    const gram = number(valuesOf(asset("kau"), "price_dollar"), "2026-01-15");
    expect(ounce).toBeGreaterThan(3_900);
    expect(ounce).toBeLessThan(5_300);
    expect(ounce / gram).toBeGreaterThan(30.5);
    expect(ounce / gram).toBeLessThan(31.7);
    const euro = number(valuesOf(asset("eurt"), "price_dollar"), "2025-07-01");
    expect(euro).toBeGreaterThan(1.1);
    expect(euro).toBeLessThan(1.25);
  });

  it("publishes the reference of a price once for each asset", () => {
    const day = "2025-07-20";
    const reference = (slug: string, metric: string) => number(valuesOf(asset(slug), metric), day);
    const price = (slug: string) => number(valuesOf(asset(slug), "price_dollar"), day);
    for (const [slug, metric] of [
      ["eurt", "peg_price_dollar"],
      ["paxg", "spot_price_dollar"],
      ["kau", "spot_price_dollar"],
      ["tslax", "listed_price_dollar"],
    ] as const) {
      const { series } = asset(slug);
      expect(series.filter((one) => one.metric.slug === metric).length).toBe(1);
      expect(Math.abs(price(slug) / reference(slug, metric) - 1)).toBeLessThan(0.02);
    }
    expect(reference("paxg", "spot_price_dollar") / reference("kau", "spot_price_dollar")).toBeCloseTo(
      31.1034768,
      4,
    );
    // The peg of a dollar is known; the weight of one and the listing of the other are not.
    const published = ["usdt", "oro-gold", "spxux", "buidl"].flatMap((slug) =>
      asset(slug).series.filter(({ metric }) => /^(peg|spot|listed)_price/.test(metric.slug)),
    );
    expect(published).toEqual([]);
  });

  it("has NAVs that stay at one or grow, prices below NAV, and assets without either", () => {
    expect(new Set(valuesOf(asset("buidl"), "net_asset_value_dollar").values())).toEqual(new Set(["1"]));
    const nav = [...valuesOf(asset("ustb"), "net_asset_value_dollar").values()].map(Number);
    expect(nav.every((value, i) => i === 0 || value >= (nav[i - 1] ?? 0))).toBe(true);
    const bcap = asset("bcap");
    const ratio =
      number(valuesOf(bcap, "price_dollar"), "2026-06-01") /
      number(valuesOf(bcap, "net_asset_value_dollar"), "2026-06-01");
    expect(ratio).toBeGreaterThan(0.75);
    expect(ratio).toBeLessThan(0.88);
    expect(valuesOf(asset("home"), "price_dollar").size).toBe(0);
    expect(valuesOf(asset("home"), "net_asset_value_dollar").size).toBe(0);
    expect(valuesOf(asset("home"), "total_supply_token").size).toBeGreaterThan(900);
  });

  it("lends in loans of a usual size, with a small late part at a time", () => {
    for (const slug of ["fidu", "heloc"]) {
      const simulated = asset(slug);
      const loans = simulated.pools.flatMap((pool) => pool.loans);
      for (const loan of loans.filter(({ key }) => key !== "named")) {
        expect(loan.principal / 100).toBeLessThan(4 * usualLoan(loan.sector));
      }
    }
    const home = asset("heloc");
    const outstanding = valuesOf(home, "outstanding_capital_dollar");
    const late = [...valuesOf(home, "late_loans_amount_dollar")].slice(200);
    const rates = late.map(([date, dollars]) => Number(dollars) / number(outstanding, date));
    expect(Math.max(...rates)).toBeLessThan(0.06);
    expect(Math.min(...rates)).toBeGreaterThan(0);
    const jumps = rates.slice(1).map((rate, i) => Math.abs(rate - (rates[i] ?? rate)));
    expect(Math.max(...jumps)).toBeLessThan(0.02);
  });

  it("reports credit figures that are the sums of its loans", () => {
    for (const slug of ["fidu", "heloc"]) {
      const simulated = asset(slug);
      const loans = simulated.pools.flatMap((pool) => pool.loans);
      for (const date of ["2024-06-01", "2025-04-20", "2026-11-20"]) {
        let [outstanding, issued, defaulted, late, active, interest] = [0n, 0n, 0n, 0n, 0, 0];
        for (const loan of loans) {
          const state = loanOn(loan, dayOf(date));
          if (state === null) continue;
          issued += BigInt(loan.principal);
          if (state.status === "defaulted") defaulted += BigInt(state.outstanding);
          if (state.status !== "active" && state.status !== "late") continue;
          outstanding += BigInt(state.outstanding);
          if (state.status === "late") late += BigInt(state.outstanding);
          interest += (loan.rate / 100) * state.outstanding;
          active++;
        }
        const reported = (metric: string) => valuesOf(simulated, metric).get(date) ?? "";
        expect(scaled(reported("outstanding_capital_dollar"), 2)).toBe(outstanding);
        expect(scaled(reported("cumulative_issued_amount_dollar"), 2)).toBe(issued);
        expect(scaled(reported("defaulted_loans_amount_dollar"), 2)).toBe(defaulted);
        expect(scaled(reported("late_loans_amount_dollar"), 2)).toBe(late);
        expect(Number(reported("active_loans_count"))).toBe(active);
        expect(Number(reported("average_interest_rate_percent"))).toBeCloseTo(
          interest / Number(outstanding),
          3,
        );
      }
    }
    const defaults = valuesOf(asset("fidu"), "defaulted_loans_amount_dollar");
    expect(number(defaults, "2025-04-14")).toBeGreaterThan(number(defaults, "2025-04-13"));
  });

  it("has loans in the sectors of the asset", () => {
    const loans = (slug: string) => asset(slug).pools.flatMap((pool) => pool.loans);
    const home = new Set(loans("heloc").map((loan) => [loan.sector, loan.collateral, loan.region].join()));
    expect([...home]).toEqual(["mortgages,mortgages,north_america"]);
    const goldfinch = loans("fidu").map(({ region }) => region);
    expect(goldfinch).not.toContain("north_america");
    expect(new Set(goldfinch).size).toBeGreaterThan(1);
    expect(loans("heloc").length).toBeGreaterThan(5);
  });

  it("is empty for an asset that starts after the end", () => {
    const future = catalogFixture({
      assets: [
        assetFixture({ id: 1, slug: "later", asset_class: "treasuries", inception_date: "2027-05-01" }),
      ],
      tokens: [tokenFixture({ id: 2, asset: "later", network: "ethereum" })],
    });
    expect([...simulate(future, options)].flatMap((simulated) => simulated.series)).toEqual([]);
  });
});

describe("a simulated catalog", () => {
  it("has values for assets of every class", () => {
    const classes = assetClasses.map((row) => row.slug);
    const valued = new Map<string, number>();
    const figures = new Figures();
    for (const simulated of simulate(manyAssets(classes, 6), { ...options, days: 60 })) {
      if (simulated.unit === null || simulated.series.length === 0) continue;
      valued.set(simulated.asset.asset_class, (valued.get(simulated.asset.asset_class) ?? 0) + 1);
      for (const { metric, values } of simulated.series) {
        const isRight = values.every((value) => Number.isNaN(value) || value >= 0);
        figures.hold(isRight, () => `${simulated.asset.slug} ${metric.slug}`);
      }
    }
    figures.expectAll();
    for (const slug of classes) expect(valued.get(slug), slug).toBeGreaterThanOrEqual(4);
  });

  it("gains a day and changes no other, in every class", () => {
    const catalog = manyAssets(
      assetClasses.map((row) => row.slug),
      7,
    );
    const later = simulate(catalog, { ...options, endDate: "2026-11-21", days: 40 });
    for (const before of simulate(catalog, { ...options, days: 40 })) {
      const after: SimulatedAsset | undefined = later.next().value ?? undefined;
      for (const [k, { metric, values }] of before.series.entries()) {
        const then = values.subarray(1).join();
        const now = after?.series[k]?.values.subarray(0, -1).join();
        expect(now === then, `${before.asset.slug} ${metric.slug}`).toBe(true);
      }
    }
  });

  it.skipIf(!existsSync("catalog/assets"))("has the sectors of every lender of the catalog", async () => {
    const { catalog } = await readCatalog("catalog");
    const lenders = catalog.assets.filter((row) => row.asset_class === "private-credit");
    expect(lenders.filter(({ slug }) => lendingBySlug[slug] === undefined)).toEqual([]);
  });

  it.skipIf(!existsSync("catalog/assets"))(
    "has bonds of the years in the names of funds",
    { timeout: 60_000 },
    async () => {
      const { catalog } = await readCatalog("catalog");
      const found: string[] = [];
      for (const { asset, series, window } of simulate(indexCatalog(catalog), { ...options, days: 30 })) {
        const [, low, high] = /\b(\d+)-(\d+) ?(?:Year|yr)/.exec(asset.name) ?? [];
        const maturity = valuesOf({ series, window }, "weighted_average_maturity_days").get("2026-11-20");
        if (low === undefined || maturity === undefined) continue;
        found.push(asset.slug);
        expect(Number(maturity) / 365, asset.name).toBeGreaterThan(Number(low));
        expect(Number(maturity) / 365, asset.name).toBeLessThan(Number(high));
      }
      expect(found).toEqual(expect.arrayContaining(["wttsx", "wtstx", "bib01", "bibta"]));
    },
  );

  it.skipIf(!existsSync("catalog/assets"))("covers the current catalog", { timeout: 120_000 }, async () => {
    const { catalog } = await readCatalog("catalog");
    const valued = new Map<string, number>();
    let [depegs, windDowns, gaps, discounts, defaults] = [0, 0, 0, 0, 0];
    for (const simulated of simulate(indexCatalog(catalog), { ...options, days: 30 })) {
      const { asset, events, window, pools, series, unit } = simulated;
      if (unit !== null && series.length > 0) {
        valued.set(asset.asset_class, (valued.get(asset.asset_class) ?? 0) + 1);
      }
      for (const { metric, values } of series) {
        const isWrong = values.some((value, i) => {
          if (Number.isNaN(value)) return false;
          const day = window.first + i;
          const isBefore = day < simulated.life.launch;
          return value < 0 || value === Infinity || isBefore || isHidden(events.gaps, day, "all");
        });
        expect(isWrong, `${asset.slug} ${metric.slug}`).toBe(false);
      }
      if (events.depeg) depegs++;
      if (events.windDown) windDowns++;
      if (events.gaps.length > 0) gaps++;
      if (events.discount !== null) discounts++;
      for (const pool of pools) for (const loan of pool.loans) if (loan.defaulted !== null) defaults++;
    }
    for (const { slug } of assetClasses) {
      const all = catalog.assets.filter((row) => row.asset_class === slug).length;
      expect(valued.get(slug) ?? 0, slug).toBeGreaterThanOrEqual(Math.min(5, Math.floor(all * 0.6)));
    }
    expect(Math.min(depegs, windDowns, gaps, discounts, defaults)).toBeGreaterThan(0);
  });
});
