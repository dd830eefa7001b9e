import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { generalPrecedence } from "#stores";
import { openTestStore, type TestStore } from "../../../tests/support/ingestStore";
import { loadCatalog } from "../catalog/loadCatalog";
import { declarePrecedence } from "../observations/declarePrecedence";
import { asset, catalogOf, network, token } from "../testSupport/catalogBuilder";
import { checkFiles } from "./checkFiles";
import { checkSummary } from "./checkSummary";
import { importFiles } from "./importFiles";
import { importSummary } from "./importReport";

const catalog = catalogOf({
  networks: [network(1, "ethereum")],
  assets: [asset(101, "alpha"), asset(102, "beta")],
  tokens: [token(1011, "alpha", "ethereum")],
});
const today = "2026-01-31";

let test: TestStore;
beforeAll(async () => {
  test = await openTestStore();
});
afterAll(() => test.close());
beforeEach(async () => {
  await test.reset();
  await loadCatalog(test.store, catalog);
});

type Options = Partial<Parameters<typeof checkFiles>[2]>;
const check = async (name: string, content: string | Uint8Array, options: Options = {}) => {
  const path = await test.file(name, content);
  const report = await checkFiles(test.store, catalog, { files: [path], today, ...options });
  return { ...report, file: report.files[0] as (typeof report.files)[number] };
};
const store = async (name: string, content: string, options: Options = {}) =>
  importFiles(test.store, catalog, { files: [await test.file(name, content)], today, ...options });

/** Every row of the tables that an import writes, and the number of tables. */
const contents = async () => {
  const tables = [
    "sources",
    "observations",
    "daily_metrics",
    "dirty_assets",
    "quarantine",
    "settings",
    "investments",
  ];
  const rows = [];
  for (const table of tables) rows.push(await test.store.rows(`SELECT * FROM ${table} ORDER BY ALL`));
  const [counted] = await test.store.rows(
    "SELECT count() AS n FROM system.tables WHERE database = currentDatabase()",
  );
  return JSON.stringify([rows, counted]);
};

const HEADER = "entity,metric,date,value\n";

