import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { metricByName } from "#domain/metrics";
import { readScope } from "#domain/people";
import { accessPolicy } from "../../tests/support/accessPolicy";
import { type DailyRow, type MarketWorld, openMarketWorld, wholeOf } from "../../tests/support/marketWorld";
import { recordedMarket } from "../../tests/support/recordedMarket";
import { type ExplainRequest, explainFigure } from "./explainFigure";
import { marketStatus } from "./marketStatus";

let world: MarketWorld;
const day = "2026-02-03";
const bridgedDay = "2025-12-01";
const value = "total_asset_value_dollar";

beforeAll(async () => {
  world = await openMarketWorld();
  const derived = (metric: string, listing: number, v: number): DailyRow => ({
    metric,
    listing,
    date: day,
    value: v,
    derived: true,
  });
  const bridged = "bridged_token_supply_token";
  const reported = (metric: string, listing: number, v: number): DailyRow => ({
    ...derived(metric, listing, v),
    derived: false,
  });
  await world.daily([
    // Bridged supply is reported for one token of an asset, and a copy of the circulating supply for the
    // other.
    reported("circulating_supply_token", 504, 70),
    reported("circulating_supply_token", 505, 30),
    reported(bridged, 504, 60),
    derived(bridged, 505, 30),
    // Of a native token and a bridged one, the net supply is known for the asset as a whole.
    { ...reported("circulating_supply_token", 501, 100), date: bridgedDay },
    { ...reported("circulating_supply_token", 502, 20), date: bridgedDay },
    { ...derived(bridged, wholeOf(57), 100), date: bridgedDay },
    // Two of thirty days are known, and one more before them.
    { ...reported("daily_transfer_volume_dollar", 503, 4), date: "2026-01-04" },
    { ...reported("daily_transfer_volume_dollar", 503, 20), date: "2026-01-05" },
    { ...reported("daily_transfer_volume_dollar", 503, 1), date: "2026-02-02" },
    derived("trailing_30_day_transfer_volume_dollar", 503, 21),
    { ...reported("daily_burns_dollar", 503, 3), date: "2026-01-10" },
    { metric: "total_supply_token", listing: 501, date: day, value: 10, sourceId: 7 },
    { metric: "total_supply_token", listing: 502, date: day, value: 5, carried: true, sourceId: 7 },
    { metric: "net_asset_value_dollar", listing: 501, date: day, value: 110, sourceId: 8 },
    { metric: "net_asset_value_dollar", listing: 502, date: day, value: 110, sourceId: 8 },
    derived(value, 501, 1100),
    derived(value, 502, 550),
    derived(value, 503, 350),
    // Holders of the asset as a whole, in addition to an observation of one of its tokens.
    { metric: "holding_addresses_count", listing: wholeOf(1001), date: "2026-01-01", value: 9, sourceId: 8 },
    // Supply of the asset as a whole, prices of its tokens.
    { ...reported("total_supply_token", wholeOf(1002), 3), date: "2026-01-01" },
    { ...derived("price_dollar", wholeOf(1002), 111), date: "2026-01-01" },
    { ...derived(value, wholeOf(1002), 333), date: "2026-01-01" },
    // Of two tokens of an asset, one has a NAV and the other only a price.
    reported("total_supply_token", 504, 200),
    reported("total_supply_token", 505, 30),
    reported("net_asset_value_dollar", 504, 1),
    reported("price_dollar", 504, 1.2),
    reported("price_dollar", 505, 1.5),
    derived(value, 504, 200),
    derived(value, 505, 45),
  ]);
  const id = (metric: string) => metricByName(metric)?.id;
  const observation = (
    metric: string,
    token_id: number,
    date: string,
    v: number,
    source_id: number,
    is_sample = false,
  ) => ({
    asset_id: 57,
    token_id,
    metric_id: id(metric),
    date,
    is_sample,
    value: v,
    source_id,
    provider: source_id === 8 ? "issuer-nav" : "",
    version: 1,
  });
  await world.store.insert("observations", [
    observation("total_supply_token", 501, day, 10, 7),
    observation("total_supply_token", 501, "2026-02-02", 9, 7),
    observation("total_supply_token", 502, "2026-02-01", 5, 7),
    observation("total_supply_token", 502, "2026-02-02", 5000, 9, true),
    observation("total_supply_token", wholeOf(57), day, 7000, 7),
    observation(value, 501, "2026-01-20", 777, 7),
    observation("net_asset_value_dollar", wholeOf(57), day, 110, 8),
    { ...observation("holding_addresses_count", 504, "2026-01-01", 4, 7), asset_id: 1001 },
    ...[
      observation("total_supply_token", wholeOf(1002), "2026-01-01", 3, 7),
      observation("price_dollar", 598, "2026-01-01", 110, 7),
      observation("price_dollar", 599, "2026-01-01", 112, 7),
    ].map((row) => ({ ...row, asset_id: 1002 })),
  ]);
  const source = (sid: number, kind: string, label: string, extra: object = {}) => ({
    id: sid,
    kind,
    label,
    is_sample: false,
    ingested_at: "2026-02-04 10:00:00.000",
    version: 1,
    ...extra,
  });
  await world.store.insert("sources", [
    source(7, "file", "supply.csv", { file_name: "supply.csv", sha256: "a".repeat(64) }),
    source(8, "feed", "Issuer NAV", { provider: "issuer-nav" }),
    source(9, "sample", "Sample data", { is_sample: true }),
  ]);
  await world.entityMetrics([
    { type: "asset", id: 57, metric: value, val: 1650, asOf: day },
    { type: "asset_class", id: 27, metric: value, val: 2000, asOf: day },
  ]);
});
afterAll(() => world.close());

