/** CSV files that the product writes and imports: values are unchanged after a round trip. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { metrics } from "#domain/metrics";
import { parseQuery } from "#domain/query";
import { commit, type FileReport, importFiles, loadCatalog } from "#ingest";
import { createMarket, exportRows, exportSeries, type Market, metricSeries } from "#market";
import { asset, catalogOf, network, token } from "../../src/ingest/testSupport/catalogBuilder";
import { chartFigures } from "../../src/web/charts/files/chartFigures";
import { figuresCsv } from "../../src/web/charts/files/figuresCsv";
import { openTestStore, type TestStore } from "../support/ingestStore";

const TODAY = "2026-01-31";
const catalog = catalogOf({
  networks: [network(1, "ethereum", { chain_id: 1 }), network(10, "base", { chain_id: 8453 })],
  assets: [
    asset(101, "alpha", { name: "Alpha, the “first” (Ethereum)" }),
    // Names that are the ticker or slug of another asset, differ in case only, or look like a formula.
    asset(102, "beta", { name: "gamma", ticker: "BB" }),
    asset(103, "gamma", { name: "Gamma Fund", ticker: "ALPHA" }),
    asset(104, "delta", { name: "=Delta+1" }),
    asset(105, "twin-a", { name: "Twin" }),
    asset(106, "twin-b", { name: "Twin" }),
    asset(107, "whole", { name: "Whole" }),
    asset(108, "usdc", { name: 'USD "Coin"' }),
  ],
  tokens: [
    token(1011, "alpha", "ethereum"),
    token(1012, "alpha", "base"),
    token(1041, "delta", "base"),
    token(1051, "twin-a", "base"),
    token(1061, "twin-b", "base"),
    // Several tokens with the same name, such as USDC and its bridged copies.
    token(1081, "usdc", "ethereum"),
    token(1082, "usdc", "ethereum"),
    token(1083, "usdc", "base"),
  ],
});
const listings = [
  "whole",
  "token:1011",
  "token:1012",
  "gamma",
  "token:1041",
  "token:1051",
  "token:1061",
  "token:1081",
  "token:1082",
  "token:1083",
  "asset:beta",
];
const reported = ["price_dollar", "total_supply_token", "holding_addresses_count", "apy_7_day_percent"];
/** Numbers whose digits are easily lost, by listing and metric. */
const numberOf = (listing: number, metric: number) =>
  [1.234567890123457e-7, 1.1e21, 123456789.98765433, 7, 0.1][(listing + metric) % 5] ?? 0;
const longFile = [
  "entity,metric,date,value",
  ...listings.flatMap((listing, i) =>
    reported.flatMap((metric, m) =>
      ["2026-01-29", "2026-01-30"].map(
        (date, d) =>
          `${listing},${metric},${date},${(metric.startsWith("holding") ? Math.round(numberOf(i, m) * 1e9) : numberOf(i, m)) + d}`,
      ),
    ),
  ),
].join("\n");

let test: TestStore;
let market: Market;
let imports = 0;
beforeAll(async () => {
  test = await openTestStore();
});
afterAll(() => test.close());

const start = async () => {
  await test.reset();
  await test.store.run("TRUNCATE TABLE investments");
  await commit(test.store, { today: TODAY }, () => loadCatalog(test.store, catalog));
};
const load = async (name: string, content: string): Promise<FileReport> => {
  const path = await test.file(name, content);
  const { files } = await importFiles(test.store, catalog, { files: [path], today: TODAY });
  // A market caches store reads.
  imports += 1;
  const version = imports;
  market = createMarket({ store: { visitors: test.store }, dataVersion: () => version });
  return files[0] as FileReport;
};
beforeEach(async () => {
  await start();
  await load("long.csv", longFile);
});

const stored = () =>
  test.store.compactRows<[number, number, string, number]>(
    `SELECT token_id, metric_id, toString(date), value FROM observations FINAL ORDER BY ALL`,
  );
const textOf = async (bytes: AsyncIterable<Uint8Array>) => {
  const chunks: Uint8Array[] = [];
  for await (const chunk of bytes) chunks.push(chunk);
  return Buffer.concat(chunks).toString("utf8");
};
const requestOf = (groupBy: "asset" | "token", metric: string) =>
  ({
    resource: "tokens",
    query: parseQuery({
      filter: { operator: "equals", field: "measure_slug", value: metric },
      aggregate: { groupBy },
    }),
  }) as const;

/** The wide file of the data API, and that of a chart on a page. */
const writers = {
  api: async (groupBy: "asset" | "token", metric: string) =>
    textOf((await exportSeries(market, { ...requestOf(groupBy, metric), format: "csv" })).bytes),
  page: async (groupBy: "asset" | "token", metric: string) => {
    const { results } = await metricSeries(market, requestOf(groupBy, metric));
    return figuresCsv(chartFigures(results, { interval: "day", maxGroups: 1000, isSample: false }));
  },
};

describe.each(["api", "page"] as const)("a series as CSV of the %s", (writer) => {
  it.each(["asset", "token"] as const)("is imported unchanged when grouped by %s", async (groupBy) => {
    const before = await stored();
    const written: Record<string, string> = {};
    for (const metric of reported) written[metric] = await writers[writer](groupBy, metric);
    await start();
    for (const [metric, content] of Object.entries(written)) {
      const report = await load(`${metric}.csv`, content);
      expect(report).toMatchObject({ error: null, rowsRefused: 0, skippedColumns: [] });
      expect(report.valuesAccepted).toBeGreaterThan(0);
    }
    for (const metric of reported) {
      expect(await writers[writer](groupBy, metric)).toBe(written[metric]);
    }
    if (groupBy === "token") expect(await stored()).toEqual(before);
  });
});

it("names each metric so that its import finds it", async () => {
  const lines = metrics.map(({ name }, i) => `${i},2026-01-30,"${name}",1`);
  await start();
  const report = await load("metrics.csv", ["Timestamp,Date,Metric,whole", ...lines].join("\n"));
  expect(report).toMatchObject({ rowsRefused: 0, valuesAccepted: metrics.length });
  expect((await stored()).map(([, metric]) => metric)).toEqual(
    metrics.map(({ id }) => id).sort((a, b) => a - b),
  );
});

it("lists investments that are imported unchanged", async () => {
  const file = [
    "slug,name,asset,asset_class,opens_date,closes_date,status,target_dollar,raised_dollar,minimum_investment_dollar,target_yield_percent",
    'alpha-1,"Alpha, ""one""",alpha,,2026-01-01,2026-12-31,,5000000,1.5,0.1,8.25',
    "none-1,=None,,private-credit,2026-03-01,,upcoming,,,,",
  ].join("\n");
  await load("offers.csv", file);
  const list = async () => {
    const query = parseQuery({ sort: { field: "slug", direction: "asc" } });
    return textOf((await exportRows(market, { resource: "investments", query, format: "csv" })).bytes);
  };
  const written = await list();
  expect(written.split("\n")).toHaveLength(4);
  await start();
  expect(await load("list.csv", written)).toMatchObject({
    content: "investment",
    valuesAccepted: 2,
    rowsRefused: 0,
  });
  const idless = (csv: string) => csv.replaceAll(/^\d+,/gm, "");
  expect(idless(await list())).toBe(idless(written));
});