describe("a dry run", () => {
  it("counts new, replaced, unchanged and rejected values as the import does, and stores nothing", async () => {
    await store("old.csv", `${HEADER}alpha,price_dollar,2025-01-01,1\nalpha,price_dollar,2025-01-02,2\n`);
    const before = await contents();
    const text = `${HEADER}alpha,price_dollar,2025-01-01,1
alpha,price_dollar,2025-01-02,3
alpha,price_dollar,2025-01-02,4
alpha,price_dollar,2025-02-30,5
gamma,price_dollar,2025-01-03,6
beta,holding_addresses_count,2025-01-03,7
`;
    const { file, ok } = await check("new.csv", text);
    expect(await contents()).toBe(before);
    expect(ok).toBe(false);
    expect(file).toMatchObject({
      rowsRead: 6,
      rowsRefused: 3,
      valuesAccepted: 3,
      valuesUnchanged: 1,
      valuesReplaced: 1,
      storedAt: null,
      error: null,
    });
    expect(file.values).toEqual([
      {
        line: 2,
        entity: "alpha",
        metric: "price_dollar",
        unit: "dollar",
        date: "2025-01-01",
        value: 1,
        replaces: null,
      },
      {
        line: 3,
        entity: "alpha",
        metric: "price_dollar",
        unit: "dollar",
        date: "2025-01-02",
        value: 3,
        replaces: 2,
      },
      {
        line: 7,
        entity: "beta",
        metric: "holding_addresses_count",
        unit: "count",
        date: "2025-01-03",
        value: 7,
        replaces: null,
      },
    ]);
    expect(file.refusedRows.map(({ line, kind }) => [line, kind])).toEqual([
      [5, "not a calendar date"],
      [6, "unknown asset or token"],
      [4, "contradicts an earlier row"],
    ]);
    const imported = (await store("new.csv", text)).files[0];
    const { rowsRead, rowsRefused, valuesAccepted, valuesUnchanged, refusals } = file;
    expect(imported).toMatchObject({ rowsRead, rowsRefused, valuesAccepted, valuesUnchanged, refusals });
  });

  it("reports that the file is already stored, and still compares it", async () => {
    const text = `${HEADER}alpha,price_dollar,2025-01-01,1\n`;
    await store("a.csv", text);
    await store("b.csv", `${HEADER}alpha,price_dollar,2025-01-01,2\n`);
    const { file, ok } = await check("again.csv", text);
    expect(ok).toBe(true);
    expect(file.storedAt).toMatch(/^\d{4}-\d\d-\d\d$/);
    expect(file).toMatchObject({ valuesReplaced: 1, values: [{ value: 1, replaces: 2 }] });
  });

  it("reports that the newest value is too old for current figures", async () => {
    const old = `${HEADER}alpha,price_dollar,2025-01-01,1\nalpha,price_dollar,2025-01-02,2\n`;
    const report = await check("old.csv", old);
    expect(report.file.outdatedSince).toBe("2025-01-02");
    expect(checkSummary(report)).toContain("newest value: 2025-01-02, more than 7 days ago");
    const stored = await store("old.csv", old);
    expect(importSummary(stored)).toContain("newest value: 2025-01-02, more than 7 days ago");
    const current = await check("new.csv", `${HEADER}alpha,price_dollar,2026-01-24,1\n`);
    expect(current.file.outdatedSince).toBeNull();
  });

  it("counts values that a preferred source keeps from being served", async () => {
    await declarePrecedence(test.store, generalPrecedence(["issuer"]));
    await store("issuer.csv", `${HEADER}alpha,price_dollar,2025-01-01,1\n`, { provider: "issuer" });
    const { file } = await check(
      "vendor.csv",
      `${HEADER}alpha,price_dollar,2025-01-01,2\nalpha,price_dollar,2025-01-02,2\n`,
      { provider: "vendor" },
    );
    expect(file).toMatchObject({ valuesAccepted: 2, valuesReplaced: 0, valuesNotPreferred: 1 });
  });

  it("checks investments without storing them", async () => {
    const text = "slug,name,opens_date\na-1,First,2025-01-01\nB 2,Second,2025-01-01\n";
    const before = await contents();
    const { file } = await check("offers.csv", text);
    expect(await contents()).toBe(before);
    expect(file).toMatchObject({
      content: "investment",
      valuesAccepted: 1,
      rowsRefused: 1,
      investments: [{ slug: "a-1", name: "First", status: "live", opensDate: "2025-01-01" }],
    });
  });

  it.each([
    ["an empty file", "empty.csv", "", "The file is empty: it has no header"],
    ["a header without rows", "header.csv", HEADER, "The file has a header but no rows"],
    ["NUL bytes", "nul.csv", "e\0n,m\0\n1,2\n", "The header has NUL characters"],
    ["a ZIP archive", "a.csv", "PK\x03\x04rest", "This is an Excel workbook or a ZIP archive"],
  ])("rejects %s as the import does", async (_, name, text, error) => {
    const { file, ok } = await check(name, text);
    expect(file.error).toContain(error);
    expect(ok).toBe(false);
  });

  it("reads a truncated gzip file up to the point of truncation", async () => {
    const rows = Array.from({ length: 5000 }, (_, i) => `alpha,price_dollar,2025-01-01,${i * 7919}\n`).join(
      "",
    );
    const { file, ok } = await check("cut.csv.gz", gzipSync(HEADER + rows).subarray(0, -200));
    expect(file.broken).toContain("truncated");
    expect(ok).toBe(false);
  });
});

