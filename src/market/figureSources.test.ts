import { afterAll, beforeAll, expect, test } from "vitest";
import { metricByName } from "#domain/metrics";
import { type MarketWorld, openMarketWorld } from "../../tests/support/marketWorld";
import { figureSources } from "./figureSources";
import { marketStatus } from "./marketStatus";

let world: MarketWorld;

/** Names given at import, by id of the file. */
const providers = new Map([
  [6, "vendor"],
  [7, "issuer"],
  [17, "issuer"],
]);

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
    provider: providers.get(source_id) ?? "",
    version: 1,
  });
  const price = { ...observation(57, 501, "2026-02-01", 6), metric_id: metricByName("price_dollar")?.id };
  await world.store.insert("observations", [
    // OUSG has real figures, and sample ones that are no longer shown.
    observation(57, 501, "2026-02-01", 7),
    observation(57, 502, "2026-02-03", 7),
    observation(57, 501, "2026-02-05", 9),
    observation(2331, 503, "2026-02-02", 9),
    observation(1001, 504, "2026-02-04", 8),
    price,
  ]);
  const source = (id: number, label: string, ingested_at: string) => ({
    id,
    kind: id === 9 ? "sample" : "file",
    label,
    file_name: label,
    provider: providers.get(id) ?? "",
    is_sample: id === 9,
    ingested_at: `${ingested_at} 10:00:00.000`,
    version: 1,
  });
  await world.store.insert("sources", [
    source(6, "e.csv", "2026-02-01"),
    source(7, "e.csv", "2026-02-04"),
    source(17, "e.csv", "2026-02-02"),
    source(8, "usdx.csv", "2026-02-05"),
    source(9, "Sample data", "2026-02-03"),
  ]);
  await world.store.insert("settings", [
    { name: "source_labels", value: '{"issuer":"Example Issuer"}', version: 1 },
  ]);
  // Served values of OUSG, which two sources report.
  const served = { listing: 501, date: "2026-02-01", value: 1 };
  await world.daily([
    { ...served, metric: "total_supply_token", sourceId: 7 },
    { ...served, metric: "price_dollar", sourceId: 6 },
  ]);
});
afterAll(() => world.close());

const of = async (field: string | null, value = "", metrics: string[] = ["total_supply_token"]) => {
  const filter = field === null ? null : ({ field, operator: "equals", value } as const);
  const { has_sample, sources } = await figureSources(world.market, { filter, metrics });
  return { has_sample, sources: sources.map((s) => [s.label, s.newest_date, s.observations]) };
};

test("files of one name are one source, without file names and checksums", async () => {
  const { sources } = await marketStatus(world.market);
  expect(sources.map(({ id, label }) => [id, label])).toEqual([
    ["files", "Imported files"],
    ["issuer", "Example Issuer"],
    ["sample data", "Sample data"],
    ["vendor", "vendor"],
  ]);
  expect(sources[1]).toMatchObject({
    first_ingested_at: "2026-02-02T10:00:00.000Z",
    ingested_at: "2026-02-04T10:00:00.000Z",
  });
  expect(JSON.stringify(sources)).not.toMatch(/\.csv|sha256|mapping/);
});

test("a metric names the sources of its inputs, and no others", async () => {
  const labels = async (metrics: string[]) =>
    (await of("asset_slug", "ousg", metrics)).sources.map(([label]) => label);
  expect(await labels(["price_dollar"])).toEqual(["vendor"]);
  expect(await labels(["market_value_dollar"])).toEqual(["Example Issuer", "vendor"]);
  expect(await labels([])).toEqual(["Example Issuer", "vendor"]);
});

test("an asset names the sources that its own figures come from, and no others", async () => {
  expect(await of("asset_slug", "ousg")).toEqual({
    has_sample: false,
    sources: [["Example Issuer", "2026-02-03", 2]],
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
      ["Example Issuer", "2026-02-03", 2],
      ["Sample data", "2026-02-02", 1],
    ],
  };
  expect(await of("asset_class_slug", "treasuries")).toEqual(treasuries);
  const onEthereum = await of("network_slug", "ethereum");
  expect(onEthereum.sources.map(([label]) => label)).toEqual([
    "Imported files",
    "Example Issuer",
    "Sample data",
  ]);
});

test("the whole market names all, and what has no figures names none", async () => {
  expect((await of(null, "", [])).sources).toHaveLength(4);
  expect(await of("asset_slug", "gold-bar")).toEqual({ has_sample: false, sources: [] });
});

test("a filter that does not fit is named by its place", async () => {
  await expect(of("shoe_size", "42")).rejects.toMatchObject({ kind: "invalid" });
});

test("assets are named by their own fields, and pools and loans state whether they are sample data", async () => {
  const ousg = { field: "slug", operator: "equals", value: "ousg" } as const;
  const ofAssets = await figureSources(world.market, {
    resource: "assets",
    filter: ousg,
    metrics: ["total_supply_token"],
  });
  expect(ofAssets.sources.map(({ label }) => label)).toEqual(["Example Issuer"]);
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
