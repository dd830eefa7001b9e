/** Checks over random markets: what is right opens nothing, and each break opens one result, however the change arrived. */
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { CheckSlug } from "#domain/checks";
import { isoDay } from "#domain/days";
import { type MetricSlug, metricOfSlug } from "#domain/metrics";
import { ASSET_LISTING_OFFSET, type EntityType, indexCatalog } from "#domain/resources";
import { readPublication } from "#stores";
import { openTestStore, type TestStore } from "../../../tests/support/ingestStore";
import { createObservationWriter } from "../../../tests/support/observationWriter";
import { loadCatalog } from "../catalog/loadCatalog";
import { commit } from "../commit";
import { markChecksDue } from "../observations/dueChecks";
import { removeObservationsOf } from "../observations/removeObservations";
import { nextRowVersion } from "../rowVersion";
import { writeSetting } from "../settings";
import { asset, catalogOf, network, token } from "../testSupport/catalogBuilder";
import { applyStep, catalogWith, type Step, step, TODAY } from "../testSupport/derivationSteps";
import { createObservedModel } from "../testSupport/observedModel";
import { runChecks } from "./runChecks";

const RUNS = Number(process.env.CHECK_RUNS ?? 1);
const today = "2024-03-31";
const catalog = indexCatalog(
  catalogOf({
    networks: [network(1, "ethereum"), network(3, "polygon")],
    assets: [asset(201, "alpha"), asset(202, "beta")],
    tokens: [
      token(2011, "alpha", "ethereum"),
      token(2012, "alpha", "polygon"),
      token(2021, "beta", "ethereum"),
      token(2022, "beta", "ethereum", { symbol: "BETA2", address: `0x${"b".repeat(40)}` }),
    ],
  }),
);
const TOKENS = [2011, 2012, 2021, 2022] as const;
type Token = (typeof TOKENS)[number];
const assetOf = (listing: number) => Math.floor(listing / 10);
const dayOf = (day: number) => isoDay(Date.UTC(2024, 0, day));

let test: TestStore;
beforeAll(async () => {
  test = await openTestStore();
});
afterAll(() => test.close());

async function startEmpty(stored = catalog) {
  await test.reset();
  await test.store.run("TRUNCATE TABLE checks");
  await commit(test.store, { today }, () => loadCatalog(test.store, stored));
}

type Found = [check: string, type: string, id: number, metric: string, first: string, last: string];
const found = (where = "true") =>
  test.store.compactRows<Found>(
    `SELECT check_slug, subject_type, subject_id, measure_slug, toString(date), toString(last_date) FROM checks FINAL
      WHERE state = 'open' AND ${where} ORDER BY check_slug, subject_id, measure_slug, date`,
  );

const results = () =>
  test.store.rows(
    "SELECT check_slug, subject, measure_slug, date, last_date, value, bound FROM checks FINAL WHERE state = 'open' ORDER BY check_slug, subject, measure_slug, date",
  );

describe("a market in which everything is right", () => {
  /** Values of a metric that is a part of another one are below those of the other. */
  const least: Readonly<Record<string, number>> = { total_supply_token: 200, circulating_supply_token: 100 };
  const valid = (one: Step): Step =>
    one.kind === "import"
      ? {
          ...one,
          series: one.series.map((written) => ({
            ...written,
            value: written.value + (least[written.metric] ?? 0),
          })),
        }
      : one;

  it("opens no error, whatever is imported, restated and taken back", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 8 }), async (steps) => {
        const facts = { deployed: null, isStablecoin: false, name: "One", hasSecondToken: true };
        await startEmpty(indexCatalog(catalogWith(facts)));
        const model = createObservedModel();
        for (const one of steps) {
          await commit(test.store, { today: TODAY }, () =>
            applyStep(valid(one), { store: test.store, model }),
          );
          expect(await found("severity = 'error'")).toEqual([]);
        }
      }),
      { numRuns: RUNS * 3, endOnFailure: true },
    );
  }, 240_000);
});