describe("the proposed mapping", () => {
  const proposal = async (name: string, text: string) => {
    const { file } = await check(name, text);
    return file.proposal;
  };

  it("is accepted by the dry run that follows", async () => {
    const text = `Alpha Fund
Day;Ticker;Chain;NAV;Holders;Remark
31.12.2025;alpha;ethereum;1.234,5;12;ok
30.12.2025;alpha;ethereum;n/a;13;ok
`;
    const found = await proposal("vendor.csv", text);
    expect(found?.mapping).toEqual({
      skipLines: 1,
      date: "Day",
      dateFormat: "DD.MM.YYYY",
      entity: { column: "Ticker", network: "Chain" },
      metrics: { NAV: "net_asset_value_dollar", Holders: "holding_addresses_count" },
      ignoreOtherColumns: true,
      decimal: ",",
      thousands: ".",
      missing: ["n/a"],
    });
    const { file, ok } = await check("vendor.csv", text, { mapping: found?.mapping });
    expect(ok).toBe(true);
    expect(file.values.map(({ entity, metric, value }) => [entity, metric, value])).toEqual([
      ["alpha-ethereum", "net_asset_value_dollar", 1234.5],
      ["alpha-ethereum", "holding_addresses_count", 12],
      ["alpha-ethereum", "holding_addresses_count", 13],
    ]);
  });

  it("reads columns of assets, the metric and the entity from names of files", async () => {
    const wide = await proposal("price.csv", "Date,alpha,beta\n2025-01-01,1,2\n");
    expect(wide?.mapping).toEqual({
      date: "Date",
      metric: "price_dollar",
      entities: { alpha: "alpha", beta: "beta" },
    });
    const single = await proposal("alpha.csv", "Date,Price\n2025-01-01,1\n");
    expect(single?.mapping).toMatchObject({ entity: { asset: "alpha" }, metrics: { Price: "price_dollar" } });
  });

  it("is made beside a few invalid dates and values, which the dry run then rejects", async () => {
    const rows = Array.from({ length: 12 }, (_, i) => `${10 + i}.12.2025;${i},5\n`).join("");
    const found = await proposal("alpha.csv", `Day;Price\n31.02.2025;1\n${rows}23.12.2025;error\n`);
    expect(found?.mapping).toMatchObject({
      dateFormat: "DD.MM.YYYY",
      decimal: ",",
      metrics: { Price: "price_dollar" },
    });
  });

  it("finds a column of assets under any name, and points that separate thousands beside decimal commas", async () => {
    const rows = ["05.01.2026;beta;1,25", "06.01.2026;alpha;1.234.567,50", "07.01.2026;unknown fund;2,5"];
    const found = await proposal("export.csv", `Datum;Fonds;NAV (USD)\n${rows.join("\n")}\n`);
    expect(found?.mapping).toMatchObject({
      entity: { column: "Fonds" },
      metrics: { "NAV (USD)": "net_asset_value_dollar" },
      decimal: ",",
      thousands: ".",
    });
  });

  it("leaves settings open that the file does not determine, so that no import accepts it", async () => {
    const found = await proposal("x.csv", "Date,Prce\n01/02/2025,1\n");
    expect(found?.notes).toContainEqual({
      text: "Days and months can be read in either order: choose the date format.",
      missing: "dateFormat",
    });
    expect(found?.columns[1]).toMatchObject({ name: "Prce", use: "none", suggestions: ["price_dollar"] });
    await expect(check("x.csv", "Date,Prce\n01/02/2025,1\n", { mapping: found?.mapping })).rejects.toThrow(
      "The mapping is invalid",
    );
  });

  it("is printed with the reason for rejection", async () => {
    const report = await check("alpha.csv", "Date,Price\n2025-01-01,1\n");
    const summary = checkSummary(report);
    expect(summary).toContain("alpha.csv: would be rejected. The file has no column");
    expect(summary).toContain('"Price": "price_dollar"');
    expect(summary).toContain("Nothing was stored.");
  });
});
