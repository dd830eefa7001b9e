/** Features of mappings that files of other publishers need, on a real store. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { metricByName } from "#domain/metrics";
import { ASSET_LISTING_OFFSET } from "#domain/resources";
import { openTestStore, type TestStore } from "../../../tests/support/ingestStore";
import { loadCatalog } from "../catalog/loadCatalog";
import { asset, catalogOf, network, token } from "../testSupport/catalogBuilder";
import { importFiles } from "./importFiles";

const ADDRESS = "0x7712c34205737192402172409a8F7ccef8aA2AEc";
const catalog = catalogOf({
  networks: [
    network(4, "optimism", { chain_id: 10 }),
    network(10, "base", { chain_id: 8453, aliases: ["base-mainnet"] }),
  ],
  assets: [asset(101, "alpha"), asset(102, "beta")],
  tokens: [
    token(1011, "alpha", "optimism", { address: ADDRESS }),
    token(1012, "alpha", "base", { address: ADDRESS }),
  ],
});
const alpha = ASSET_LISTING_OFFSET + 101;
const price = metricByName("price_dollar")?.id;

let test: TestStore;
beforeAll(async () => {
  test = await openTestStore();
});
afterAll(() => test.close());
beforeEach(async () => {
  await test.reset();
  await loadCatalog(test.store, catalog);
});

const run = async (name: string, lines: readonly string[], mapping?: unknown) => {
  const path = await test.file(name, `${lines.join("\n")}\n`);
  const report = await importFiles(test.store, catalog, { files: [path], mapping, today: "2024-12-31" });
  return report.files[0] as (typeof report.files)[number];
};
/** Observations as `listing metric date value`. */
const stored = async () => {
  const rows = await test.store.compactRows<[number, number, string, number]>(
    "SELECT token_id, metric_id, date, value FROM observations FINAL ORDER BY ALL",
  );
  return rows.map((row) => row.join(" "));
};
const quarantined = () => test.store.compactRows("SELECT line FROM quarantine FINAL");

const columns = (extra: object) => ({
  date: "date",
  entity: { asset: "alpha" },
  metrics: { price: "price_dollar" },
  ...extra,
});

it("stores nothing on the wrong network for a number with two meanings", async () => {
  const file = await run("n.csv", [
    "entity,network,metric,date,value",
    `10/${ADDRESS},,price,2024-01-01,1`,
    "alpha,10,price,2024-01-02,2",
    `${ADDRESS},10,price,2024-01-03,3`,
    `eip155:10/erc20:${ADDRESS},,price,2024-01-04,4`,
    `${ADDRESS},8453,price,2024-01-05,5`,
  ]);
  expect(file).toMatchObject({ valuesAccepted: 2, rowsRefused: 3 });
  expect(file.refusals).toMatchObject([
    {
      kind: "ambiguous network",
      rows: 3,
      example:
        '"10" may mean 2 networks: write "base" (id 10, chain id 8453) or "optimism" (id 4, chain id 10)',
    },
  ]);
  expect(await stored()).toEqual([`1011 ${price} 2024-01-04 4`, `1012 ${price} 2024-01-05 5`]);
});

