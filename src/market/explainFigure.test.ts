import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { metricByName, readScope } from "#domain";
import { accessPolicy } from "../../tests/support/accessPolicy";
import { type DailyRow, type MarketWorld, openMarketWorld, wholeOf } from "../../tests/support/marketWorld";
import { recordedMarket } from "../../tests/support/recordedMarket";
import { type ExplainRequest, explainFigure } from "./explainFigure";
import { marketStatus } from "./marketStatus";

let world: MarketWorld;
const day = "2026-02-03";
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
    // Bridged supply is reported of one token of an asset, and a copy of the circulating supply for the other.
    reported("circulating_supply_token", 504, 70),
    reported("circulating_supply_token", 505, 30),
    reported(bridged, 504, 60),
    derived(bridged, 505, 30),
    // Of thirty days two are known, one more lies before them.
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
    // Holders of the asset as a whole, beside an observation of one of its tokens.
    { metric: "holding_addresses_count", listing: wholeOf(1001), date: "2026-01-01", value: 9, sourceId: 8 },
    // Supply of the asset as a whole, prices of its tokens.
    { ...reported("total_supply_token", wholeOf(1002), 3), date: "2026-01-01" },
    { ...derived("price_dollar", wholeOf(1002), 111), date: "2026-01-01" },
    { ...derived(value, wholeOf(1002), 333), date: "2026-01-01" },
    // Of two tokens of an asset, one has a NAV and the other a price alone.
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
  test("tells the formula, inputs, observations and sources of a token's figure", async () => {
    const told = await explainFigure(world.market, { metric: value, entityType: "token", entityId: 502 });
    expect(told).toMatchObject({
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
      told.inputs.map((input) => [input.measure.slug, input.value, input.carried, input.derived]),
    ).toEqual([
      ["total_supply_token", 5, true, false],
      ["net_asset_value_dollar", 110, false, false],
    ]);
    // The supply carried from two days before, not the sample row; the NAV of the asset as a whole.
    expect(told.observations).toEqual([
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
    expect(told.sources).toEqual([
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
    const told = await explainFigure(world.market, {
      metric: "total_asset_value",
      entityType: "asset_class",
      entityId: "us-treasury-debt",
    });
    expect(told.value).toBe(2000);
    expect(told.across).toBe("Sum across tokens with a value");
    expect(told.members.map((m) => [m.token_id, m.value, m.share_percent])).toEqual([
      [501, 1100, 55],
      [502, 550, 27.5],
      [503, 350, 17.5],
    ]);
    expect(told.rest).toEqual({ count: 0, value: null });
    // Of what its members were computed from: the supply by token and the NAV of the asset as a whole.
    expect(told.sources.map(({ label }) => label)).toEqual(["Imported files", "Issuer NAV"]);
    expect(new Set(told.observations.map(({ asset_id }) => asset_id))).toEqual(new Set([57]));
    expect(told.observations.map(({ metric, token_id }) => `${metric} ${token_id}`)).toEqual([
      "net_asset_value_dollar null",
      "total_supply_token 501",
      "total_supply_token 502",
    ]);
  });

  test("combines inputs over the tokens of an asset by their own rules", async () => {
    const told = await explainFigure(world.market, { metric: value, entityType: "asset", entityId: "ousg" });
    expect(told.value).toBe(1650);
    expect(told.inputs.map((input) => input.value)).toEqual([15, 110]);
  });

  test("tells what was reported apart from what the other tokens' figures were computed from", async () => {
    const told = await explainFigure(world.market, {
      metric: "bridged_token_supply_token",
      entityType: "asset",
      entityId: "usdx",
    });
    expect(told.value).toBe(90);
    expect(told.inputs.map(({ measure, value, derived }) => [measure.slug, value, derived])).toEqual([
      ["bridged_token_supply_token", 60, false],
      ["circulating_supply_token", 30, false],
    ]);
  });

  test("tells apart tokens that were computed from other metrics, so that the inputs give the figure", async () => {
    const told = await explainFigure(world.market, { metric: value, entityType: "asset", entityId: "usdx" });
    expect(told.value).toBe(245);
    expect(told.inputs.map(({ measure, value }) => [measure.slug, value])).toEqual([
      ["total_supply_token", 200],
      ["net_asset_value_dollar", 1],
      ["total_supply_token", 30],
      ["price_dollar", 1.5],
    ]);
  });

  test("names the prices of tokens of which the price of the asset as a whole is the mean", async () => {
    const told = await explainFigure(world.market, {
      metric: value,
      entityType: "asset",
      entityId: 1002,
      date: "2026-01-01",
    });
    expect(told.value).toBe(333);
    expect(told.observations.map(({ metric, token_id, value }) => [metric, token_id, value])).toEqual([
      ["price_dollar", 599, 112],
      ["price_dollar", 598, 110],
      ["total_supply_token", null, 3],
    ]);
  });

  test("adds up the days that a trailing sum was computed from", async () => {
    const told = await explainFigure(world.market, {
      metric: "trailing_30_day_transfer_volume_dollar",
      entityType: "token",
      entityId: 503,
      date: day,
    });
    expect(told).toMatchObject({ value: 21, date: day });
    expect(told.inputs).toMatchObject([
      {
        measure: { slug: "daily_transfer_volume_dollar" },
        value: 21,
        date: "2026-02-02",
        over_days: 30,
        inputs: [],
      },
    ]);
  });

  test("names no observation that is not served: of the whole where tokens have their own, or of long before", async () => {
    const observed = async (entityType: "asset" | "token", entityId: string) => {
      const told = await explainFigure(world.market, { metric: value, entityType, entityId });
      return told.observations.map(({ metric, token_id, value }) => [metric, token_id, value]);
    };
    expect(await observed("asset", "ousg")).toEqual([
      ["net_asset_value_dollar", null, 110],
      ["total_supply_token", 501, 10],
      ["total_supply_token", 502, 5],
    ]);
    // What is known of the whole alone stands for a token, and what was reported two weeks before does not.
    expect(await observed("token", "501")).toEqual([
      ["net_asset_value_dollar", null, 110],
      ["total_supply_token", 501, 10],
    ]);
  });

  test("lists the observation of the level that is not served, with the source used instead", async () => {
    const supply = "total_supply_token";
    const unusedOf = async (metric: string, of: Pick<ExplainRequest, "entityType" | "entityId" | "date">) => {
      const told = await explainFigure(world.market, { metric, ...of });
      const { value: shown, unused } = told;
      expect(told.observations.length > 0).toBe(shown !== null && metric === supply);
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
    // A token without a figure on any day has its own observation, beside the total of the asset.
    const ofToken = [504, 4, "level", "issuer-nav"];
    expect(await unusedOf("holders", { entityType: "token", entityId: 504 })).toEqual({
      value: null,
      unused: [ofToken],
    });
    expect(
      await unusedOf("holders", { entityType: "asset", entityId: "usdx", date: "2026-01-01" }),
    ).toMatchObject({ value: 9, unused: [ofToken] });
  });

  test("says that nothing is known on a day without figures", async () => {
    const told = await explainFigure(world.market, {
      metric: value,
      entityType: "asset",
      entityId: 57,
      date: "2020-01-01",
    });
    expect(told).toMatchObject({
      value: null,
      date: null,
      inputs: [],
      observations: [],
      sources: [],
      members: [],
    });
  });

  test("does not know metrics and entities that do not exist", async () => {
    await expect(
      explainFigure(world.market, { metric: "nonsense", entityType: "asset", entityId: 57 }),
    ).rejects.toMatchObject({ kind: "not_found" });
    await expect(
      explainFigure(world.market, { metric: value, entityType: "network", entityId: "nonsense" }),
    ).rejects.toMatchObject({ kind: "not_found" });
  });
});

test("the status tells version, newest day and how fresh each source is", async () => {
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

test("the status says that there is sample data from the moment at which it is made", async () => {
  const making = { ...world.market, sampleProgress: () => 0 };
  expect(await marketStatus(making)).toMatchObject({ has_sample: true, sample_progress: 0 });
});

describe("an explanation within a scope", () => {
  test("tells members and observations of tokens to nobody who is denied tokens", async () => {
    const asked = { metric: value, entityType: "asset", entityId: "ousg" } as const;
    const whole = await explainFigure(world.market, asked);
    expect(whole.members.map(({ token_id }) => token_id)).toEqual([501, 502]);
    expect(whole.observations.map(({ token_id }) => token_id)).toContain(501);
    const policy = accessPolicy({ name: "No tokens", effect: "deny", resources: ["tokens"] });
    const scope = readScope([policy], { action: "read", today: "2026-02-04" });
    const told = await explainFigure(world.market.narrowed(scope), asked);
    expect(told).toMatchObject({ value: 1650, members: [], rest: { count: 0, value: null } });
    // What was observed of the asset as a whole is no token's.
    expect(told.observations.map(({ token_id }) => token_id)).toEqual([null]);
    expect(told.across).toBe(whole.across);
  });

  test("adds up the whole catalog over what a policy leaves of it, and not at all without tokens", async () => {
    const asked = { metric: value, entityType: "catalog", entityId: 0 } as const;
    const within = (part: Parameters<typeof accessPolicy>[0]) =>
      explainFigure(
        world.market.narrowed(readScope([accessPolicy(part)], { action: "read", today: "2026-02-04" })),
        asked,
      );
    const whole = await explainFigure(world.market, asked);
    const rowFilter = { operator: "equals", field: "asset_slug", value: "ousg" } as const;
    const part = await within({ resources: ["tokens", "assets"], rowFilter });
    const own = await explainFigure(world.market, { ...asked, entityType: "asset", entityId: "ousg" });
    expect(part.value).toBe(own.value);
    expect(whole.value).toBeGreaterThan(part.value ?? 0);
    expect(part.members.map(({ asset_id }) => asset_id)).toEqual([57, 57]);
    // What was last known of anything weeks before the other data is unknown now, as in series.
    const stopped = { ...asked, metric: "daily_burns_dollar" };
    expect(await explainFigure(world.market, stopped)).toMatchObject({ value: null, date: null });
    expect(await explainFigure(world.market, { ...stopped, date: "2026-01-10" })).toMatchObject({ value: 3 });
    await expect(within({ effect: "deny", resources: ["tokens"] })).rejects.toMatchObject({
      kind: "forbidden",
    });
  });
});

test("an explanation is made once for each version of the data", async () => {
  const { market, sent, data } = recordedMarket(world.store);
  const ask = (metric: string) =>
    explainFigure(market, { metric, entityType: "asset", entityId: "ousg", date: day });
  const first = await ask(value);
  expect(sent().length).toBeGreaterThan(3);
  expect(await ask(value)).toEqual(first);
  expect(sent()).toEqual([]);
  await ask("total_supply_token");
  expect(sent().length).toBeGreaterThan(0);
  data.version += 1;
  await ask(value);
  expect(sent().length).toBeGreaterThan(3);
});