describe("a market in which one thing is wrong", () => {
  const DAYS = 60;
  /** Values of a token on each day, from 1 January 2024 on; null where nothing is reported. */
  type Series = (number | null)[];
  type Market = Record<string, Record<Token, Series>>;
  const metrics = [
    "total_supply_token",
    "price_dollar",
    "top_10_holders_share_percent",
    "top_5_holders_share_percent",
    "holder_concentration_hhi",
    "daily_transfer_count",
    "daily_mints_token",
  ] as const satisfies readonly MetricSlug[];
  type Reported = (typeof metrics)[number];

  /** Figures that move a little from day to day, another way for each token. */
  function marketOf(noise: readonly number[]): Market {
    const around = (level: number, metric: number, share: number): Record<Token, Series> => {
      const seriesOf = (place: number): Series =>
        Array.from({ length: DAYS }, (_, day) => {
          const by = noise[(day * 7 + place * 13 + metric * 31) % noise.length] ?? 0;
          return level * (1 + place / 10) * (1 + (by / 1_000) * share) + day / 1000;
        });
      return { 2011: seriesOf(0), 2012: seriesOf(1), 2021: seriesOf(2), 2022: seriesOf(3) };
    };
    const counts = around(400, 5, 0.4);
    for (const series of Object.values(counts))
      for (const [day, count] of series.entries()) series[day] = Math.round(count ?? 0);
    return {
      total_supply_token: around(5_000_000, 0, 0.02),
      price_dollar: around(20, 1, 0.02),
      top_10_holders_share_percent: around(50, 2, 0.1),
      top_5_holders_share_percent: around(20, 3, 0.1),
      holder_concentration_hhi: around(0.1, 4, 0.3),
      daily_transfer_count: counts,
      daily_mints_token: around(54_321.98, 6, 0.3),
    };
  }

  /** Replaces what is stored of some metrics. */
  const report = (market: Market, reported: readonly Reported[]) =>
    commit(test.store, { today }, async () => {
      for (const metric of reported) {
        const metricId = metricOfSlug(metric).id;
        await removeObservationsOf(test.store, { sourceId: metricId });
        const observations = createObservationWriter(test.store, { sourceId: metricId, isSample: false });
        for (const listingId of TOKENS) {
          market[metric]?.[listingId].forEach((value, day) => {
            if (value !== null) {
              observations.add({
                assetId: assetOf(listingId),
                listingId,
                metricId,
                date: dayOf(day + 1),
                value,
              });
            }
          });
        }
        await observations.flush();
      }
    });

  interface Place {
    listing: Token;
    /** First and last wrong day, counted from 0. */
    first: number;
    last: number;
    amount: number;
  }
  interface Break {
    metric: Reported;
    /** Makes the series wrong. */
    change: (series: Series, place: Place, market: Market) => void;
    expected?: (place: Place) => { id?: number; first?: number; last?: number };
  }
  const overwrite =
    (figureOf: (place: Place, market: Market, day: number) => number | null): Break["change"] =>
    (series, place, market) => {
      for (let day = place.first; day <= place.last; day += 1) series[day] = figureOf(place, market, day);
    };
  /** The checks that observations break. */
  const breaks: Partial<Record<CheckSlug, Break>> = {
    outside_limits: {
      metric: "top_10_holders_share_percent",
      change: overwrite(({ amount }) => 100 + amount),
    },
    exceeds_whole: {
      metric: "top_5_holders_share_percent",
      change: overwrite(
        ({ listing, amount }, market, day) =>
          (market.top_10_holders_share_percent?.[listing][day] ?? 0) + amount / 10,
      ),
    },
    counted_twice: {
      metric: "total_supply_token",
      change: (_, { first, last }, market) => {
        const supply = market.total_supply_token;
        for (let day = first; day <= last; day += 1) {
          if (supply !== undefined) supply[2022][day] = supply[2021][day] ?? null;
        }
      },
      expected: () => ({ id: 2022 }),
    },
    implausible_change: {
      metric: "price_dollar",
      change: (series, { first, amount }) => {
        for (let day = first; day < DAYS; day += 1) series[day] = (series[day] ?? 0) * (20 + amount);
      },
      expected: ({ first }) => ({ last: first }),
    },
    gap: {
      metric: "daily_transfer_count",
      change: (series, { first }) => series.fill(null, first, first + 9),
      expected: ({ first }) => ({ last: first + 8 }),
    },
    stale_price: {
      metric: "price_dollar",
      change: (series, { amount }) => series.fill(null, DAYS - 4 - (amount % 4)),
      expected: ({ amount }) => ({ first: DAYS - 4 - (amount % 4), last: DAYS - 1 }),
    },
    frozen_price: {
      metric: "price_dollar",
      change: (series, { first }) => series.fill(series[first] ?? 0, first, first + 23),
      expected: ({ first }) => ({ first: first + 20, last: first + 22 }),
    },
    repeated_flow: {
      metric: "daily_mints_token",
      change: (series, { first }) => series.fill(series[first - 1] ?? 0, first, first + 1),
      expected: ({ first }) => ({ last: first }),
    },
  };

  const noise = fc.array(fc.integer({ min: -1_000, max: 1_000 }), { minLength: 97, maxLength: 97 });
  const place = fc.record({
    listing: fc.constantFrom(...TOKENS),
    first: fc.integer({ min: 10, max: 30 }),
    length: fc.integer({ min: 1, max: 20 }),
    amount: fc.integer({ min: 1, max: 30 }),
  });

  it.each(Object.entries(breaks))(
    "opens one result of %s, and none once it is corrected",
    async (check, { metric, change, expected }) => {
      await fc.assert(
        fc.asyncProperty(noise, place, async (by, { listing, first, length, amount }) => {
          const right = marketOf(by);
          await startEmpty();
          await report(right, metrics);
          expect(await found()).toEqual([]);
          const wrong = structuredClone(right);
          const at: Place = { listing, first, last: first + length - 1, amount };
          const series = wrong[metric]?.[listing];
          if (series !== undefined) change(series, at, wrong);
          await report(wrong, [metric]);
          const due = { id: listing as number, first, last: at.last, ...expected?.(at) };
          expect(await found()).toEqual([
            [check, "token", due.id, metric, dayOf(due.first + 1), dayOf(due.last + 1)],
          ]);
          await report(right, [metric]);
          expect(await found()).toEqual([]);
        }),
        { numRuns: RUNS, endOnFailure: true },
      );
    },
    240_000,
  );

  it("opens one result of served rows that do not follow from observations", async () => {
    const type = fc.constantFrom<EntityType>("asset", "network", "asset_class");
    await fc.assert(
      fc.asyncProperty(noise, place, type, async (by, { listing, first, amount }, group) => {
        await startEmpty();
        await report(marketOf(by), metrics);
        const { id: metricId, slug } = metricOfSlug("total_supply_token");
        const publication = await readPublication(test.store);
        const row = {
          metric_id: metricId,
          asset_id: assetOf(listing),
          token_id: ASSET_LISTING_OFFSET + assetOf(listing),
          date: dayOf(first + 1),
          value: amount,
          version: publication?.upTo,
          edition: publication?.daily.edition,
        };
        const checkAgain = async () => {
          await markChecksDue(test.store, new Map(TOKENS.map((one) => [assetOf(one), 0])));
          await runChecks(test.store);
          return found();
        };
        await test.store.insert("daily_metrics", [row]);
        const both = ["both_levels", "asset", assetOf(listing), slug, dayOf(first + 1), dayOf(first + 1)];
        expect(await checkAgain()).toEqual([both]);
        await test.store.run(`DELETE FROM daily_metrics WHERE token_id = ${row.token_id}`);
        expect(await checkAgain()).toEqual([]);
        const groups = `entity_type = '${group}' AND metric_id = ${metricId}`;
        const [member] = await test.store.compactRows<[number]>(
          `SELECT entity_id FROM entity_metrics WHERE ${groups} ORDER BY entity_id LIMIT 1`,
        );
        const add = (by: number) =>
          test.store.run(
            `ALTER TABLE entity_metrics UPDATE val = val + ${by} WHERE ${groups} AND entity_id = ${member?.[0]} SETTINGS mutations_sync = 2`,
          );
        await add(amount);
        expect(await checkAgain()).toEqual([
          ["parts_differ", group, member?.[0], slug, dayOf(DAYS), dayOf(DAYS)],
        ]);
        await add(-amount);
        expect(await checkAgain()).toEqual([]);
      }),
      { numRuns: RUNS, endOnFailure: true },
    );
  }, 240_000);
});

