/**
 * Derivation against a second implementation (`derivedReference`), on random assets that are observed at both levels,
 * one or none.
 */
import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { metricById, metricByName } from "#domain/metrics";
import { ASSET_LISTING_OFFSET } from "#domain/resources";
import { generalPrecedence } from "#stores";
import { openTestStore, type TestStore } from "../../../tests/support/ingestStore";
import { createObservationWriter } from "../../../tests/support/observationWriter";
import { loadCatalog } from "../catalog/loadCatalog";
import { declarePrecedence } from "../observations/declarePrecedence";
import { asset, catalogOf, network, token } from "../testSupport/catalogBuilder";
import { type Observed, reference } from "../testSupport/derivedReference";
import { deriveDailyMetrics } from "./deriveDailyMetrics";

const DAYS = 14;
const ASSETS = 60;
const START = Date.UTC(2024, 0, 1);
const dateOf = (day: number) => new Date(START + day * 86_400_000).toISOString().slice(0, 10);
const dateOrNull = (day: number | null) => (day === null ? null : dateOf(day));
const OBSERVED = [
  "total_supply_token",
  "circulating_supply_token",
  "bridged_token_supply_token",
  "net_asset_value_dollar",
  "price_dollar",
  "peg_price_dollar",
  "spot_price_dollar",
  "market_value_dollar",
  "circulating_market_value_dollar",
  "bridged_token_value_dollar",
  "daily_transfer_volume_token",
  "daily_transfer_volume_dollar",
  "daily_mints_dollar",
  "daily_burns_dollar",
  "apy_7_day_percent",
  "benchmark_yield_percent",
  "holding_addresses_count",
];

/** Every third asset is a stablecoin in dollars, every third one in euros, and the others are none. */
const kindOf = (id: number) => ["dollar coin", "euro coin", "fund"][id % 3];
const factsOf = (id: number) =>
  kindOf(id) === "fund"
    ? {}
    : { asset_class: "stablecoins", denomination: kindOf(id) === "dollar coin" ? "USD" : "EUR" };

/** The second token of every other pair of assets is bridged from the first. */
const isSecondBridged = (id: number) => id % 4 < 2;

/** The first token of every other asset is stated to be deployed within the days; of the second nothing is stated. */
const deployedOf = (id: number) => (id % 2 === 0 ? 6 : null);

const isOf = (asset: number, listing: number) =>
  [ASSET_LISTING_OFFSET + asset, asset * 10, asset * 10 + 1].includes(listing);

let test: TestStore;
beforeAll(async () => {
  test = await openTestStore();
});
afterAll(() => test.close());

it("serves the same as a second implementation of the rules", { timeout: 600_000 }, async () => {
  const ids = Array.from({ length: ASSETS }, (_, i) => 1000 + i);
  await loadCatalog(
    test.store,
    catalogOf({
      networks: [network(1, "ethereum"), network(3, "polygon")],
      assets: ids.map((id) => asset(id, `a-${id}`, factsOf(id))),
      tokens: ids.flatMap((id) => [
        token(id * 10, `a-${id}`, "ethereum", { deployed_date: dateOrNull(deployedOf(id)) }),
        token(id * 10 + 1, `a-${id}`, "polygon", { is_bridged: isSecondBridged(id) }),
      ]),
    }),
  );
  await declarePrecedence(test.store, generalPrecedence(["issuer"]));
  const series = fc.record({
    slug: fc.constantFrom(...OBSERVED),
    listing: fc.integer({ min: 0, max: 2 }),
    points: fc.dictionary(
      fc.constantFrom(...Array.from({ length: DAYS }, (_, i) => String(i))),
      fc.integer({ min: 1, max: 64 }),
    ),
  });
  const world = fc.array(fc.array(series, { maxLength: 8 }), { minLength: ASSETS, maxLength: ASSETS });
  await fc.assert(
    fc.asyncProperty(world, async (assets) => {
      await test.store.run("TRUNCATE TABLE observations");
      const writer = createObservationWriter(test.store, {
        sourceId: 1,
        isSample: false,
        provider: "issuer",
      });
      // Another provider, which is not preferred, later reports other values for some figures.
      const other = createObservationWriter(test.store, { sourceId: 2, isSample: false, provider: "vendor" });
      const observedOf = assets.map((all, i) => {
        const id = 1000 + i;
        const listings = [ASSET_LISTING_OFFSET + id, id * 10, id * 10 + 1];
        const observed: Observed = new Map();
        for (const { slug, listing, points } of all) {
          const byListing = observed.get(slug) ?? new Map<number, Map<number, number>>();
          const days = byListing.get(listings[listing] as number) ?? new Map<number, number>();
          for (const [day, value] of Object.entries(points)) days.set(Number(day), value);
          observed.set(slug, byListing.set(listings[listing] as number, days));
        }
        return { id, listings, observed };
      });
      for (const { id, observed } of observedOf) {
        for (const [slug, byListing] of observed) {
          for (const [listingId, days] of byListing) {
            for (const [day, value] of days) {
              const metricId = metricByName(slug)?.id as number;
              writer.add({ assetId: id, listingId, metricId, date: dateOf(day), value });
              if (value % 3 === 0) {
                other.add({ assetId: id, listingId, metricId, date: dateOf(day), value: value + 100 });
              }
            }
          }
        }
      }
      // One asset has the last day, so that tails are carried to it.
      writer.add({ assetId: 1, listingId: 1, metricId: 100019, date: dateOf(DAYS - 1), value: 1 });
      await writer.flush();
      await other.flush();
      await deriveDailyMetrics(test.store, { assetIds: "all", today: "2024-12-31" });

      const rows = await test.store.compactRows<[number, number, string, number, boolean, boolean]>(
        "SELECT metric_id, token_id, date, value, carried, derived FROM daily_metrics FINAL WHERE asset_id != 1",
      );
      const served = rows.map(([metric, listing, ...rest]) =>
        [metricById(metric)?.slug, listing, ...rest].join(" "),
      );
      const expected = observedOf.flatMap(({ id, listings: [whole = 0, ...tokens], observed }) =>
        [
          ...reference({
            observed,
            whole,
            tokens,
            deployed: [deployedOf(id), null],
            isDollarCoin: kindOf(id) === "dollar coin",
            native: isSecondBridged(id) ? tokens.slice(0, 1) : [],
            days: DAYS,
          }),
        ].flatMap(([slug, byListing]) =>
          [...byListing].flatMap(([listing, cells]) =>
            cells.flatMap((c, day) =>
              c === undefined ? [] : [[slug, listing, dateOf(day), c.value, c.carried, c.derived].join(" ")],
            ),
          ),
        ),
      );
      expect(served.sort()).toEqual(expected.sort());
      // By itself an asset is computed by a statement about its own metrics, above by one about those of all.
      for (const { id } of observedOf.slice(0, 3)) {
        const alone = await deriveDailyMetrics(test.store, { assetIds: [id], today: "2024-12-31" });
        expect(alone.assetsChanged).toBe(0);
        expect(alone.rows).toBe(rows.filter(([, listing]) => isOf(id, listing)).length);
      }
    }),
    { numRuns: 4, endOnFailure: true },
  );
});
