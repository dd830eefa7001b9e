import { parse } from "csv-parse/sync";
import { strFromU8, unzipSync } from "fflate";
import { parquetReadObjects } from "hyparquet";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { metrics } from "#domain/metrics";
import { parseQuery, type QueryInput } from "#domain/query";
import { type MarketWorld, openMarketWorld } from "../../tests/support/marketWorld";
import { transactionRows } from "../../tests/support/transactionRows";
import { exportAggregates } from "./exportAggregates";
import { exportRows } from "./exportRows";
import { exportSeries } from "./exportSeries";
import type { FileFormat, RowFile } from "./files/rowFile";
import { listResource } from "./listResource";

let world: MarketWorld;
beforeAll(async () => {
  world = await openMarketWorld();
  await world.entityMetrics([
    { type: "asset", id: 57, metric: "holding_addresses_count", val: 110, past: [100, 80, null] },
    {
      type: "asset",
      id: 2331,
      metric: "bridged_token_value_dollar",
      val: 2000.5,
      past: [2500.5, null, null],
    },
  ]);
});
afterAll(() => world.close());

async function bytesOf({ bytes }: RowFile): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of bytes) chunks.push(chunk);
  return Buffer.concat(chunks);
}
const arrayBufferOf = (bytes: Buffer): ArrayBuffer => new Uint8Array(bytes).buffer;
const file = async (format: FileFormat, query: QueryInput = {}, resource = "assets") =>
  bytesOf(await exportRows(world.market, { resource, query: parseQuery(query), format }));

describe("a CSV file", () => {
  test("contains every field and every part of every metric, with unknown values empty", async () => {
    const rows = parse(await file("csv"), { columns: true }) as Record<string, string>[];
    expect(rows.map((row) => row.slug)).toEqual(["buidl", "ousg", "usdx", "gold-bar"]);
    expect(rows[1]).toMatchObject({
      id: "57",
      network_ids: "1; 3",
      network_slugs: "ethereum; polygon",
      is_investable: "true",
      inception_date: "2023-01-26",
      website: "",
      holding_addresses_count: "110",
      "holding_addresses_count.chg_30d_pct": "37.5",
      "holding_addresses_count.val_90d": "",
    });
    expect(rows[0]).toMatchObject({ "bridged_token_value_dollar.chg_7d_amt": "-500" });
  });

  test("escapes texts that spreadsheets would read as formulas, and leaves numbers unchanged", async () => {
    const rows = parse(await file("csv", { fields: ["ticker", "bridged_token_value_dollar.chg_7d_amt"] }), {
      columns: true,
    }) as Record<string, string>[];
    expect(rows.map((row) => Object.values(row))).toEqual([
      ["BUIDL", "-500", "false"],
      ["OUSG", "", "false"],
      ["USDX", "", "false"],
      ["'=GOLD", "", "false"],
    ]);
  });

  test("contains the requested page, or only the names of its columns", async () => {
    const page = await file("csv", { fields: ["slug"], pagination: { page: 2, perPage: 3 } });
    expect(page.toString()).toBe('"slug"\n"gold-bar"\n');
    const none = await file("csv", {
      fields: ["slug"],
      filter: { operator: "equals", field: "id", value: 1 },
    });
    expect(none.toString()).toBe('"slug"\n');
    expect((await file("csv", {}, "transactions")).toString()).toMatch(/^"id","timestamp","kind"/);
  });
});

test("a Parquet file has typed columns", async () => {
  const bytes = await file("parquet", {
    fields: ["id", "ticker", "network_ids", "holders", "holders.chg_30d_pct"],
  });
  const rows = await parquetReadObjects({ file: arrayBufferOf(bytes) });
  expect(rows[1]).toMatchObject({ id: 57, network_ids: [1, 3], holders: 110, "holders.chg_30d_pct": 37.5 });
  expect(rows[3]).toMatchObject({ id: 1002, holders: null });
});

test("a spreadsheet is a workbook with neutralized texts", async () => {
  const bytes = await file("xlsx", { fields: ["ticker", "inception_date", "holders"] });
  expect(bytes.subarray(0, 2).toString()).toBe("PK");
  expect(bytes.length).toBeGreaterThan(1000);
});

test("NDJSON has the rows of the list, one on each line", async () => {
  const lines = (await file("ndjson", { fields: ["ticker", "holders"] })).toString().trimEnd().split("\n");
  expect(lines).toHaveLength(4);
  expect(JSON.parse(lines[1] ?? "")).toMatchObject({
    id: 57,
    ticker: "OUSG",
    holding_addresses_count: { val: 110 },
  });
});