describe("names in the mapping that no row has", () => {
  const rejected = async (lines: readonly string[], mapping: unknown, name = "m.csv") => {
    const { error } = await run(name, lines, mapping);
    expect(await stored()).toEqual([]);
    expect(await quarantined()).toEqual([]);
    return error;
  };
  const byColumn = (entities: object, extra = {}) =>
    columns({ entity: { column: "what", entities }, ...extra });
  const long = (entities: object, metrics: object, extra = {}) => ({
    date: "date",
    entity: { column: "what", entities },
    metric: { column: "series", metrics },
    value: "value",
    ...extra,
  });

  it("rejects JSON Lines without a mapped key", async () => {
    const rows = ['{"date":"2024-01-01","price":1}', '{"date":"2024-01-02","price":2}'];
    const mapping = columns({ metrics: { Price: "price_dollar", nav: "net_asset_value_dollar" } });
    expect(await rejected(rows, { ...mapping, ignoreOtherColumns: true }, "m.jsonl")).toBe(
      'The mapping names what no row has: the key "Price", the key "nav"; correct it, or set "allowMissing"',
    );
    expect(await rejected(rows, columns({ date: "day", ignoreOtherColumns: true }), "m.jsonl")).toContain(
      'the key "day"',
    );
    const wide = { date: "date", metric: "price", entities: { prize: "alpha" }, ignoreOtherColumns: true };
    expect(await rejected(rows, wide, "m.jsonl")).toContain('the key "prize"');
    const rowsAreValues = { ...long({}, {}), ignoreOtherColumns: true };
    expect(await rejected(rows, rowsAreValues, "m.jsonl")).toContain(
      'the key "what", the key "series", the key "value"',
    );
  });

  it("reads a key that only a later object has", async () => {
    const rows = ['{"date":"2024-01-01"}', '{"date":"2024-01-02","price":2}'];
    expect(await run("m.jsonl", rows, columns({}))).toMatchObject({ error: null, valuesAccepted: 1 });
  });

  it("rejects files without a mapped entity or metric", async () => {
    const rows = ["date,what,price", "2024-01-01,A,1"];
    expect(await rejected(rows, byColumn({ A: "alpha", B: "beta" }))).toContain('entity "B"');
    const values = ["date,what,series,value", "2024-01-01,A,p,1"];
    expect(await rejected(values, long({ A: "alpha", Z: "beta" }, { p: "price", q: "holders" }))).toContain(
      'entity "Z", metric "q"',
    );
    const json = ['{"date":"2024-01-01","what":"A","series":"p","value":1}'];
    expect(await rejected(json, long({ A: "alpha" }, { p: "price", q: "holders" }), "m.jsonl")).toContain(
      'metric "q"',
    );
  });

  it("reads them where the mapping allows it", async () => {
    const rows = ["date,what,price", "2024-01-01,A,1"];
    const mapping = byColumn({ A: "alpha", B: "beta" }, { allowMissing: true });
    expect(await run("m.csv", rows, mapping)).toMatchObject({ error: null, valuesAccepted: 1 });
  });

  it("counts a metric of a row whose entity is invalid", async () => {
    const values = ["date,what,series,value", "2024-01-01,A,p,1", "2024-01-01,nothing,q,1"];
    const mapping = long({ A: "alpha" }, { p: "price", q: "holders" });
    expect(await run("m.csv", values, mapping)).toMatchObject({
      error: null,
      valuesAccepted: 1,
      rowsRefused: 1,
    });
  });
});