describe("an explanation", () => {
  test("returns the formula, inputs, observations and sources of a token's figure", async () => {
    const explanation = await explainFigure(world.market, {
      metric: value,
      entityType: "token",
      entityId: 502,
    });
    expect(explanation).toMatchObject({
      entity: { type: "token", id: 502, slug: "ousg-polygon" },
      value: 550,
      date: day,
      derived: true,
      carried: false,
      is_sample: false,
      formula: "Reported; otherwise total supply × NAV (or price if unavailable)",
      across: null,
      members: [],
    });
    expect(
      explanation.inputs.map((input) => [input.measure.slug, input.value, input.carried, input.derived]),
    ).toEqual([
      ["total_supply_token", 5, true, false],
      ["net_asset_value_dollar", 110, false, false],
    ]);
    // The supply carried from two days before, not the sample row; the NAV of the asset as a whole.
    expect(explanation.observations).toEqual([
      {
        date: day,
        value: 110,
        metric: "net_asset_value_dollar",
        asset_id: 57,
        asset_name: "Ondo Short-Term US Treasuries",
        token_id: null,
        is_sample: false,
        source_id: "issuer-nav",
      },
      {
        date: "2026-02-01",
        value: 5,
        metric: "total_supply_token",
        asset_id: 57,
        asset_name: "Ondo Short-Term US Treasuries",
        token_id: 502,
        is_sample: false,
        source_id: "files",
      },
    ]);
    expect(explanation.sources).toEqual([
      {
        id: "files",
        kind: "file",
        label: "Imported files",
        provider: null,
        is_sample: false,
        first_ingested_at: "2026-02-04T10:00:00.000Z",
        ingested_at: "2026-02-04T10:00:00.000Z",
      },
      expect.objectContaining({ id: "issuer-nav", kind: "feed", label: "Issuer NAV" }),
    ]);
  });

  test("lists the members of a total with their shares", async () => {
    const explanation = await explainFigure(world.market, {
      metric: "total_asset_value",
      entityType: "asset_class",
      entityId: "us-treasury-debt",
    });
    expect(explanation.value).toBe(2000);
    expect(explanation.across).toBe("Sum across tokens with a value");
    expect(explanation.members.map((m) => [m.token_id, m.value, m.share_percent])).toEqual([
      [501, 1100, 55],
      [502, 550, 27.5],
      [503, 350, 17.5],
    ]);
    expect(explanation.rest).toEqual({ count: 0, value: null });
    // The inputs of its members: the supply by token and the NAV of the asset as a whole.
    expect(explanation.sources.map(({ label }) => label)).toEqual(["Imported files", "Issuer NAV"]);
    expect(new Set(explanation.observations.map(({ asset_id }) => asset_id))).toEqual(new Set([57]));
    expect(explanation.observations.map(({ metric, token_id }) => `${metric} ${token_id}`)).toEqual([
      "net_asset_value_dollar null",
      "total_supply_token 501",
      "total_supply_token 502",
    ]);
  });

  test("combines inputs over the tokens of an asset by their own rules", async () => {
    const explanation = await explainFigure(world.market, {
      metric: value,
      entityType: "asset",
      entityId: "ousg",
    });
    expect(explanation.value).toBe(1650);
    expect(explanation.inputs.map((input) => input.value)).toEqual([15, 110]);
  });

  test("separates reported values from the inputs of the other tokens' figures", async () => {
    const explanation = await explainFigure(world.market, {
      metric: "bridged_token_supply_token",
      entityType: "asset",
      entityId: "usdx",
    });
    expect(explanation.value).toBe(90);
    expect(explanation.inputs.map(({ measure, value, derived }) => [measure.slug, value, derived])).toEqual([
      ["bridged_token_supply_token", 60, false],
      ["circulating_supply_token", 30, false],
    ]);
  });

  test("takes the net supply of an asset with bridged tokens from its native tokens", async () => {
    const found = await explainFigure(world.market, {
      metric: "bridged_token_supply_token",
      entityType: "asset",
      entityId: "ousg",
      date: bridgedDay,
    });
    expect(found).toMatchObject({
      value: 100,
      inputs: [{ measure: { slug: "circulating_supply_token" }, value: 100, inputs: [] }],
    });
  });

  test("separates tokens that were computed from other metrics, so that the inputs add up to the figure", async () => {
    const explanation = await explainFigure(world.market, {
      metric: value,
      entityType: "asset",
      entityId: "usdx",
    });
    expect(explanation.value).toBe(245);
    expect(explanation.inputs.map(({ measure, value }) => [measure.slug, value])).toEqual([
      ["total_supply_token", 200],
      ["net_asset_value_dollar", 1],
      ["total_supply_token", 30],
      ["price_dollar", 1.5],
    ]);
  });

  test("lists the prices of tokens whose mean is the price of the asset as a whole", async () => {
    const explanation = await explainFigure(world.market, {
      metric: value,
      entityType: "asset",
      entityId: 1002,
      date: "2026-01-01",
    });
    expect(explanation.value).toBe(333);
    expect(explanation.observations.map(({ metric, token_id, value }) => [metric, token_id, value])).toEqual([
      ["price_dollar", 599, 112],
      ["price_dollar", 598, 110],
      ["total_supply_token", null, 3],
    ]);
  });

  test("sums the days of a trailing sum", async () => {
    const explanation = await explainFigure(world.market, {
      metric: "trailing_30_day_transfer_volume_dollar",
      entityType: "token",
      entityId: 503,
      date: day,
    });
    expect(explanation).toMatchObject({ value: 21, date: day });
    expect(explanation.inputs).toMatchObject([
      {
        measure: { slug: "daily_transfer_volume_dollar" },
        value: 21,
        date: "2026-02-02",
        over_days: 30,
        inputs: [],
      },
    ]);
  });

  test("omits observations that are not served: of the whole if tokens have their own, and outdated ones", async () => {
    const observed = async (entityType: "asset" | "token", entityId: string) => {
      const explanation = await explainFigure(world.market, { metric: value, entityType, entityId });
      return explanation.observations.map(({ metric, token_id, value }) => [metric, token_id, value]);
    };
    expect(await observed("asset", "ousg")).toEqual([
      ["net_asset_value_dollar", null, 110],
      ["total_supply_token", 501, 10],
      ["total_supply_token", 502, 5],
    ]);
    // A token gets a value that is known only for the whole, but not one reported two weeks before.
    expect(await observed("token", "501")).toEqual([
      ["net_asset_value_dollar", null, 110],
      ["total_supply_token", 501, 10],
    ]);
  });

  test("lists the observation of the level that is not served, with the source used instead", async () => {
    const supply = "total_supply_token";
    const unusedOf = async (metric: string, of: Pick<ExplainRequest, "entityType" | "entityId" | "date">) => {
      const explanation = await explainFigure(world.market, { metric, ...of });
      const { value: shown, unused } = explanation;
      expect(explanation.observations.length > 0).toBe(shown !== null && metric === supply);
      const listed = unused.map((one) => [one.token_id, one.value, one.reason, one.used_source_id]);
      return { value: shown, unused: listed };
    };
    const ofWhole = [null, 7000, "level", "files"];
    expect(await unusedOf(supply, { entityType: "asset", entityId: "ousg", date: day })).toEqual({
      value: 15,
      unused: [ofWhole],
    });
    expect(await unusedOf(supply, { entityType: "token", entityId: 501, date: day })).toEqual({
      value: 10,
      unused: [ofWhole],
    });
    // A token without a figure on any day has its own observation, next to the total of the asset.
    const ofToken = [504, 4, "level", "issuer-nav"];
    expect(await unusedOf("holders", { entityType: "token", entityId: 504 })).toEqual({
      value: null,
      unused: [ofToken],
    });
    expect(
      await unusedOf("holders", { entityType: "asset", entityId: "usdx", date: "2026-01-01" }),
    ).toMatchObject({ value: 9, unused: [ofToken] });
  });

  test("states that no value is known on a day without figures", async () => {
    const explanation = await explainFigure(world.market, {
      metric: value,
      entityType: "asset",
      entityId: 57,
      date: "2020-01-01",
    });
    expect(explanation).toMatchObject({
      value: null,
      date: null,
      inputs: [],
      observations: [],
      sources: [],
      members: [],
    });
  });

  test("rejects metrics and entities that do not exist", async () => {
    await expect(
      explainFigure(world.market, { metric: "nonsense", entityType: "asset", entityId: 57 }),
    ).rejects.toMatchObject({ kind: "not_found" });
    await expect(
      explainFigure(world.market, { metric: value, entityType: "network", entityId: "nonsense" }),
    ).rejects.toMatchObject({ kind: "not_found" });
  });
});

