/**
 * Derivation against a second implementation: plain loops over a few days, written from the rules and not from
 * the SQL, on random assets that are observed at both levels, one or none.
 */
import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Derivation, inputsOf, metricById, metricByName, metrics } from "#domain/metrics";
import { ASSET_LISTING_OFFSET } from "#domain/resources";
import { openTestStore, type TestStore } from "../../../tests/support/ingestStore";
import { createObservationWriter } from "../../../tests/support/observationWriter";
import { loadCatalog } from "../catalog/loadCatalog";
import { declarePrecedence } from "../observations/declarePrecedence";
import { asset, catalogOf, network, token } from "../testSupport/catalogBuilder";
import { deriveDailyMetrics } from "./deriveDailyMetrics";

const DAYS = 14;
const ASSETS = 60;
const START = Date.UTC(2024, 0, 1);
const dateOf = (day: number) => new Date(START + day * 86_400_000).toISOString().slice(0, 10);
const dateOrNull = (day: number | null) => (day === null ? null : dateOf(day));
const OBSERVED = [
  "total_supply_token",
  "circulating_supply_token",
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

interface Cell {
  value: number;
  carried: boolean;
  derived: boolean;
  rank: number;
}
/** metric → listing → day → cell */
type Table = Map<string, Map<number, (Cell | undefined)[]>>;
type Observed = Map<string, Map<number, Map<number, number>>>;

interface ObservedAsset {
  observed: Observed;
  /** Its listing as a whole, and those of its tokens. */
  whole: number;
  tokens: readonly number[];
  /** Day of deployment of each token; null where the catalog does not state it. */
  deployed: readonly (number | null)[];
  isDollarCoin: boolean;
}

function reference({ observed, whole, tokens, deployed, isDollarCoin }: ObservedAsset): Table {
  const listings = [whole, ...tokens];
  const table: Table = new Map();
  const column = (slug: string, listing: number) => {
    const byListing = table.get(slug) ?? new Map<number, (Cell | undefined)[]>();
    table.set(slug, byListing);
    const cells = byListing.get(listing) ?? Array.from<Cell | undefined>({ length: DAYS });
    byListing.set(listing, cells);
    return cells;
  };
  const firstObserved = (listing: number) =>
    Math.min(...[...observed.values()].flatMap((byListing) => [...(byListing.get(listing)?.keys() ?? [])]));
  const countsFrom = (listing: number) => {
    const stated = deployed[tokens.indexOf(listing)] ?? null;
    return stated === null ? 0 : Math.min(stated, firstObserved(listing));
  };
  const expected = (day: number) => tokens.filter((t) => day >= countsFrom(t));
  /** Whether every token that there is on a day is among those given. */
  const areAll = (day: number, known: readonly number[]) =>
    expected(day).length > 0 && expected(day).every((t) => known.includes(t));
  /** The values of a series on each day, gaps filled, from a day on. */
  const fill = (slug: string, listing: number, from = 0) => {
    const points = observed.get(slug)?.get(listing) ?? new Map<number, number>();
    const cells = Array.from<Cell | undefined>({ length: DAYS });
    const days = [...points.keys()].filter((day) => day >= from).sort((a, b) => a - b);
    for (const [i, day] of days.entries()) {
      const value = points.get(day) as number;
      cells[day] = { value, carried: false, derived: false, rank: 0 };
      const next = days[i + 1] ?? DAYS;
      if (metricByName(slug)?.kind !== "stock" || next - day - 1 > 7) continue;
      for (let d = day + 1; d < next; d += 1) cells[d] = { value, carried: true, derived: false, rank: 0 };
    }
    return cells;
  };
  for (const { slug, appliesToTokens } of metrics) {
    const ofWhole = fill(slug, whole);
    const own = new Map(tokens.map((t) => [t, fill(slug, t)]));
    const lent = new Map(tokens.map((t) => [t, fill(slug, whole, countsFrom(t))]));
    for (let day = 0; day < DAYS; day += 1) {
      const known = tokens.filter((t) => own.get(t)?.[day] !== undefined);
      const wholeIsServed = ofWhole[day] !== undefined && !areAll(day, known);
      if (wholeIsServed) column(slug, whole)[day] = ofWhole[day];
      for (const t of tokens) {
        const cell = own.get(t)?.[day];
        if (appliesToTokens) column(slug, t)[day] = cell ?? lent.get(t)?.[day];
        else if (!wholeIsServed) column(slug, t)[day] = cell;
      }
    }
  }
  // Prices known on tokens only also serve amounts known for the asset as a whole.
  const inputs = new Set(metrics.flatMap(({ derive }) => derive.flatMap(inputsOf)).flat());
  const amounts = metrics.filter((m) => !m.appliesToTokens && (m.derive.length > 0 || inputs.has(m.slug)));
  const unitValues = metrics.filter((m) => m.appliesToTokens && m.derive.length === 0 && inputs.has(m.slug));
  for (const { slug } of unitValues) {
    for (let day = 0; day < DAYS; day += 1) {
      const amount = amounts.some((m) => column(m.slug, whole)[day] !== undefined);
      const known = tokens.flatMap((t) => column(slug, t)[day] ?? []);
      if (!amount || column(slug, whole)[day] !== undefined || known.length === 0) continue;
      const value = known.reduce((sum, cell) => sum + cell.value, 0) / known.length;
      column(slug, whole)[day] = { value, carried: known.some((c) => c.carried), derived: true, rank: 1 };
    }
  }
  const compute = (
    way: Derivation,
    listing: number,
    day: number,
  ): { value: number; carried: boolean } | undefined => {
    if (way.op === "copy") return column(way.of, listing)[day];
    if (way.op === "copyReported") {
      const cell = column(way.of, listing)[day];
      return cell?.derived === false ? cell : undefined;
    }
    if (way.op === "trailingSum") {
      const from = Math.max(0, day - way.days + 1);
      const onDays = (listing: number) => column(way.of, listing).slice(from, day + 1);
      // Days of both levels add up for the asset as a whole only.
      const isOfWhole = onDays(whole).some((c) => c !== undefined);
      if (isOfWhole !== (listing === whole)) return undefined;
      const summed = isOfWhole ? listings : [listing];
      if (summed.every((l) => column(way.of, l)[day] === undefined)) return undefined;
      const value = summed.flatMap(onDays).reduce((sum, c) => sum + (c?.value ?? 0), 0);
      return { value, carried: false };
    }
    const inputs = inputsOf(way).map((input) =>
      input.map((slug) => column(slug, listing)[day]).find((c) => c !== undefined),
    );
    if (inputs.some((cell) => cell === undefined)) return undefined;
    if (way.op === "excessOverDollar" && !isDollarCoin) return undefined;
    const cells = inputs as Cell[];
    const [first = Number.NaN, second = Number.NaN] = cells.map((c) => c.value);
    const value = {
      product: () => cells.reduce((product, c) => product * c.value, 1),
      difference: () => first - second,
      ratio: () => first / second,
      excess: () => (100 * (first - second)) / second,
      excessOverDollar: () => 100 * (first - 1),
      share: () => (first === second && second !== 0 ? 100 : (100 * first) / second),
    }[way.op]();
    // A division by zero is unknown.
    return !Number.isFinite(value)
      ? undefined
      : {
          value,
          carried: cells.some((c) => c.carried),
        };
  };
  const done = new Set<string>(metrics.filter((m) => m.derive.length === 0).map((m) => m.slug));
  const ready = (way: Derivation) =>
    inputsOf(way)
      .flat()
      .every((slug) => done.has(slug));
  while (done.size < metrics.length) {
    for (const metric of metrics) {
      if (done.has(metric.slug) || !metric.derive.every(ready)) continue;
      for (let day = 0; day < DAYS; day += 1) {
        for (const listing of listings) {
          const cells = column(metric.slug, listing);
          for (const [i, way] of metric.derive.entries()) {
            const found = cells[day] === undefined ? compute(way, listing, day) : undefined;
            if (found !== undefined && found.value <= (metric.most ?? Number.POSITIVE_INFINITY))
              cells[day] = { ...found, derived: true, rank: i + 1 };
          }
        }
        if (metric.across.rule !== "sum") continue;
        const rank = (listing: number) => column(metric.slug, listing)[day]?.rank ?? 255;
        const known = tokens.filter((t) => rank(t) < 255);
        const wholeWins =
          rank(whole) < 255 && (!areAll(day, known) || rank(whole) < Math.min(...tokens.map(rank)));
        for (const listing of wholeWins ? tokens : [whole]) column(metric.slug, listing)[day] = undefined;
      }
      done.add(metric.slug);
    }
  }
  return table;
}

/** Every third asset is a stablecoin in dollars, every third one in euros, and the others are none. */
const kindOf = (id: number) => ["dollar coin", "euro coin", "fund"][id % 3];
const factsOf = (id: number) =>
  kindOf(id) === "fund"
    ? {}
    : { asset_class: "stablecoins", denomination: kindOf(id) === "dollar coin" ? "USD" : "EUR" };

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
        token(id * 10 + 1, `a-${id}`, "polygon"),
      ]),
    }),
  );
  await declarePrecedence(test.store, ["issuer"]);
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
