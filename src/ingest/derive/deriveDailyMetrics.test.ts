import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { metricByName } from "#domain/metrics";
import { ASSET_LISTING_OFFSET } from "#domain/resources";
import { openTestStore, type TestStore } from "../../../tests/support/ingestStore";
import { createObservationWriter } from "../../../tests/support/observationWriter";
import { loadCatalog } from "../catalog/loadCatalog";
import { readDataVersion } from "../dataVersion";
import { removeObservationsOf, removeSampleObservations } from "../observations/removeObservations";
import { asset, catalogOf, network, token } from "../testSupport/catalogBuilder";
import { deriveDailyMetrics } from "./deriveDailyMetrics";

const TODAY = "2024-03-31";
const catalog = catalogOf({
  networks: [network(1, "ethereum"), network(3, "polygon")],
  assets: [
    asset(101, "alpha"),
    asset(102, "beta", { asset_class: "stablecoins" }),
    asset(103, "gamma", { asset_class: "stablecoins", denomination: "EUR" }),
  ],
  tokens: [
    token(1011, "alpha", "ethereum"),
    token(1012, "alpha", "polygon"),
    token(1021, "beta", "ethereum"),
    token(1031, "gamma", "polygon"),
  ],
});
const whole = (assetId: number) => ASSET_LISTING_OFFSET + assetId;

let test: TestStore;
beforeAll(async () => {
  test = await openTestStore();
});
afterAll(() => test.close());
beforeEach(async () => {
  await test.reset();
  await loadCatalog(test.store, catalog);
});

type Series = [listing: number, metric: string, points: Record<string, number>];

/** Writes series of one asset from source 1 (real) or 2 (sample). */
async function observe(assetId: number, series: Series[], isSample = false) {
  const writer = createObservationWriter(test.store, { sourceId: isSample ? 2 : 1, isSample });
  for (const [listingId, metric, points] of series) {
    for (const [date, value] of Object.entries(points)) {
      writer.add({ assetId, listingId, metricId: metricByName(metric)?.id as number, date, value });
    }
  }
  await writer.flush();
}
const derive = (today = TODAY) => deriveDailyMetrics(test.store, { assetIds: "dirty", today });

/** Served values of a metric by `listing date`, with `c` for carried and `d` for derived. */
async function served(metric: string): Promise<Record<string, string>> {
  const rows = await test.store.rows<{ key: string; shown: string }>(
    `SELECT concat(toString(if(token_id >= ${ASSET_LISTING_OFFSET}, 0, token_id)), ' ', toString(date)) AS key,
      concat(toString(value), if(carried, 'c', ''), if(derived, 'd', '')) AS shown
      FROM daily_metrics FINAL WHERE metric_id = {id:UInt32} ORDER BY asset_id, token_id, date`,
    { id: metricByName(metric)?.id },
  );
  return Object.fromEntries(rows.map((row) => [row.key, row.shown]));
}

async function latest(
  type: string,
  id: number,
  metric: string,
  columns = "as_of, val, val_7d, val_30d, val_90d",
) {
  const rows = await test.store.compactRows(
    `SELECT ${columns} FROM entity_metrics FINAL
      WHERE entity_type = {type:String} AND entity_id = {id:UInt32} AND metric_id = {metric:UInt32}`,
    { type, id, metric: metricByName(metric)?.id },
  );
  return rows[0] ?? null;
}

/** All served rows, without their version. */
const everything = () =>
  test.store.rows(
    `SELECT metric_id, asset_id, token_id, date, value, carried, derived, is_sample, source_id
      FROM daily_metrics FINAL ORDER BY ALL`,
  );