test("the status reports version, latest day and age of each source", async () => {
  const status = await marketStatus(world.market);
  const version = Number(await world.market.dataVersion());
  expect(status).toMatchObject({
    data_version: version,
    as_of: day,
    has_sample: false,
    sample_progress: null,
  });
  expect(status.sources.map((s) => [s.id, s.newest_date, s.observations])).toEqual([
    ["files", day, 9],
    ["sample data", "2026-02-02", 1],
    ["issuer-nav", day, 1],
  ]);
});

test("the status reports sample data as soon as its generation starts", async () => {
  const making = { ...world.market, sampleProgress: () => 0 };
  expect(await marketStatus(making)).toMatchObject({ has_sample: true, sample_progress: 0 });
});

describe("an explanation within a scope", () => {
  test("hides members and observations of tokens from users denied access to tokens", async () => {
    const request = { metric: value, entityType: "asset", entityId: "ousg" } as const;
    const whole = await explainFigure(world.market, request);
    expect(whole.members.map(({ token_id }) => token_id)).toEqual([501, 502]);
    expect(whole.observations.map(({ token_id }) => token_id)).toContain(501);
    const policy = accessPolicy({ name: "No tokens", effect: "deny", resources: ["tokens"] });
    const scope = readScope([policy], { action: "read", today: "2026-02-04" });
    const explanation = await explainFigure(world.market.narrowed(scope), request);
    expect(explanation).toMatchObject({ value: 1650, members: [], rest: { count: 0, value: null } });
    // The observation of the asset as a whole belongs to no token.
    expect(explanation.observations.map(({ token_id }) => token_id)).toEqual([null]);
    expect(explanation.across).toBe(whole.across);
  });

  test("totals the visible part of the catalog under a policy, and nothing without tokens", async () => {
    const request = { metric: value, entityType: "catalog", entityId: 0 } as const;
    const within = (part: Parameters<typeof accessPolicy>[0]) =>
      explainFigure(
        world.market.narrowed(readScope([accessPolicy(part)], { action: "read", today: "2026-02-04" })),
        request,
      );
    const whole = await explainFigure(world.market, request);
    const rowFilter = { operator: "equals", field: "asset_slug", value: "ousg" } as const;
    const part = await within({ resources: ["tokens", "assets"], rowFilter });
    const own = await explainFigure(world.market, { ...request, entityType: "asset", entityId: "ousg" });
    expect(part.value).toBe(own.value);
    expect(whole.value).toBeGreaterThan(part.value ?? 0);
    expect(part.members.map(({ asset_id }) => asset_id)).toEqual([57, 57]);
    // Values last known weeks before the other data are unknown now, as in series.
    const stopped = { ...request, metric: "daily_burns_dollar" };
    expect(await explainFigure(world.market, stopped)).toMatchObject({ value: null, date: null });
    expect(await explainFigure(world.market, { ...stopped, date: "2026-01-10" })).toMatchObject({ value: 3 });
    await expect(within({ effect: "deny", resources: ["tokens"] })).rejects.toMatchObject({
      kind: "forbidden",
    });
  });
});

test("an explanation is computed once, and again at a version that changes what it was read from", async () => {
  const { market, sent, data } = recordedMarket(world.store);
  const ask = (metric: string) =>
    explainFigure(market, { metric, entityType: "asset", entityId: "ousg", date: day });
  const first = await ask(value);
  expect(sent().length).toBeGreaterThan(3);
  expect(await ask(value)).toEqual(first);
  expect(sent()).toEqual([]);
  await ask("total_supply_token");
  expect(sent().length).toBeGreaterThan(0);
  sent();
  data.version += 1;
  expect(await ask(value)).toEqual(first);
  expect(sent()).toEqual([]);
  const metricId = metricByName(value)?.id;
  await world.store.run(
    `DELETE FROM daily_metrics WHERE token_id = 502 AND metric_id = ${metricId} AND date = '${day}'`,
  );
  data.version += 1;
  const changed = await ask(value);
  expect(sent().length).toBeGreaterThan(3);
  expect(changed.value).toBe((first.value ?? 0) - 550);
});