describe("columns that are a metric and an entity", () => {
  const supply = metricByName("total_supply_token")?.id;
  const holders = metricByName("holders")?.id;
  const series = {
    "OP supply": { entity: "alpha", network: "optimism", metric: "total_supply_token", magnitudes: true },
    "Base supply": { entity: "token:1012", metric: "total_supply_token", scale: 1000 },
    "Base holders": { entity: "token:1012", metric: "holders" },
    "Beta supply": { entity: "beta", metric: "total_supply_token" },
  };
  const lines = [
    "Date,OP supply,Base supply,Base holders,Beta supply,Total",
    "2024-01-01,1.5M,2,30,4,6",
    "2024-01-02,,2.5,x,,",
  ];
  const sideBySide = (own: object, extra = {}) => ({
    date: "Date",
    columns: { ...series, ...own },
    ignoreOtherColumns: true,
    ...extra,
  });

  it("stores each column as its own series, with the format of the column", async () => {
    const file = await run("m.csv", lines, sideBySide({}));
    expect(file).toMatchObject({ error: null, valuesAccepted: 5, rowsRefused: 1 });
    expect(file.skippedColumns).toEqual([{ column: "Total", reason: "not in the mapping" }]);
    expect(file.refusals[0]?.example).toContain('"x"');
    expect((await stored()).sort()).toEqual(
      [
        `1011 ${supply} 2024-01-01 1500000`,
        `1012 ${supply} 2024-01-01 2000`,
        `1012 ${supply} 2024-01-02 2500`,
        `1012 ${holders} 2024-01-01 30`,
        `${alpha + 1} ${supply} 2024-01-01 4`,
      ].sort(),
    );
  });

  it("names each column whose entity or metric is unknown, and the reason", async () => {
    const wrong = {
      "Base supply": { entity: "alhpa", metric: "total_supply_token" },
      "Base holders": { entity: "token:1012", metric: "holder" },
    };
    const { error } = await run("m.csv", lines, sideBySide(wrong));
    expect(error).toMatch(
      /column "Base supply": entity "alhpa": .*; column "Base holders": there is no metric "holder"$/,
    );
    expect(await stored()).toEqual([]);
  });

  it("rejects columns that the file does not have, that share a series, or that the mapping leaves out", async () => {
    const absent = { Holders: { entity: "beta", metric: "holders" } };
    expect((await run("m.csv", lines, sideBySide(absent))).error).toContain('no column "Holders"');
    const row = '{"Date":"2024-01-01","OP supply":1,"Base supply":1,"Base holders":1,"Beta supply":1}';
    expect((await run("m.jsonl", [row], sideBySide(absent))).error).toContain('the key "Holders"');
    const twice = { Total: { entity: "alpha", network: "base", metric: "total_supply_token" } };
    expect((await run("m.csv", lines, sideBySide(twice))).error).toContain(
      'The columns "Base supply" and "Total" both map to total_supply_token of alpha',
    );
    expect((await run("m.csv", lines, sideBySide({}, { ignoreOtherColumns: false }))).error).toContain(
      "does not cover the columns Total",
    );
    expect(await stored()).toEqual([]);
  });
});

