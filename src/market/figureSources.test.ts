import { afterAll, beforeAll, expect, test } from "vitest";
import { metricByName } from "#domain";
import { type MarketWorld, openMarketWorld } from "../../tests/support/marketWorld";
import { figureSources } from "./figureSources";

let world: MarketWorld;

beforeAll(async () => {
  world = await openMarketWorld();
  const metric_id = metricByName("total_supply_token")?.id;
  const observation = (asset_id: number, token_id: number, date: string, source_id: number) => ({
    asset_id,
    token_id,
    metric_id,
    date,
    is_sample: source_id === 9,
    value: 1,
    source_id,
    version: 1,
  });
  await world.store.insert("observations", [
    // OUSG has real figures, and sample ones that are no longer shown.
    observation(57, 501, "2026-02-01", 7),
    observation(57, 502, "2026-02-03", 7),
    observation(57, 501, "2026-02-05", 9),
    observation(2331, 503, "2026-02-02", 9),
    observation(1001, 504, "2026-02-04", 8),
  ]);
  const source = (id: number, label: string, ingested_at: string) => ({
    id,
    kind: id === 9 ? "sample" : "file",
    label,
    is_sample: id === 9,
    ingested_at: `${ingested_at} 10:00:00.000`,
    version: 1,
  });
  await world.store.insert("sources", [
    source(7, "ousg.csv", "2026-02-04"),
    source(8, "usdx.csv", "2026-02-05"),
    source(9, "Sample data", "2026-02-03"),
  ]);
});
afterAll(() => world.close());

const of = async (field: string | null, value = "") => {
  const filter = field === null ? null : ({ field, operator: "equals", value } as const);
  const { has_sample, sources } = await figureSources(world.market, { filter });
  return { has_sample, sources: sources.map((s) => [s.label, s.newest_date, s.observations]) };
};

test("an asset names the files that its own figures come from, and no others", async () => {
  expect(await of("asset_slug", "ousg")).toEqual({
    has_sample: false,
    sources: [["ousg.csv", "2026-02-03", 2]],
  });
  expect(await of("asset_slug", "buidl")).toEqual({
    has_sample: true,
    sources: [["Sample data", "2026-02-02", 1]],
  });
});

test("a class and a network name those of their assets, newest first", async () => {
  const treasuries = {
    has_sample: true,
    sources: [
      ["ousg.csv", "2026-02-03", 2],
      ["Sample data", "2026-02-02", 1],
    ],
  };
  expect(await of("asset_class_slug", "treasuries")).toEqual(treasuries);
  const onEthereum = await of("network_slug", "ethereum");
  expect(onEthereum.sources.map(([label]) => label)).toEqual(["usdx.csv", "ousg.csv", "Sample data"]);
});

test("the whole market names all, and what has no figures names none", async () => {
  expect((await of(null)).sources).toHaveLength(3);
  expect(await of("asset_slug", "gold-bar")).toEqual({ has_sample: false, sources: [] });
});

test("a filter that does not fit is named by its place", async () => {
  await expect(of("shoe_size", "42")).rejects.toMatchObject({ kind: "invalid" });
});

test("assets are named by their own fields, and what is lent says itself whether it is sample data", async () => {
  const ousg = { field: "slug", operator: "equals", value: "ousg" } as const;
  const ofAssets = await figureSources(world.market, { resource: "assets", filter: ousg });
  expect(ofAssets.sources.map(({ label }) => label)).toEqual(["ousg.csv"]);
  const loan = (id: number, is_sample: boolean) => ({
    id,
    name: `Loan ${id}`,
    status: "active",
    sector: "trade",
    principal_dollar: 1,
    outstanding_dollar: 1,
    interest_rate_percent: 5,
    issued_date: "2026-01-01",
    is_sample,
    version: 1,
  });
  await world.store.insert("loans", [loan(1, false), loan(2, true)]);
  const lent = (name: string) =>
    figureSources(world.market, {
      resource: "loans",
      filter: { field: "name", operator: "equals", value: name },
    });
  expect(await lent("Loan 1")).toEqual({ has_sample: false, sources: [] });
  expect(await lent("Loan 2")).toEqual({ has_sample: true, sources: [] });
});
