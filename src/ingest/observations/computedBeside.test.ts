/** What a formula gives is explained beside the reported value that is served: the same as the derivation would serve. */
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { isoDay } from "#domain/days";
import { type Metric, metricOfSlug, metrics } from "#domain/metrics";
import { readScope } from "#domain/people";
import { ASSET_LISTING_OFFSET } from "#domain/resources";
import { createMarket, explainFigure } from "#market";
import { accessPolicy } from "../../../tests/support/accessPolicy";
import { openTestStore, type TestStore } from "../../../tests/support/ingestStore";
import { createObservationWriter } from "../../../tests/support/observationWriter";
import { loadCatalog } from "../catalog/loadCatalog";
import { commit } from "../commit";
import { derivationLevels } from "../derive/derivationLevels";
import { deriveDailyMetrics } from "../derive/deriveDailyMetrics";
import { asset, catalogOf, network, token } from "../testSupport/catalogBuilder";

const DAYS = 40;
const dateOf = (day: number) => isoDay(Date.UTC(2024, 0, 1 + day));
const DAY = dateOf(DAYS - 1);
const today = "2024-12-31";
const COIN = 103;
const catalog = catalogOf({
  networks: [network(1, "ethereum"), network(3, "polygon")],
  assets: [
    asset(101, "plain"),
    asset(102, "bridged"),
    asset(COIN, "coin", { asset_class: "stablecoins", denomination: "USD" }),
    asset(104, "whole"),
  ],
  tokens: [101, 102, COIN, 104].flatMap((id) => {
    const slug = ["plain", "bridged", "coin", "whole"][id - 101] as string;
    return [
      token(id * 10, slug, "ethereum"),
      token(id * 10 + 1, slug, "polygon", { is_bridged: id === 102 }),
    ];
  }),
});
/** The first one's inputs are known by token, the last one's as a whole. */
const listingsOf = (id: number) => (id === 104 ? [ASSET_LISTING_OFFSET + id] : [id * 10, id * 10 + 1]);
const ASSETS = [101, 102, COIN, 104];
const OBSERVED = metrics.filter(({ derive }) => derive.length === 0);

let test: TestStore;
beforeAll(async () => {
  test = await openTestStore();
});
afterAll(() => test.close());
beforeEach(async () => {
  await test.reset();
  await commit(test.store, { today }, () => loadCatalog(test.store, catalog));
});

const isWhole = (listing: number) => listing >= ASSET_LISTING_OFFSET;
const assetOf = (listing: number) =>
  isWhole(listing) ? listing - ASSET_LISTING_OFFSET : Math.floor(listing / 10);

const report = (sourceId: number) =>
  createObservationWriter(test.store, { sourceId, isSample: false, provider: `p${sourceId}` });

/** The values of a day that were computed, by metric and listing. */
const derivedOn = (among: readonly Metric[]) =>
  test.store.compactRows<[metricId: number, listing: number, value: number]>(
    `SELECT metric_id, token_id, value FROM daily_metrics FINAL
     WHERE derived AND date = '${DAY}' AND metric_id IN (${among.map(({ id }) => id).join(", ")})`,
  );

const explain = (metric: string, entityType: "asset" | "token", entityId: number) =>
  explainFigure(createMarket({ store: test.store }), { metric, entityType, entityId, date: DAY });

it("is what the derivation serves without the report, for every formula", { timeout: 300_000 }, async () => {
  const inputs = report(1);
  for (const id of ASSETS) {
    for (const [place, listingId] of listingsOf(id).entries()) {
      for (const metric of OBSERVED) {
        for (let day = metric.kind === "flow" ? 0 : DAYS - 1; day < DAYS; day += 1) {
          // Parts are below their wholes, since a share of more than 100 percent is not served.
          const size = metric.atMost.length > 0 ? 50 : 100;
          const value = metric.most === 100 ? 7 + place : size + ((metric.id + place + day * 3) % 57) / 3;
          inputs.add({ assetId: id, listingId, metricId: metric.id, date: dateOf(day), value });
        }
      }
    }
  }
  await inputs.flush();
  const compared = new Set<number>();
  // Metrics of one level are no inputs of each other.
  for (const level of derivationLevels(metrics)) {
    await deriveDailyMetrics(test.store, { assetIds: "all", today });
    const derived = await derivedOn(level);
    // A report of the asset as a whole would give way to those of all of its tokens.
    const onTokens = new Set(
      derived.flatMap(([metricId, id]) => (isWhole(id) ? [] : [`${metricId} ${assetOf(id)}`])),
    );
    const before = derived.filter(
      ([metricId, id]) => !isWhole(id) || !onTokens.has(`${metricId} ${assetOf(id)}`),
    );
    const reports = report(2);
    for (const [metricId, listingId] of before) {
      reports.add({ assetId: assetOf(listingId), listingId, metricId, date: DAY, value: 3 });
    }
    await reports.flush();
    await deriveDailyMetrics(test.store, { assetIds: "all", today });
    for (const metric of level) {
      for (const id of ASSETS) {
        const { computed } = await explain(metric.slug, "asset", id);
        const own = computed.filter((one) => one.level !== "tokens");
        const expected = before.filter(
          ([metricId, listing]) => metricId === metric.id && assetOf(listing) === id,
        );
        expect(own.map((one) => one.token_id ?? ASSET_LISTING_OFFSET + id).sort()).toEqual(
          expected.map(([, listing]) => listing).sort(),
        );
        for (const [, listing, value] of expected) {
          const found = own.find((one) => one.token_id === (isWhole(listing) ? null : listing));
          expect(found?.value, `${metric.slug} of ${listing}`).toBeCloseTo(value, 9);
          expect(found).toMatchObject({ reported: 3, difference: 3 - (found?.value ?? 0) });
          compared.add(metric.id);
        }
      }
    }
    await test.store.run("DELETE FROM observations WHERE source_id = 2");
  }
  expect(metrics.filter(({ id, derive }) => derive.length > 0 && !compared.has(id))).toEqual([]);
});