describe("which observations are served", () => {
  it("shows no sample figure of an asset with a real one, and shows them again once the real one is removed", async () => {
    await observe(101, [[1011, "holders", { "2024-01-01": 5 }]], true);
    await observe(102, [[1021, "holders", { "2024-01-01": 6 }]], true);
    await observe(101, [[1012, "price", { "2024-01-01": 2 }]]);
    await derive();
    expect(await served("holders")).toEqual({ "1021 2024-01-01": "6" });
    expect(await served("price")).toEqual({ "1012 2024-01-01": "2" });

    expect(await removeObservationsOf(test.store, { sourceId: 1 })).toBe(1);
    await derive();
    expect(await served("holders")).toEqual({ "1011 2024-01-01": "5", "1021 2024-01-01": "6" });
    expect(await served("price")).toEqual({});
  });

  it("leaves no row of an asset whose last observation was removed", async () => {
    await observe(101, [[1011, "holders", { "2024-01-01": 5 }]], true);
    await observe(102, [[1021, "holders", { "2024-01-01": 6 }]]);
    await derive();
    expect(await removeSampleObservations(test.store)).toBe(1);
    await derive();
    expect(await served("holders")).toEqual({ "1021 2024-01-01": "6" });
    expect(await latest("asset", 101, "holders")).toBeNull();
  });

  it("does not serve observations after today", async () => {
    await observe(101, [[1011, "holders", { "2024-03-31": 5, "2024-04-01": 6 }]]);
    await derive();
    expect(await served("holders")).toEqual({ "1011 2024-03-31": "5" });
  });
});

describe("gaps", () => {
  it("carries a stock over seven days and not over eight", async () => {
    await observe(101, [
      [1011, "holders", { "2024-01-01": 1, "2024-01-09": 2, "2024-01-18": 3 }],
      [1012, "holders", { "2024-01-18": 9 }],
    ]);
    await derive();
    const carried = ["02", "03", "04", "05", "06", "07", "08"].map((d) => [`1011 2024-01-${d}`, "1c"]);
    expect(await served("holders")).toEqual({
      "1011 2024-01-01": "1",
      ...Object.fromEntries(carried),
      "1011 2024-01-09": "2",
      "1011 2024-01-18": "3",
      "1012 2024-01-18": "9",
    });
  });

  it("carries the tail to the latest day of all data, and never a flow", async () => {
    await observe(101, [
      [1011, "holders", { "2024-01-01": 1 }],
      [1011, "daily_transfer_count", { "2024-01-01": 4 }],
    ]);
    await derive();
    expect(Object.keys(await served("holders"))).toEqual(["1011 2024-01-01"]);
    // Another asset moves the latest day: the tail of this one follows although none of its data changed.
    await observe(102, [[1021, "holders", { "2024-01-03": 7 }]]);
    await derive();
    expect(await served("holders")).toEqual({
      "1011 2024-01-01": "1",
      "1011 2024-01-02": "1c",
      "1011 2024-01-03": "1c",
      "1021 2024-01-03": "7",
    });
    expect(await served("daily_transfer_count")).toEqual({ "1011 2024-01-01": "4" });
    // More than seven days later the tail is unknown for all its days.
    await observe(102, [[1021, "holders", { "2024-01-09": 8 }]]);
    await derive();
    expect(Object.keys(await served("holders")).filter((key) => key.startsWith("1011"))).toEqual([
      "1011 2024-01-01",
    ]);
  });
});

