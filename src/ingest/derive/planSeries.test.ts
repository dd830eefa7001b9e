import { describe, expect, it } from "vitest";
import { ASSET_LISTING_OFFSET } from "#domain/resources";
import { type ObservedSeries, planSeries } from "./planSeries";

const WHOLE = ASSET_LISTING_OFFSET + 1;
const SUPPLY = 100001;
const NET_SUPPLY = 100003;
const PRICE = 100005;
/** 1900-01-01 as days since 1970: from the beginning. */
const FIRST_DAY = -25_567;
const series = (
  listingId: number,
  metricId: number,
  extra: Partial<ObservedSeries> = {},
): ObservedSeries => ({
  assetId: 1,
  listingId,
  metricId,
  isSample: false,
  firstDay: 0,
  rows: 10,
  ...extra,
});
const noTokens = null;
const two = () => [
  { id: 11, deployedDay: null, isBridged: false },
  { id: 12, deployedDay: 500, isBridged: false },
];
const served = (plan: ReturnType<typeof planSeries>) =>
  plan.flatMap((p) => p.served.map((s) => [s.metricId, s.fromListing, s.toListing, s.fromDay]));
const contested = (plan: ReturnType<typeof planSeries>) =>
  plan.flatMap((p) =>
    p.served.flatMap((s) => (s.isContested ? [[s.metricId, s.fromListing, s.toListing]] : [])),
  );

describe("planSeries", () => {
  it("serves no sample series of an asset that has a real one", () => {
    const [plan] = planSeries([series(11, SUPPLY, { isSample: true }), series(12, PRICE)], noTokens);
    expect(plan?.isSample).toBe(false);
    expect(served(plan ? [plan] : [])).toEqual([[PRICE, 12, 12, FIRST_DAY]]);
  });

  it("leaves out tokens that are not in the catalog, whose observations still replace sample ones", () => {
    const only12 = () => two().filter(({ id }) => id === 12);
    const observed = [series(WHOLE, SUPPLY), series(11, PRICE), series(12, PRICE)];
    expect(served(planSeries(observed, only12))).toEqual([
      [SUPPLY, WHOLE, WHOLE, FIRST_DAY],
      [PRICE, 12, 12, FIRST_DAY],
    ]);
    const removed = [series(11, PRICE), series(12, PRICE, { isSample: true })];
    expect(planSeries(removed, only12)).toMatchObject([{ isSample: false, served: [] }]);
  });

  it("serves sample series where there is nothing else", () => {
    const [plan] = planSeries([series(11, SUPPLY, { isSample: true })], noTokens);
    expect(plan).toMatchObject({ isSample: true, rows: 10 });
    expect(served(plan ? [plan] : [])).toEqual([[SUPPLY, 11, 11, FIRST_DAY]]);
  });

  it("lists both levels of a supply that is known at both, to be settled by day", () => {
    const plan = planSeries([series(WHOLE, SUPPLY), series(11, SUPPLY), series(11, PRICE)], two);
    expect(served(plan)).toEqual([
      [SUPPLY, WHOLE, WHOLE, FIRST_DAY],
      [SUPPLY, 11, 11, FIRST_DAY],
      [PRICE, 11, 11, FIRST_DAY],
    ]);
    expect(contested(plan)).toEqual([
      [SUPPLY, WHOLE, WHOLE],
      [SUPPLY, 11, 11],
    ]);
    expect(plan).toMatchObject([{ bothLevels: true, tokens: [{ id: 11 }, { id: 12, fromDay: 500 }] }]);
  });

  it("never spreads an asset-level supply over tokens", () => {
    expect(served(planSeries([series(WHOLE, SUPPLY)], two))).toEqual([[SUPPLY, WHOLE, WHOLE, FIRST_DAY]]);
  });

  it("lets an asset-level price stand for every token, from its day of deployment on", () => {
    expect(served(planSeries([series(WHOLE, PRICE)], two))).toEqual([
      [PRICE, WHOLE, WHOLE, FIRST_DAY],
      [PRICE, WHOLE, 11, FIRST_DAY],
      [PRICE, WHOLE, 12, 500],
    ]);
  });

  it("lets an asset-level price stand for a token with a price of its own too, on days without one", () => {
    const plan = planSeries([series(WHOLE, PRICE), series(11, PRICE)], two);
    expect(served(plan)).toEqual([
      [PRICE, WHOLE, WHOLE, FIRST_DAY],
      [PRICE, WHOLE, 11, FIRST_DAY],
      [PRICE, WHOLE, 12, 500],
      [PRICE, 11, 11, FIRST_DAY],
    ]);
    expect(contested(plan)).toHaveLength(4);
  });

  it("knows the net supply of an asset with bridged tokens as a whole, unless native tokens report theirs from the beginning", () => {
    const pair = () => two().map((one) => ({ ...one, isBridged: one.id === 12 }));
    const reported = [series(11, SUPPLY), series(12, SUPPLY), series(11, PRICE)];
    expect(planSeries(reported, pair)).toMatchObject([{ bothLevels: true, nativeTokens: [11] }]);
    expect(planSeries([...reported, series(11, NET_SUPPLY)], pair)).toMatchObject([{ bothLevels: false }]);
    const later = series(11, NET_SUPPLY, { firstDay: 1 });
    expect(planSeries([...reported, later], pair)).toMatchObject([{ bothLevels: true }]);
    expect(planSeries([...reported, series(12, NET_SUPPLY)], pair)).toMatchObject([{ bothLevels: true }]);
    expect(planSeries(reported, two)).toMatchObject([{ bothLevels: false, nativeTokens: [] }]);
    const bridged = () => two().map((one) => ({ ...one, isBridged: true }));
    expect(planSeries(reported, bridged)).toMatchObject([{ bothLevels: false, nativeTokens: [] }]);
  });

  it("believes an observation rather than a later day of deployment", () => {
    const plan = planSeries([series(WHOLE, PRICE), series(12, SUPPLY, { firstDay: 300 })], two);
    expect(served(plan)).toContainEqual([PRICE, WHOLE, 12, 300]);
  });
});