test("NDJSON of rows without metrics is read in a few statements, since each sorts all rows", async () => {
  const count = 2_500;
  await world.store.insert(
    "transactions",
    transactionRows(count, () => ({ is_sample: false })),
  );
  const statements: string[] = [];
  const { store } = world.market;
  const counted: typeof store = {
    ...store,
    rows: (sql, ...rest) => {
      statements.push(sql);
      return store.rows(sql, ...rest);
    },
  };
  const { bytes } = await exportRows(
    { ...world.market, store: counted },
    {
      resource: "transactions",
      query: parseQuery({ fields: ["amount_dollar"], sort: { field: "amount_dollar", direction: "asc" } }),
      format: "ndjson",
    },
  );
  const chunks: string[] = [];
  for await (const chunk of bytes) chunks.push(Buffer.from(chunk).toString());
  const amounts = chunks
    .join("")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line).amount_dollar);
  expect(amounts).toEqual(Array.from({ length: count }, (_, i) => i));
  expect(chunks).toHaveLength(3);
  expect(statements.filter((sql) => sql.includes("LIMIT"))).toHaveLength(1);
  await world.store.run("TRUNCATE TABLE transactions");
});

test("times and amounts of transactions are dates and numbers in a spreadsheet, and exact text in NDJSON", async () => {
  const amount = "1000000000000000000000.5";
  await world.store.insert(
    "transactions",
    transactionRows(2, (i) => ({ is_sample: false, ...(i === 1 && { amount_token: amount }) })),
  );
  const query: QueryInput = {
    fields: ["timestamp", "amount_token"],
    sort: { field: "amount_dollar", direction: "asc" },
  };
  const parts = unzipSync(await file("xlsx", query, "transactions"));
  const sheet = strFromU8(parts["xl/worksheets/sheet1.xml"] ?? new Uint8Array());
  const cells = [...sheet.matchAll(/<c r="([AB][23])"([^>]*)><v>([^<]*)<\/v>/g)].map(
    ([, cell, attributes = "", value]) => [cell, /t="(s|str|inlineStr)"/.test(attributes), Number(value)],
  );
  // 2026-02-02 12:30 is day 46055 of the calendar of workbooks, and 12.5 hours.
  const time = 46055 + 12.5 / 24;
  expect(cells).toEqual([
    ["A2", false, expect.closeTo(time, 6)],
    ["B2", false, 12.5],
    ["A3", false, expect.closeTo(time, 6)],
    ["B3", false, 1e21],
  ]);
  const lines = (await file("ndjson", query, "transactions")).toString().trimEnd().split("\n");
  expect(JSON.parse(lines[1] ?? "")).toMatchObject({
    amount_token: expect.stringContaining("1000000000000000000000.5"),
  });
  await world.store.run("TRUNCATE TABLE transactions");
});

describe("series as files", () => {
  const query: QueryInput = {
    filter: { operator: "equals", field: "measure_slug", value: "bridged_token_value_dollar" },
    aggregate: { groupBy: "token", interval: "month" },
    pagination: { page: 1, perPage: 2 },
  };
  const series = async (format: FileFormat) =>
    bytesOf(await exportSeries(world.market, { resource: "tokens", query: parseQuery(query), format }));

  beforeAll(() =>
    world.daily(
      [
        [501, "2026-01-31", 1],
        [501, "2026-02-03", 2],
        [502, "2026-02-03", 4],
        [503, "2026-01-31", 8],
        [503, "2026-02-03", 16],
        [504, "2026-01-31", 32.5],
      ].map(([listing, date, value]) => ({
        metric: "bridged_token_value_dollar",
        listing: Number(listing),
        date: String(date),
        value: Number(value),
      })),
    ),
  );

  test("are wide, with the groups beyond the page as all others", async () => {
    expect((await series("csv")).toString()).toBe(
      [
        "Timestamp,Date,Measure,100%_Dollar (Ethereum),BlackRock USD Institutional Digital Liquidity Fund (Ethereum),All Others (2 items)",
        "1769817600000,2026-01-31,Bridged Token Value (Dollar),32.5,8,1",
        "1770076800000,2026-02-03,Bridged Token Value (Dollar),,16,6",
        "",
      ].join("\n"),
    );
  });

  test("are long in Parquet, and one result per line in NDJSON", async () => {
    const rows = await parquetReadObjects({ file: arrayBufferOf(await series("parquet")) });
    expect(rows.map((row) => [row.measure, row.group_slug, row.value])).toEqual([
      ["bridged_token_value_dollar", "usdx-ethereum", 32.5],
      ["bridged_token_value_dollar", "buidl-ethereum", 8],
      ["bridged_token_value_dollar", "buidl-ethereum", 16],
    ]);
    const lines = (await series("ndjson")).toString().trimEnd().split("\n");
    expect(lines.map((line) => JSON.parse(line).group.id)).toEqual([504, 503]);
    expect((await series("xlsx")).subarray(0, 2).toString()).toBe("PK");
  });
});