describe("formulas", () => {
  it("tries the alternatives in order and prefers an observed value on its day", async () => {
    await observe(101, [
      [1011, "total_supply_token", { "2024-01-01": 100, "2024-01-02": 200 }],
      [1011, "net_asset_value_dollar", { "2024-01-01": 3 }],
      [1011, "price_dollar", { "2024-01-01": 2, "2024-01-02": 2.5 }],
      [1011, "total_asset_value_dollar", { "2024-01-02": 777 }],
    ]);
    await derive();
    // NAV if there is one (carried to the second day), never the price.
    expect(await served("circulating_asset_value_dollar")).toEqual({
      "1011 2024-01-01": "300d",
      "1011 2024-01-02": "600cd",
    });
    expect(await served("total_asset_value_dollar")).toEqual({
      "1011 2024-01-01": "300d",
      "1011 2024-01-02": "777",
    });
    expect(await served("market_value_dollar")).toEqual({
      "1011 2024-01-01": "200d",
      "1011 2024-01-02": "500d",
    });
    expect(await served("bridged_token_supply_token")).toEqual({
      "1011 2024-01-01": "100d",
      "1011 2024-01-02": "200d",
    });
  });

  it("values units without a market price at NAV in market value, and excludes them from market cap", async () => {
    await observe(101, [
      [1011, "total_supply_token", { "2024-01-01": 100, "2024-01-20": 100 }],
      [1011, "circulating_supply_token", { "2024-01-01": 80, "2024-01-20": 80 }],
      [1011, "net_asset_value_dollar", { "2024-01-01": 3, "2024-01-20": 3 }],
      [1011, "price_dollar", { "2024-01-20": 2 }],
    ]);
    await observe(102, [[1021, "total_asset_value_dollar", { "2024-01-01": 500 }]]);
    await derive();
    expect(await served("market_value_dollar")).toEqual({
      "1011 2024-01-01": "300d",
      "1011 2024-01-20": "200d",
      "1021 2024-01-01": "500d",
    });
    expect(await served("circulating_market_value_dollar")).toEqual({
      "1011 2024-01-01": "240d",
      "1011 2024-01-20": "160d",
      "1021 2024-01-01": "500d",
    });
    expect(await served("bridged_token_market_cap_dollar")).toEqual({ "1011 2024-01-20": "160d" });
  });

  it("serves a reported market value as market cap where supply and price are unknown", async () => {
    await observe(101, [[1011, "market_value_dollar", { "2024-01-01": 700 }]]);
    await derive();
    expect(await served("circulating_market_value_dollar")).toEqual({ "1011 2024-01-01": "700d" });
    expect(await served("bridged_token_market_cap_dollar")).toEqual({ "1011 2024-01-01": "700d" });
  });

  it("sums the last thirty calendar days, on days with a value only", async () => {
    await observe(101, [
      [
        1011,
        "daily_transfer_volume_dollar",
        { "2024-01-01": 1, "2024-01-02": 2, "2024-01-31": 4, "2024-02-29": 8 },
      ],
    ]);
    await derive();
    // 31 January looks back to 2 January; 29 February to 31 January.
    expect(await served("trailing_30_day_transfer_volume_dollar")).toEqual({
      "1011 2024-01-01": "1d",
      "1011 2024-01-02": "3d",
      "1011 2024-01-31": "6d",
      "1011 2024-02-29": "12d",
    });
  });

  it("subtracts, divides and takes shares, and leaves a division by zero unknown", async () => {
    const day = (v: number) => ({ "2024-01-01": v });
    await observe(101, [
      [1011, "daily_mints_dollar", { "2024-01-01": 5, "2024-01-02": 7 }],
      [1011, "daily_burns_dollar", { "2024-01-01": 8 }],
      [1011, "circulating_supply_token", { "2024-01-01": 30, "2024-01-02": 0 }],
      [1011, "total_supply_token", { "2024-01-01": 40, "2024-01-02": 0 }],
      [1011, "bridged_token_value_dollar", { "2024-01-01": 20 }],
      [1011, "trailing_30_day_transfer_volume_dollar", day(50)],
      [1011, "price_dollar", day(9)],
      [1011, "net_asset_value_dollar", day(12)],
      [1011, "apy_7_day_percent", day(3)],
      [1011, "benchmark_yield_percent", day(4.5)],
    ]);
    await derive();
    expect(await served("net_flow_dollar")).toEqual({ "1011 2024-01-01": "-3d" });
    expect(await served("trailing_30_day_net_flow_dollar")).toEqual({ "1011 2024-01-01": "-3d" });
    expect(await served("circulating_supply_share_percent")).toEqual({ "1011 2024-01-01": "75d" });
    expect((await served("trailing_30_day_turnover_ratio"))["1011 2024-01-01"]).toBe("2.5d");
    expect((await served("nav_premium_dollar"))["1011 2024-01-01"]).toBe("-3d");
    expect((await served("nav_premium_percent"))["1011 2024-01-01"]).toBe("-25d");
    expect((await served("yield_spread_percent"))["1011 2024-01-01"]).toBe("-1.5d");
  });

  it("treats amounts that cancel out as zero, and computes differences to the digits of their parts", async () => {
    await observe(101, [
      [1011, "bridge_inflow_dollar", { "2024-01-01": 4_000_000_000.12, "2024-01-02": 0.2 }],
      [1011, "bridge_outflow_dollar", { "2024-01-01": 3_999_999_990.02, "2024-01-02": 0.1 }],
      [1012, "bridge_inflow_dollar", { "2024-01-01": 3_999_999_990.02, "2024-01-02": 0.1 }],
      [1012, "bridge_outflow_dollar", { "2024-01-01": 4_000_000_000.12, "2024-01-02": 0.2 }],
      [1011, "daily_mints_dollar", { "2024-01-01": 1.1, "2024-01-02": 2.2, "2024-01-03": 0 }],
      [1011, "daily_burns_dollar", { "2024-01-01": 0, "2024-01-02": 0, "2024-01-03": 3.3 }],
    ]);
    await derive();
    expect(await served("trailing_30_day_net_bridge_flow_dollar")).toEqual({
      "1011 2024-01-01": "10.1d",
      "1011 2024-01-02": "10.2d",
      "1012 2024-01-01": "-10.1d",
      "1012 2024-01-02": "-10.2d",
    });
    expect(await latest("asset", 101, "trailing_30_day_net_bridge_flow_dollar", "val")).toEqual([0]);
    expect(await served("trailing_7_day_net_flow_dollar")).toEqual({
      "1011 2024-01-01": "1.1d",
      "1011 2024-01-02": "3.3d",
      "1011 2024-01-03": "0d",
    });
  });

  it("measures a price against its reference, in percent of it", async () => {
    await observe(101, [
      [1011, "price_dollar", { "2024-01-01": 102, "2024-01-02": 96, "2024-01-03": 100 }],
      [whole(101), "spot_price_dollar", { "2024-01-01": 100, "2024-01-02": 100, "2024-01-03": 0 }],
      [1011, "listed_price_dollar", { "2024-01-01": 204 }],
    ]);
    await derive();
    expect(await served("spot_premium_percent")).toEqual({
      "1011 2024-01-01": "2d",
      "1011 2024-01-02": "-4d",
    });
    expect(await served("listed_premium_percent")).toEqual({
      "1011 2024-01-01": "-50d",
      "1011 2024-01-02": "-52.94117647058823cd",
      "1011 2024-01-03": "-50.98039215686274cd",
    });
    expect(await served("peg_deviation_percent")).toEqual({});
  });

  it("leaves values unknown that are larger than any file can state", async () => {
    await observe(101, [
      [1011, "price_dollar", { "2024-01-01": 2, "2024-01-02": -1e24, "2024-01-03": 2 }],
      [1011, "spot_price_dollar", { "2024-01-01": 1e-300, "2024-01-02": 1e-308, "2024-01-03": 1e-20 }],
    ]);
    await derive();
    expect(Object.keys(await served("spot_premium_percent"))).toEqual(["1011 2024-01-03"]);
  });

  it("needs no peg price for coins pegged to the dollar, and prefers an observed one", async () => {
    await observe(102, [
      [1021, "price_dollar", { "2024-01-01": 1.25, "2024-01-02": 1, "2024-01-03": 0.5 }],
      [whole(102), "peg_price_dollar", { "2024-01-03": 2 }],
    ]);
    await observe(103, [
      [1031, "price_dollar", { "2024-01-01": 1.25, "2024-01-02": 1.5, "2024-01-03": 1.5 }],
      [whole(103), "peg_price_dollar", { "2024-01-02": 1.25 }],
    ]);
    await derive();
    expect(await served("peg_deviation_percent")).toEqual({
      "1021 2024-01-01": "25d",
      "1021 2024-01-02": "0d",
      "1021 2024-01-03": "-75d",
      "1031 2024-01-02": "20d",
      "1031 2024-01-03": "20cd",
    });
  });

  it("treats a whole as 100 percent of itself, to the last digit", async () => {
    await observe(101, [
      [1011, "circulating_supply_token", { "2024-01-01": 356690493.16 }],
      [1011, "total_supply_token", { "2024-01-01": 356690493.16 }],
    ]);
    await derive();
    expect(await served("circulating_supply_share_percent")).toEqual({ "1011 2024-01-01": "100d" });
  });

  it("multiplies token supplies with a price known for the asset as a whole, counting each unit once", async () => {
    await observe(101, [
      [1011, "total_supply_token", { "2024-01-01": 100 }],
      [1012, "total_supply_token", { "2024-01-01": 50 }],
      [whole(101), "price_dollar", { "2024-01-01": 2 }],
    ]);
    await derive();
    expect(await served("price")).toEqual({
      "1011 2024-01-01": "2",
      "1012 2024-01-01": "2",
      "0 2024-01-01": "2",
    });
    expect(await served("bridged_token_value_dollar")).toEqual({
      "1011 2024-01-01": "200d",
      "1012 2024-01-01": "100d",
    });
    expect(await latest("asset", 101, "bridged_token_value")).toEqual(["2024-01-01", 300, null, null, null]);
    expect(await latest("asset", 101, "price")).toEqual(["2024-01-01", 2, null, null, null]);
    expect(await latest("network", 3, "bridged_token_value")).toEqual(["2024-01-01", 100, null, null, null]);
  });

  it("multiplies a supply known for the asset as a whole with the mean of its tokens' prices", async () => {
    await observe(101, [
      [whole(101), "total_supply_token", { "2024-01-01": 100 }],
      [1011, "price_dollar", { "2024-01-01": 2 }],
      [1012, "price_dollar", { "2024-01-01": 4 }],
    ]);
    await derive();
    expect(await served("price")).toEqual({
      "1011 2024-01-01": "2",
      "1012 2024-01-01": "4",
      "0 2024-01-01": "3d",
    });
    expect(await served("market_value_dollar")).toEqual({ "0 2024-01-01": "300d" });
  });

  it("counts an asset at one level only on a day: an observed total overrides the sum of its tokens", async () => {
    await observe(101, [
      [1011, "total_supply_token", { "2024-01-01": 100, "2024-01-20": 100 }],
      [1012, "total_supply_token", { "2024-01-01": 50, "2024-01-20": 50 }],
      [whole(101), "price_dollar", { "2024-01-01": 2, "2024-01-20": 2 }],
      [whole(101), "market_value_dollar", { "2024-01-01": 310 }],
    ]);
    await derive();
    const shown = await served("market_value_dollar");
    expect(shown["0 2024-01-01"]).toBe("310");
    expect(shown["1011 2024-01-01"]).toBeUndefined();
    expect(shown["1011 2024-01-20"]).toBe("200d");
    expect(shown["1012 2024-01-20"]).toBe("100d");
    expect(shown["0 2024-01-20"]).toBeUndefined();
  });

  it("serves a derived total of the asset rather than the reported value of one of its tokens", async () => {
    await observe(101, [
      [1011, "market_value_dollar", { "2024-01-01": 10 }],
      [whole(101), "total_supply_token", { "2024-01-01": 100 }],
      [whole(101), "price_dollar", { "2024-01-01": 2 }],
    ]);
    await derive();
    expect(await served("market_value_dollar")).toEqual({ "0 2024-01-01": "200d" });
    await observe(101, [[1012, "market_value_dollar", { "2024-01-01": 30 }]]);
    await derive();
    expect(await served("market_value_dollar")).toEqual({ "1011 2024-01-01": "10", "1012 2024-01-01": "30" });
    expect(await served("total_asset_value_dollar")).toEqual({ "0 2024-01-01": "200d" });
  });
});