describe("formats of other publishers", () => {
  it("takes chain and address from two columns", async () => {
    const mapping = { ...columns({}), entity: { column: "address", network: "chain" } };
    const file = await run(
      "m.csv",
      [
        "date,chain,address,price",
        `2024-01-01,Optimism,${ADDRESS.toLowerCase()},1`,
        `2024-01-01,8453,${ADDRESS},2`,
      ],
      mapping,
    );
    expect(file).toMatchObject({ valuesAccepted: 2, rowsRefused: 0 });
    expect(await stored()).toEqual([`1011 ${price} 2024-01-01 1`, `1012 ${price} 2024-01-01 2`]);
  });

  it("reads marks of missing values, currencies and magnitudes", async () => {
    const mapping = columns({
      metrics: {
        price: { metric: "price_dollar", currency: "$" },
        cap: { metric: "market_value_dollar", magnitudes: true },
      },
      missing: ["ND"],
    });
    const lines = ["date,price,cap", "2024-01-01,$1.5,2.5B", "2024-01-02,ND,ND"];
    expect(await run("m.csv", lines, mapping)).toMatchObject({ valuesAccepted: 2, rowsRefused: 0 });
    expect((await stored()).map((row) => row.split(" ").at(-1)).sort()).toEqual(["1.5", "2500000000"]);
  });

  it("skips lines before the header, in CSV only", async () => {
    const mapping = columns({ skipLines: 3 });
    const lines = ["Prices of Alpha", '"as published', "", "date,price", "2024-01-01,1", "2024-01-0x,1"];
    expect(await run("m.csv", lines, mapping)).toMatchObject({
      error: null,
      valuesAccepted: 1,
      rowsRefused: 1,
    });
    expect(await quarantined()).toEqual([["6"]]);
    expect((await run("m.jsonl", ['{"date":"2024-01-01","price":1}'], mapping)).error).toBe(
      '"skipLines" in the mapping applies to CSV files only',
    );
  });

  it("chooses rows by a condition, and counts the others", async () => {
    const mapping = columns({
      onlyRows: { CURRENCY: "USD", FREQ: ["D", "B"] },
      skipRows: { STATUS: ["missing"] },
      ignoreOtherColumns: true,
    });
    const lines = [
      "date,CURRENCY,FREQ,STATUS,price",
      "2024-01-01,USD,D,ok,1",
      "2024-01-01,GBP,D,ok,2",
      "2024-01-02,USD,M,ok,3",
      "2024-01-03,USD,B,missing,.",
      "2024-01-04, USD ,B,,5",
    ];
    const file = await run("m.csv", lines, mapping);
    expect(file).toMatchObject({ rowsRead: 5, rowsSkipped: 3, rowsRefused: 0, valuesAccepted: 2 });
    expect(await stored()).toEqual([`${alpha} ${price} 2024-01-01 1`, `${alpha} ${price} 2024-01-04 5`]);
    expect((await run("m.csv", lines, { ...mapping, onlyRows: { CURRENCY: "EUR" } })).error).toContain(
      '"EUR" in "CURRENCY"',
    );
    expect((await run("m.csv", lines, { ...mapping, onlyRows: { CUR: "USD" } })).error).toContain(
      'no column "CUR"',
    );
  });

  it("reads quarters as dates", async () => {
    const mapping = columns({ dateFormat: "YYYY-Qn", periodDay: "first" });
    await run("m.csv", ["date,price", "2024-Q2,1"], mapping);
    expect(await stored()).toEqual([`${alpha} ${price} 2024-04-01 1`]);
  });

  it("reads nested keys of JSON Lines", async () => {
    const mapping = columns({
      date: "meta.date",
      metrics: { "values.price": "price_dollar", "flat.key": "holders" },
      ignoreOtherColumns: true,
    });
    const lines = [
      '{"meta":{"date":"2024-01-01","by":"x"},"values":{"price":1,"more":{"a":1}},"flat.key":7,"note":1}',
      '{"meta":{"date":"2024-01-02"},"values":null,"flat.key":null}',
      '{"meta":{"date":"2024-01-03"},"values":{"price":3}}',
    ];
    const file = await run("m.jsonl", lines, mapping);
    expect(file).toMatchObject({ valuesAccepted: 3, rowsRefused: 0 });
    expect(file.skippedColumns.map(({ column }) => column)).toEqual(["meta.by", "values.more", "note"]);
    expect((await run("m.jsonl", lines, { ...mapping, ignoreOtherColumns: false })).error).toContain(
      "does not cover the columns meta.by, values.more, note",
    );
  });

  it("rejects a file that disproves the declared order of days and months", async () => {
    const lines = ["date,price", "01/02/2024,1", "01/31/2024,2"];
    const { error } = await run("m.csv", lines, columns({ dateFormat: "DD/MM/YYYY" }));
    expect(error).toContain('The date "01/31/2024" is not written DD/MM/YYYY');
    expect(await stored()).toEqual([]);
    expect(await run("m.csv", lines, columns({ dateFormat: "MM/DD/YYYY" }))).toMatchObject({
      valuesAccepted: 2,
    });
  });
});

describe("files that a spreadsheet saved", () => {
  it("reads capitalized headers and a line with the separator", async () => {
    const file = await run("m.csv", [
      "sep=;",
      "Entity;Network;Metric;Date;Value",
      "alpha;base;price;2024-01-01;1",
    ]);
    expect(file).toMatchObject({ error: null, valuesAccepted: 1 });
    expect(await stored()).toEqual([`1012 ${price} 2024-01-01 1`]);
  });

  it("says what to do about dates of a chart that a spreadsheet rewrote", async () => {
    const file = await run("c.csv", [
      "Timestamp,Date,Metric,alpha",
      "1706659200000,1/31/2024,price_dollar,1",
    ]);
    expect(file).toMatchObject({ valuesAccepted: 0, rowsRefused: 1 });
    expect(file.refusals[0]?.example).toBe(
      '"1/31/2024" is not a date written YYYY-MM-DD: a spreadsheet has rewritten it; import the chart as it was exported',
    );
  });

  it("reads JSON Lines with a byte order mark", async () => {
    const row = '{"entity":"alpha","metric":"price","date":"2024-01-01","value":1}';
    expect(await run("b.jsonl", [`\uFEFF${row}`])).toMatchObject({ error: null, valuesAccepted: 1 });
    expect(await run("c.jsonl", [`\uFEFF\n${row}`])).toMatchObject({ error: null, valuesAccepted: 1 });
  });
});