describe("series of more measures and groups than a page", () => {
  const slugs = [
    "daily_mints_dollar",
    "daily_mints_token",
    "daily_burns_dollar",
    "daily_burns_token",
    "daily_transfer_volume_dollar",
    "daily_transfer_volume_token",
    "daily_transfer_count",
    "holding_addresses_count",
  ];
  const listings = [501, 502, 503, 504];
  const dates = ["2026-01-30", "2026-02-01", "2026-02-03"];
  /** A value that encodes its measure, listing and day. */
  const figureOf = (m: number, listing: number, day: number) => m * 1000 + listing + day / 10;
  const everything = slugs.flatMap((slug, m) =>
    listings.flatMap((listing) =>
      dates.map((date, day) => ({ metric: slug, listing, date, value: figureOf(m, listing, day) })),
    ),
  );
  beforeAll(() => world.daily(everything));

  const query: QueryInput = {
    filter: { operator: "in", field: "measure_slug", value: slugs },
    aggregate: { groupBy: "token" },
  };
  const series = async (format: FileFormat, changes: Partial<QueryInput> = {}) =>
    bytesOf(
      await exportSeries(world.market, {
        resource: "tokens",
        query: parseQuery({ ...query, ...changes }),
        format,
      }),
    );
  /** The expected content of the file, as `measure listing date value`. */
  const expected = everything
    .map(({ metric, listing, date, value }) => `${metric} ${listing} ${date} ${value}`)
    .sort();
  const slugOf = (name: string) => metrics.find((metric) => metric.name === name)?.slug;
  const listingOf: Record<string, number> = {
    "ousg-ethereum": 501,
    "ousg-polygon": 502,
    "buidl-ethereum": 503,
    "usdx-ethereum": 504,
  };

  test("are all in CSV", async () => {
    const [head = [], ...rows] = parse(await series("csv")) as string[][];
    const bySlug = new Map(
      (await listResource(world.market, { resource: "tokens", query: parseQuery({}) })).results.map((row) => [
        String(row.name),
        String(row.slug),
      ]),
    );
    const found = rows.flatMap(([, date, measure = "", ...cells]) =>
      cells.map((cell, i) => {
        const name = (head[i + 3] ?? "").replace(/^'/, "");
        return `${slugOf(measure)} ${listingOf[bySlug.get(name) ?? ""]} ${date} ${Number(cell)}`;
      }),
    );
    expect(found.sort()).toEqual(expected);
  });

  test("are all in NDJSON and Parquet", async () => {
    const lines = (await series("ndjson")).toString().trimEnd().split("\n");
    expect(lines).toHaveLength(32);
    const points = lines.flatMap((line) => {
      const { measure, group, points } = JSON.parse(line);
      return points.map(([date, value]: [string, number]) => `${measure.slug} ${group.id} ${date} ${value}`);
    });
    expect(points.sort()).toEqual(expected);
    const rows = await parquetReadObjects({ file: arrayBufferOf(await series("parquet")) });
    const values = rows.map(({ measure, group_id, date, value }) => {
      return `${measure} ${group_id} ${new Date(String(date)).toISOString().slice(0, 10)} ${value}`;
    });
    expect(values.sort()).toEqual(expected);
  });

  test("are all in a spreadsheet", async () => {
    const files = unzipSync(await series("xlsx"));
    const sheet = strFromU8(files["xl/worksheets/sheet1.xml"] ?? new Uint8Array());
    expect(sheet.match(/<row /g)).toHaveLength(1 + slugs.length * dates.length);
    for (const { value } of everything) expect(sheet).toContain(`<v>${value}</v>`);
  });

  test("contain the requested page, the same in every format", async () => {
    const page = { pagination: { page: 2, perPage: 5 } };
    const lines = (await series("ndjson", page)).toString().trimEnd().split("\n");
    const keys = lines
      .map((line) => JSON.parse(line))
      .map(({ measure, group }) => `${measure.slug} ${group.id}`);
    expect(keys).toHaveLength(5);
    const rows = await parquetReadObjects({ file: arrayBufferOf(await series("parquet", page)) });
    expect([...new Set(rows.map((row) => `${row.measure} ${row.group_id}`))].sort()).toEqual(keys.sort());
    expect(rows).toHaveLength(15);
  });

  test("end a running period on its last day with data in every format", async () => {
    const monthly = { aggregate: { groupBy: "token", interval: "month" as const } };
    const rows = await parquetReadObjects({ file: arrayBufferOf(await series("parquet", monthly)) });
    const days = rows.map((row) => new Date(String(row.date)).toISOString().slice(0, 10));
    expect([...new Set(days)].sort()).toEqual(["2026-01-31", "2026-02-03"]);
    const csv = parse(await series("csv", monthly), { columns: true }) as Record<string, string>[];
    expect([...new Set(csv.map((row) => row.Date))].sort()).toEqual(["2026-01-31", "2026-02-03"]);
  });
});

describe("files for readers of screens", () => {
  const fields = ["name", "minimum_investment_dollar", "holding_addresses_count", "id"];
  const titled = async (format: FileFormat) =>
    bytesOf(
      await exportRows(world.market, {
        resource: "assets",
        query: parseQuery({ fields: [...fields, "bridged_token_value_dollar.chg_30d_pct"] }),
        format,
        isTitled: true,
      }),
    );
  const titles = [
    "Name",
    "Minimum investment (Dollar)",
    "Holding Addresses (Count)",
    "Id",
    "Bridged Token Value (Dollar), change in 30 days in percent",
    "As of",
    "Sample data",
  ];

  test("have titles, and state for each row the day of its figures and whether they are sample data", async () => {
    const rows = parse(await titled("csv"), { columns: false }) as string[][];
    expect(rows[0]).toEqual(titles);
    expect(rows.filter(([, , , id]) => id === "57").map((row) => row.slice(-2))).toEqual([
      [expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/), "No"],
    ]);
    const parts = Object.values(unzipSync(await titled("xlsx"))).map((part) => strFromU8(part));
    expect(parts.join("")).toContain("Sample data");
  });

  test("keep their names in Parquet, which is read by software", async () => {
    const [row] = await parquetReadObjects({ file: arrayBufferOf(await titled("parquet")) });
    const figure = "bridged_token_value_dollar.chg_30d_pct";
    expect(Object.keys(row ?? {})).toEqual([...fields, figure, "is_sample"]);
  });

  test("of totals and series are titled too", async () => {
    const totals = await exportAggregates(world.market, {
      resource: "tokens",
      query: parseQuery({ aggregate: { groupBy: "network" }, fields: ["holding_addresses_count"] }),
      format: "csv",
      isTitled: true,
    });
    const [head] = parse(await bytesOf(totals), { columns: false }) as string[][];
    expect(head?.slice(0, 9)).toEqual([
      "Grouped by",
      "Id",
      "Slug",
      "Name",
      "Assets",
      "Tokens",
      "Reported as a whole",
      "Holding Addresses (Count)",
      "Holding Addresses (Count), 7 days before",
    ]);
    expect(head?.slice(-2)).toEqual(["As of", "Sample data"]);
    const query = parseQuery({
      filter: { operator: "equals", field: "measure_slug", value: "daily_burns_dollar" },
      aggregate: { groupBy: "measure" },
    });
    const points = await exportSeries(world.market, {
      resource: "tokens",
      query,
      format: "csv",
      isTitled: true,
    });
    expect((await bytesOf(points)).toString()).toMatch(/^Timestamp,Date,Metric/);
  });
});