describe("levels", () => {
  it("serves the asset as a whole on every day on which its tokens do not cover it", async () => {
    const days = Array.from({ length: 11 }, (_, i) => `2024-01-${String(i + 1).padStart(2, "0")}`);
    const ofWhole = Object.fromEntries(days.map((day, i) => [day, 1000 + i]));
    await observe(101, [[whole(101), "total_supply_token", { ...ofWhole, "2024-01-14": 1200 }]]);
    await observe(101, [[1011, "total_supply_token", { "2024-01-12": 400 }]]);
    await derive();
    const shown = await served("total_supply_token");
    for (const [i, day] of days.entries()) expect(shown[`0 ${day}`]).toBe(String(1000 + i));
    expect(shown["0 2024-01-12"]).toBe("1010c");
    expect(shown["0 2024-01-14"]).toBe("1200");
    expect(Object.keys(shown).filter((key) => !key.startsWith("0 "))).toEqual([]);

    await observe(101, [[1012, "total_supply_token", { "2024-01-13": 700 }]]);
    await derive();
    const settled = await served("total_supply_token");
    // Both tokens are known from 13 January on, one of them carried.
    expect(settled["0 2024-01-12"]).toBe("1010c");
    expect(settled["0 2024-01-13"]).toBeUndefined();
    expect(settled["1011 2024-01-13"]).toBe("400c");
    expect(settled["1012 2024-01-13"]).toBe("700");
    expect(await latest("asset", 101, "total_supply_token", "val, val_7d")).toEqual([1100, 1006]);
  });

  it("counts a token from its deployment on when checking whether tokens cover the asset", async () => {
    await loadCatalog(test.store, {
      ...catalog,
      tokens: catalog.tokens.map((t) => (t.id === 1012 ? { ...t, deployed_date: "2024-01-03" } : t)),
    });
    const days = { "2024-01-01": 5, "2024-01-02": 6, "2024-01-03": 7 };
    await observe(101, [
      [whole(101), "holders", days],
      [1011, "holders", days],
    ]);
    await derive();
    expect(await served("holders")).toEqual({
      "1011 2024-01-01": "5",
      "1011 2024-01-02": "6",
      "0 2024-01-03": "7",
    });
  });

  describe("of a native token that is locked to back a bridged one", () => {
    const day = "2024-03-01";
    const supplies: Series[] = [
      [1041, "total_supply_token", { [day]: 100 }],
      [1042, "total_supply_token", { [day]: 20 }],
      [1041, "price_dollar", { [day]: 2 }],
      [1042, "price_dollar", { [day]: 2 }],
    ];
    const bridgedCatalog = (isBridged: boolean) =>
      catalogOf({
        networks: [network(1, "ethereum"), network(3, "polygon")],
        assets: [asset(104, "delta")],
        tokens: [
          token(1041, "delta", "ethereum"),
          token(1042, "delta", "polygon", { is_bridged: isBridged }),
        ],
      });
    beforeEach(() => loadCatalog(test.store, bridgedCatalog(true)));

    it("counts each unit once for the asset as a whole, and not by network", async () => {
      await observe(104, supplies);
      await derive();
      expect(await served("circulating_supply_token")).toEqual({
        [`1041 ${day}`]: "100d",
        [`1042 ${day}`]: "20d",
      });
      expect(await served("bridged_token_supply_token")).toEqual({ [`0 ${day}`]: "100d" });
      expect(await served("bridged_token_value_dollar")).toEqual({ [`0 ${day}`]: "200d" });
      expect(await served("bridged_token_market_cap_dollar")).toEqual({ [`0 ${day}`]: "200d" });
      expect(await latest("asset", 104, "bridged_token_value_dollar", "val")).toEqual([200]);
      expect(await latest("network", 1, "bridged_token_value_dollar", "val")).toBeNull();
    });

    it("counts units by network once the native token reports its net supply", async () => {
      await observe(104, [...supplies, [1041, "bridged_token_supply_token", { [day]: 80 }]]);
      await derive();
      expect(await served("bridged_token_supply_token")).toEqual({
        [`1041 ${day}`]: "80",
        [`1042 ${day}`]: "20d",
      });
      expect(await served("bridged_token_value_dollar")).toEqual({
        [`1041 ${day}`]: "160d",
        [`1042 ${day}`]: "40d",
      });
    });

    it("counts each unit once on days before the native token reports its net supply, and after a gap", async () => {
      const days = { "2024-03-01": 100, "2024-03-02": 110, "2024-03-15": 130 };
      await observe(104, [
        [1041, "total_supply_token", days],
        [1042, "total_supply_token", { "2024-03-01": 20, "2024-03-02": 30, "2024-03-15": 40 }],
        [1041, "bridged_token_supply_token", { "2024-03-02": 80 }],
      ]);
      await derive();
      const net = Object.entries(await served("bridged_token_supply_token"));
      const of = (date: string) => Object.fromEntries(net.filter(([key]) => key.endsWith(date)));
      expect(of("2024-03-01")).toEqual({ "0 2024-03-01": "100d" });
      expect(of("2024-03-02")).toEqual({ "1041 2024-03-02": "80", "1042 2024-03-02": "30d" });
      expect(of("2024-03-15")).toEqual({ "0 2024-03-15": "130d" });
      expect(await latest("asset", 104, "bridged_token_supply_token", "val")).toEqual([130]);
    });

    it("leaves the value unknown where the supply of the native token is", async () => {
      await observe(104, [
        [1042, "market_value_dollar", { [day]: 40 }],
        [1041, "market_value_dollar", { [day]: 200 }],
      ]);
      await derive();
      expect(await served("bridged_token_market_cap_dollar")).toEqual({ [`1042 ${day}`]: "40d" });
    });

    it("is computed again once the catalog says that a token is bridged", async () => {
      await loadCatalog(test.store, bridgedCatalog(false));
      await observe(104, supplies);
      await derive();
      expect(await served("bridged_token_supply_token")).toEqual({
        [`1041 ${day}`]: "100d",
        [`1042 ${day}`]: "20d",
      });
      await loadCatalog(test.store, bridgedCatalog(true));
      await derive();
      expect(await served("bridged_token_supply_token")).toEqual({ [`0 ${day}`]: "100d" });
    });
  });

  it("keeps the asset-level price on a token's days without a price of its own", async () => {
    await observe(101, [
      [whole(101), "price_dollar", { "2024-01-01": 2, "2024-01-02": 2, "2024-01-03": 2 }],
      [1011, "price_dollar", { "2024-01-03": 2.5 }],
    ]);
    await derive();
    expect(await served("price_dollar")).toEqual({
      "0 2024-01-01": "2",
      "0 2024-01-02": "2",
      "0 2024-01-03": "2",
      "1011 2024-01-01": "2",
      "1011 2024-01-02": "2",
      "1011 2024-01-03": "2.5",
      "1012 2024-01-01": "2",
      "1012 2024-01-02": "2",
      "1012 2024-01-03": "2",
    });
  });

  it("adds up a trailing sum over days of both levels, for the asset as a whole", async () => {
    await observe(101, [
      [whole(101), "daily_transfer_volume_dollar", { "2024-01-01": 100, "2024-01-02": 200 }],
      [1011, "daily_transfer_volume_dollar", { "2024-01-03": 30, "2024-02-03": 40 }],
      [1012, "daily_transfer_volume_dollar", { "2024-01-03": 5 }],
    ]);
    await derive();
    expect(await served("trailing_30_day_transfer_volume_dollar")).toEqual({
      "0 2024-01-01": "100d",
      "0 2024-01-02": "300d",
      "0 2024-01-03": "335d",
      "1011 2024-02-03": "40d",
    });
  });
});