it("is explained at the level that is not served because the other one is reported", async () => {
  const write = report(1);
  const day = { assetId: 101, date: DAY };
  const [supply, nav, value] = [
    "total_supply_token",
    "net_asset_value_dollar",
    "total_asset_value_dollar",
  ] as const;
  for (const [listingId, amount] of [
    [1010, 10],
    [1011, 20],
  ] as const) {
    write.add({ ...day, listingId, metricId: metricOfSlug(supply).id, value: amount });
  }
  const whole = ASSET_LISTING_OFFSET + 101;
  write.add({ ...day, listingId: whole, metricId: metricOfSlug(nav).id, value: 2 });
  write.add({ ...day, listingId: whole, metricId: metricOfSlug(value).id, value: 63 });
  await write.flush();
  await deriveDailyMetrics(test.store, { assetIds: "all", today });
  expect(await explain(value, "asset", 101)).toMatchObject({
    value: 63,
    derived: false,
    level: "asset",
    computed: [
      { level: "tokens", token_id: null, value: 60, reported: 63, difference: 3, difference_percent: 5 },
    ],
  });
  // The sum of the tokens that a caller may see is not that of the asset.
  const policy = accessPolicy({
    resources: ["tokens"],
    rowFilter: { operator: "notEquals", field: "id", value: 1011 },
  });
  const narrowed = createMarket({ store: test.store }).narrowed(
    readScope([policy], { action: "read", today }),
  );
  const request = { metric: value, entityType: "asset", entityId: 101, date: DAY } as const;
  expect(await explainFigure(narrowed, request)).toMatchObject({ value: 63, computed: [] });
  expect(await explain(supply, "asset", 101)).toMatchObject({ value: 30, level: "tokens", computed: [] });
  // A price of the asset as a whole applies to each token, and both are members.
  expect((await explain(nav, "asset", 101)).level).toBeNull();
  // A token has no reported value, and a total over several assets none of its own.
  expect((await explain(value, "token", 1010)).computed).toEqual([]);
  const ofClass = await explainFigure(createMarket({ store: test.store }), {
    metric: value,
    entityType: "network",
    entityId: 1,
    date: DAY,
  });
  expect(ofClass.computed).toEqual([]);
});

it("is left out if it needs tokens or days that the caller may not see", async () => {
  const write = report(1);
  const [amount, volume] = [
    "daily_transfer_volume_dollar",
    "trailing_30_day_transfer_volume_dollar",
  ] as const;
  for (let day = 0; day < DAYS; day += 1) {
    write.add({
      ...{ assetId: 101, listingId: 1010, date: dateOf(day) },
      ...{ metricId: metricOfSlug(amount).id, value: 2 },
    });
  }
  write.add({
    ...{ assetId: 101, listingId: 1010, date: DAY },
    ...{ metricId: metricOfSlug(volume).id, value: 66 },
  });
  const [circulating, net] = ["circulating_supply_token", "bridged_token_supply_token"] as const;
  for (const listingId of [1020, 1021]) {
    write.add({
      ...{ assetId: 102, listingId, date: DAY },
      metricId: metricOfSlug(circulating).id,
      value: 5,
    });
  }
  write.add({
    ...{ assetId: 102, listingId: 1020, date: DAY },
    ...{ metricId: metricOfSlug(net).id, value: 4 },
  });
  await write.flush();
  await deriveDailyMetrics(test.store, { assetIds: "all", today });
  const market = createMarket({ store: test.store });
  const computed = async (metric: string, entityId: number, terms: Parameters<typeof accessPolicy>[0]) => {
    const scope = readScope([accessPolicy(terms)], { action: "read", today: dateOf(DAYS) });
    const request = { metric, entityType: "token", entityId, date: DAY } as const;
    const found = await explainFigure(market.narrowed(scope), request);
    return found.computed.map(({ value }) => value);
  };
  expect(await computed(volume, 1010, { resources: ["assets"], historyDays: 31 })).toEqual([60]);
  expect(await computed(volume, 1010, { resources: ["assets"], historyDays: 20 })).toEqual([]);
  // A bridged token of the asset is hidden, for which its formula gives nothing.
  const others = { operator: "notEquals", field: "id", value: 1021 } as const;
  expect(await computed(net, 1020, {})).toEqual([]);
  expect(await computed(net, 1020, { resources: ["tokens"], rowFilter: others })).toEqual([]);
});