describe("series by measure as files", () => {
  const ask = async (format: FileFormat) =>
    bytesOf(
      await exportSeries(world.market, {
        resource: "tokens",
        query: parseQuery({
          filter: {
            operator: "and",
            filters: [
              { operator: "in", field: "measure_slug", value: ["daily_burns_dollar", "daily_burns_token"] },
              { operator: "equals", field: "date", value: "2026-02-03" },
            ],
          },
          aggregate: { groupBy: "measure" },
        }),
        format,
      }),
    );
  // The third day of 501, 502, 503 and 504 of the third and the fourth measure above.
  const sums = { daily_burns_dollar: 10_010.8, daily_burns_token: 14_010.8 };

  test("include the measure of each value", async () => {
    const csv = parse(await ask("csv"), { columns: true }) as Record<string, string>[];
    expect(csv.map(({ Measure, All }) => [Measure, Number(All)])).toEqual([
      ["Daily Burns (Dollar)", sums.daily_burns_dollar],
      ["Daily Burns (Token)", sums.daily_burns_token],
    ]);
    const rows = await parquetReadObjects({ file: arrayBufferOf(await ask("parquet")) });
    expect(rows.map((row) => [row.measure, row.group_id, row.group_slug, row.group_name, row.value])).toEqual(
      [
        [
          "daily_burns_dollar",
          "100011",
          "daily_burns_dollar",
          "Daily Burns (Dollar)",
          sums.daily_burns_dollar,
        ],
        ["daily_burns_token", "100010", "daily_burns_token", "Daily Burns (Token)", sums.daily_burns_token],
      ],
    );
  });
});