describe("latest values of entities", () => {
  it("looks back 7, 30, 90 and 365 days from each entity's own latest day", async () => {
    await observe(101, [
      [
        1011,
        "holders",
        { "2023-04-01": 12, "2024-01-01": 1, "2024-03-01": 30, "2024-03-24": 70, "2024-03-31": 100 },
      ],
    ]);
    await observe(102, [[1021, "holders", { "2024-03-24": 5, "2024-03-31": 6 }]]);
    await derive();
    expect(await latest("token", 1011, "holders")).toEqual(["2024-03-31", 100, 70, 30, 1]);
    expect(await latest("token", 1011, "holders", "val_365d")).toEqual([12]);
    // Beta is not known 30 days ago: the network then had only Alpha.
    expect(await latest("network", 1, "holders")).toEqual(["2024-03-31", 106, 75, 30, 1]);
    expect(await latest("asset_class", 28, "holders")).toEqual(["2024-03-31", 6, 5, null, null]);
  });

  it("weighs rates by value, over members whose weight is known", async () => {
    const value = (v: number) => ({ "2024-01-01": v });
    await observe(101, [
      [1011, "total_asset_value_dollar", value(100)],
      [1011, "apy_7_day_percent", value(4)],
    ]);
    await observe(102, [
      [1021, "total_asset_value_dollar", value(300)],
      [1021, "apy_7_day_percent", value(2)],
    ]);
    await observe(103, [[1031, "apy_7_day_percent", value(50)]]);
    await derive();
    // (4 · 100 + 2 · 300) ÷ 400
    expect(await latest("network", 1, "apy_7_day_percent")).toEqual(["2024-01-01", 2.5, null, null, null]);
    expect(await latest("asset_class", 28, "apy_7_day_percent")).toEqual(["2024-01-01", 2, null, null, null]);
    // No weight at all: the asset's own page still shows its rate, a group does not.
    expect(await latest("asset", 103, "apy_7_day_percent")).toEqual(["2024-01-01", 50, null, null, null]);
    expect(await latest("network", 3, "apy_7_day_percent")).toEqual(["2024-01-01", null, null, null, null]);
  });

  it("weighs a value by the weight of its own day, even if the weight is known for later days too", async () => {
    await observe(101, [
      [whole(101), "net_asset_value_dollar", { "2024-03-13": 1, "2024-03-20": 1 }],
      [1011, "total_supply_token", { "2024-03-13": 300, "2024-03-20": 100, "2024-03-21": 1000 }],
      [1012, "total_supply_token", { "2024-03-13": 100, "2024-03-20": 100, "2024-03-21": 100 }],
      [1011, "daily_transfer_volume_token", { "2024-03-13": 15, "2024-03-20": 10 }],
      [1012, "daily_transfer_volume_token", { "2024-03-13": 10, "2024-03-20": 50 }],
    ]);
    await derive();
    // On 20 March a volume of 25 over 100, and 60 over 100; a week before 15 over 300, and 10 over 100.
    const turnover = ["2024-03-20", (25 + 60) / 200, (15 + 10) / 400, null, null];
    expect(await latest("asset", 101, "trailing_30_day_turnover_ratio")).toEqual(turnover);
    const [weights] = await test.store.compactRows(
      `SELECT groupArray((w_val, w_val_7d, w_val_30d)) FROM (SELECT * FROM entity_metrics FINAL
        WHERE entity_type = 'token' AND metric_id = {id:UInt32} ORDER BY entity_id)`,
      { id: metricByName("trailing_30_day_turnover_ratio")?.id },
    );
    expect(weights).toEqual([
      [
        [100, 300, null],
        [100, 100, null],
      ],
    ]);
  });

  it("counts only members known on the latest day of a group", async () => {
    await observe(101, [[1011, "holders", { "2024-01-01": 1 }]]);
    await observe(102, [[1021, "holders", { "2024-02-01": 10 }]]);
    await derive();
    expect(await latest("network", 1, "holders")).toEqual(["2024-02-01", 10, null, null, null]);
  });
});