it("finds in what changed what a run over everything finds", async () => {
  const metrics: readonly MetricSlug[] = [
    "price_dollar",
    "total_supply_token",
    "circulating_supply_token",
    "daily_mints_token",
    "top_10_holders_share_percent",
    "top_5_holders_share_percent",
  ];
  const written = fc.record({
    listing: fc.constantFrom(...TOKENS),
    metric: fc.constantFrom(...metrics),
    first: fc.integer({ min: 1, max: 60 }),
    length: fc.integer({ min: 1, max: 30 }),
    value: fc.constantFrom(1.5, 2.5, 40, 1234567.25, 120, 0.01),
    isRemoved: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(written, { minLength: 1, maxLength: 4 }), { minLength: 2, maxLength: 4 }),
      async (steps) => {
        await startEmpty();
        for (const step of steps) {
          await commit(test.store, { today }, async () => {
            for (const { listing, metric, first, length, value, isRemoved } of step) {
              const metricId = metricOfSlug(metric).id;
              if (isRemoved) {
                await removeObservationsOf(test.store, { sourceId: metricId, from: dayOf(first) });
                continue;
              }
              const observations = createObservationWriter(test.store, {
                sourceId: metricId,
                isSample: false,
              });
              for (let day = first; day < first + length; day += 1) {
                observations.add({
                  assetId: assetOf(listing),
                  listingId: listing,
                  metricId,
                  date: dayOf(day),
                  value,
                });
              }
              await observations.flush();
            }
          });
        }
        const incremental = await results();
        await writeSetting(test.store, {
          name: "checks_basis",
          value: "",
          version: await nextRowVersion(test.store),
        });
        const { opened, resolved } = await runChecks(test.store);
        expect({ opened, resolved }).toEqual({ opened: 0, resolved: 0 });
        expect(await results()).toEqual(incremental);
      },
    ),
    { numRuns: RUNS * 3 },
  );
}, 120_000);