test("have all others continue after the groups of the page have ended", async () => {
  const flow = "bridge_inflow_dollar";
  await world.daily([
    { metric: flow, listing: 501, date: "2026-01-10", value: 1 },
    { metric: flow, listing: 503, date: "2026-01-20", value: 20 },
    { metric: flow, listing: 503, date: "2026-02-02", value: 300 },
    { metric: flow, listing: 504, date: "2026-02-03", value: 4000 },
  ]);
  const query = parseQuery({
    filter: { operator: "equals", field: "measure_slug", value: flow },
    sort: { field: "value", direction: "asc" },
    aggregate: { groupBy: "asset", interval: "month" },
    pagination: { perPage: 1 },
  });
  const bytes = await bytesOf(await exportSeries(world.market, { resource: "tokens", query, format: "csv" }));
  expect((parse(bytes) as string[][]).slice(1).map(([, date, , ...cells]) => [date, ...cells])).toEqual([
    ["2026-01-31", "1", "20"],
    ["2026-02-03", "", "4300"],
  ]);
});

test("series that exceed a file are rejected before it starts", async () => {
  await world.store.run(
    `INSERT INTO dim_tokens SELECT t.* REPLACE (toUInt32(700000 + n) AS id, concat('many-', toString(n)) AS slug)
     FROM dim_tokens AS t CROSS JOIN (SELECT number AS n FROM numbers(1500)) AS many WHERE t.id = 504`,
  );
  await world.store.run(
    `INSERT INTO daily_metrics (metric_id, asset_id, token_id, date, value, carried, derived, is_sample, source_id, version)
     SELECT 100018, 1002, toUInt32(700000 + number), day, 1, false, false, false, 0, 1
     FROM numbers(1500) ARRAY JOIN arrayMap(n -> toDate('1990-01-01') + n, range(700)) AS day`,
  );
  const query = parseQuery({
    filter: { operator: "equals", field: "measure_slug", value: "bridge_outflow_dollar" },
  });
  for (const format of ["csv", "ndjson", "parquet", "xlsx"] as const) {
    await expect(exportSeries(world.market, { resource: "tokens", query, format })).rejects.toThrow(
      "1,050,000 values; time-series files are limited to 1,000,000: narrow the filter",
    );
  }
});

test("a file without columns is rejected", async () => {
  for (const format of ["csv", "xlsx", "parquet"] as const) {
    await expect(file(format, { fields: [] })).rejects.toThrow("fields: names no column");
  }
  expect((await file("ndjson", { fields: [] })).toString().split("\n")[0]).toMatch(/"id":\d+/);
});

test("aggregates as files contain every group if no page is requested", async () => {
  const query = parseQuery({ aggregate: { groupBy: "token" } });
  const bytes = await bytesOf(
    await exportAggregates(world.market, { resource: "tokens", query, format: "ndjson" }),
  );
  const groups = bytes.toString().trimEnd().split("\n").length;
  const [known] = await world.store.compactRows<[string]>(
    "SELECT count() FROM dim_tokens WHERE NOT is_asset_level",
  );
  expect(groups).toBeGreaterThan(1_500);
  expect(groups).toBe(Number(known?.[0]));
});

test("aggregates as files have the group and flat metrics", async () => {
  await world.entityMetrics([{ type: "token", id: 503, metric: "bridged_token_value_dollar", val: 2000.5 }]);
  const query = parseQuery({ aggregate: { groupBy: "asset" }, pagination: { perPage: 1 } });
  const make = async (format: FileFormat) =>
    bytesOf(await exportAggregates(world.market, { resource: "assets", query, format }));
  const expected = { group_type: "asset", group_id: "2331", group_slug: "buidl" };
  const [csv] = parse(await make("csv"), { columns: true }) as Record<string, string>[];
  expect(csv).toMatchObject({ ...expected, token_count: "1", bridged_token_value_dollar: "2000.5" });
  const [row] = await parquetReadObjects({ file: arrayBufferOf(await make("parquet")) });
  expect(row).toMatchObject({ ...expected, token_count: 1, bridged_token_value_dollar: 2000.5 });
});