describe("runs", () => {
  const alpha = () =>
    observe(101, [
      [1011, "total_supply_token", { "2024-01-01": 100, "2024-01-04": 120 }],
      [1012, "total_supply_token", { "2024-01-02": 50 }],
      [whole(101), "price_dollar", { "2024-01-01": 2, "2024-01-03": 2.1 }],
    ]);

  it("moves the data version only when a served value has changed", async () => {
    await alpha();
    expect((await derive()).assetsChanged).toBe(1);
    const version = await readDataVersion(test.store);
    const before = await everything();
    expect(await derive()).toMatchObject({ assets: 0, assetsChanged: 0, dataVersion: version });
    await alpha();
    expect(await derive()).toMatchObject({ assets: 1, assetsChanged: 0, dataVersion: version });
    const all = await deriveDailyMetrics(test.store, { assetIds: "all", today: TODAY });
    expect(all).toMatchObject({ assetsChanged: 0, dataVersion: version });
    expect(await everything()).toEqual(before);
  });

  it("produces the same rows whether one asset is replaced or everything is rebuilt", async () => {
    await alpha();
    for (const id of [102, 103]) {
      await observe(id, [[id * 10 + 1, "total_supply_token", { "2024-01-01": id, "2024-01-05": id }]]);
    }
    // Many other assets, so that one is a small part and its rows are replaced in place.
    for (let id = 200; id < 220; id += 1) await observe(id, [[id * 10, "holders", { "2024-01-05": 1 }]]);
    await derive();
    await observe(101, [[1011, "total_supply_token", { "2024-01-04": 121 }]]);
    expect(await derive()).toMatchObject({ assets: 1, assetsChanged: 1 });
    const replaced = await everything();
    await test.store.run("TRUNCATE TABLE daily_metrics");
    await deriveDailyMetrics(test.store, { assetIds: "all", today: TODAY });
    expect(await everything()).toEqual(replaced);
  });

  it("completes a run that was interrupted before its version moved", async () => {
    await alpha();
    await derive();
    const version = await readDataVersion(test.store);
    // The state after a crash: rows written, the new version announced but not set, the mark still set.
    await test.store.run("INSERT INTO settings VALUES ('data_version_due', 'true', 9007199254740991)");
    await alpha();
    expect((await derive()).dataVersion).toBeGreaterThan(version);
  });

  it("leaves no scratch table", async () => {
    await alpha();
    await derive();
    const left = await test.store.rows("SELECT name FROM system.tables WHERE name LIKE 'scratch%'");
    expect(left).toEqual([]);
  });
});
