import { createHash } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type MarketStore, openMarketStore } from "./marketStore";
import { migrateMarketStore } from "./migrateMarketStore";
import { marketMigrations } from "./schema";

let folder: string;
let store: MarketStore;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "cadastre-migrate-"));
  store = await openMarketStore({ url: null, folder });
});
afterEach(async () => {
  await store.close();
  await rm(folder, { recursive: true, force: true });
});

/** A store as the first version created it, with rows of that time. */
async function oldStore(): Promise<void> {
  await migrateMarketStore(
    store,
    marketMigrations.filter(({ id }) => id <= 2),
  );
  await store.run(
    `INSERT INTO observations SELECT 1 + number % 50, 1000 + number % 7, 70 + number % 3,
       toDate('1970-01-01') + (number * 13) % 20000, number % 2, number / 7, number % 5, number
     FROM numbers(20000)`,
  );
  await store.run(
    `INSERT INTO daily_metrics SELECT 70 + number % 3, 1 + number % 50, 1000 + number % 7,
       toDate('1970-01-01') + (number * 13) % 20000, number / 7, number % 2, number % 3 = 0, number % 5 = 0, number % 5, number
     FROM numbers(20000)`,
  );
  await store.run(
    `INSERT INTO entity_metrics (entity_type, entity_id, metric_id, as_of, val, val_7d, val_30d, val_90d, is_sample, version)
     SELECT 'asset', number, 71, toDate('2024-01-01') + number, number / 3, NULL, number, 1, 0, 1 FROM numbers(500)`,
  );
  await store.insert("quarantine", [
    {
      source_id: 1,
      file_name: "a.csv",
      line: 2,
      field: "date",
      reason: "no date",
      raw: "x",
      at: "2024-01-01 00:00:00.000",
    },
  ]);
}

const tables = {
  observations: "asset_id, token_id, metric_id, date, is_sample, value, source_id, version",
  daily_metrics:
    "metric_id, asset_id, token_id, date, value, carried, derived, is_sample, source_id, version",
  entity_metrics:
    "entity_type, entity_id, metric_id, as_of, val, val_7d, val_30d, val_90d, is_sample, version",
};
/** Every row of the fact tables, as text. */
const everyRow = async () =>
  Object.fromEntries(
    await Promise.all(
      Object.entries(tables).map(async ([table, columns]) => [
        table,
        (await store.bytes(`SELECT ${columns} FROM ${table} FINAL ORDER BY ALL`, "TSV")).toString(),
      ]),
    ),
  );
const leftovers = () => store.compactRows("SELECT name FROM system.tables WHERE name LIKE '%rewritten%'");

/** Hash of the statements of each released step: a store that has applied it never applies it again. */
const landed: Readonly<Record<number, string>> = {
  1: "93e399879a24a769",
  2: "238fab9bcd5b00b8",
  3: "8638b59be1d4fb2d",
  5: "dd5aec017bb30251",
  6: "594e036822d494f2",
  7: "83f3b6dcd1aa3cf6",
  8: "d37107593c4cff99",
  9: "d4f302d1d012d5f1",
  10: "c5601444077dbd9f",
  11: "1b9a65edd0da6c4c",
  12: "067f56a1fa2d8f31",
  13: "e6cc186b1526d1c9",
  14: "68f807ca6cc017b3",
  15: "303f176dcdb68293",
  16: "5831ae88dc24c13a",
  17: "734c27b06af37d8c",
  18: "55cc894f9e680482",
  19: "9477f5c320f0cc06",
  20: "7d62ab72e64603f9",
  21: "31669ab9a6cc442f",
  22: "976a17b2ec5ecc14",
  23: "5488df180ad848ec",
  24: "6b587820a22f1cf4",
  25: "491a61f2b3794902",
  26: "a2b6c9ada55cfc3c",
  27: "7ac9f0096e6ec80f",
  28: "36ec62ebb3de4bac",
};

it("has not changed released steps", () => {
  const hashOf = (statements: readonly string[]) =>
    createHash("sha256").update(statements.join(";").replaceAll(/\s+/g, " ")).digest("hex").slice(0, 16);
  const present = marketMigrations.map(({ id, statements }) => [id, hashOf(statements)]);
  expect(Object.fromEntries(present)).toEqual(landed);
});

describe("migrateMarketStore", () => {
  it("preserves every row of an old store, which then accepts days before 1970", async () => {
    await oldStore();
    const before = await everyRow();
    expect(before.observations?.split("\n").length).toBeGreaterThan(15_000);
    await migrateMarketStore(store);
    expect(await everyRow()).toEqual(before);
    expect(await leftovers()).toEqual([]);
    await store.insert("observations", [
      {
        asset_id: 1,
        token_id: 1,
        metric_id: 1,
        date: "1953-04-01",
        is_sample: false,
        value: 1,
        source_id: 1,
        version: 1,
      },
    ]);
    expect(await store.compactRows("SELECT min(date) FROM observations FINAL")).toEqual([["1953-04-01"]]);
    expect(await store.compactRows("SELECT kind, reason FROM quarantine")).toEqual([["no date", "no date"]]);
  });

  it.each([5, 15])("preserves every row if killed between any two statements of step %d", async (step) => {
    await oldStore();
    const before = await everyRow();
    await migrateMarketStore(
      store,
      marketMigrations.filter(({ id }) => id < step),
    );
    const rewrite = marketMigrations.find(({ id }) => id === step);
    const statements = rewrite?.statements ?? [];
    expect(statements.length).toBeGreaterThan(8);
    for (let done = 1; done < statements.length; done += 1) {
      for (const statement of statements.slice(0, done)) await store.run(statement);
      expect(await everyRow()).toEqual(before);
    }
    await migrateMarketStore(store);
    expect(await everyRow()).toEqual(before);
    expect(await leftovers()).toEqual([]);
  });

  it("preserves every row of the ledger if killed between any two statements of step 17", async () => {
    await migrateMarketStore(
      store,
      marketMigrations.filter(({ id }) => id < 17),
    );
    // A column that a description has gained.
    await store.run("ALTER TABLE transactions ADD COLUMN token_decimals Nullable(Float64)");
    await store.run(
      `INSERT INTO transactions (timestamp, id, network_id, token_decimals, version)
         SELECT '2026-01-01', toString(number % 80), number, number, number FROM numbers(100)`,
    );
    await store.run(
      "INSERT INTO investments (id, slug, version) VALUES (1, 'a', 1), (1, 'b', 2), (2, 'c', 1)",
    );
    await store.run(
      "INSERT INTO news (published_at, id, title, version) SELECT '2026-01-01', number, 'News', 1 FROM numbers(9)",
    );
    const everyLedgerRow = async () =>
      Promise.all(
        [
          "id, network_id, token_decimals FROM transactions",
          "id, slug FROM investments",
          "id, title FROM news",
        ].map(async (rows) => (await store.bytes(`SELECT ${rows} FINAL ORDER BY ALL`, "TSV")).toString()),
      );
    const before = await everyLedgerRow();
    expect(before.map((rows) => rows.split("\n").length)).toEqual([81, 3, 10]);
    const statements = marketMigrations.find(({ id }) => id === 17)?.statements ?? [];
    for (let done = 1; done < statements.length; done += 1) {
      await store.run(statements[done - 1] ?? "");
      expect(await everyLedgerRow()).toEqual(before);
    }
    await migrateMarketStore(store);
    expect(await everyLedgerRow()).toEqual(before);
    expect(await leftovers()).toEqual([]);
  });
});

describe("providers of observations", () => {
  const upTo = (id: number) =>
    migrateMarketStore(
      store,
      marketMigrations.filter((step) => step.id <= id),
    );

  it("become part of the key without losing rows, and earlier rows have no named provider", async () => {
    await oldStore();
    await upTo(12);
    const before = await everyRow();
    for (const statement of marketMigrations.find(({ id }) => id === 13)?.statements ?? []) {
      await store.run(statement);
      expect(await everyRow()).toEqual(before);
    }
    // Repeats the step, as after a kill before it was recorded.
    await migrateMarketStore(store);
    await store.run("OPTIMIZE TABLE observations FINAL");
    expect(await everyRow()).toEqual(before);
    const row = { asset_id: 1, token_id: 1, metric_id: 1, date: "2024-01-01", is_sample: false };
    await store.insert("observations", [
      { ...row, provider: "issuer", value: 1, source_id: 1, version: 1 },
      { ...row, provider: "vendor", value: 2, source_id: 2, version: 2 },
      { ...row, provider: "vendor", value: 3, source_id: 3, version: 3 },
    ]);
    await store.run("OPTIMIZE TABLE observations FINAL");
    expect(await store.compactRows("SELECT DISTINCT provider FROM observations WHERE asset_id != 1")).toEqual(
      [[""]],
    );
    expect(
      await store.compactRows("SELECT provider, value FROM observations WHERE token_id = 1 ORDER BY ALL"),
    ).toEqual([
      ["issuer", 1],
      ["vendor", 3],
    ]);
  });
});

describe("the ids that clients send", () => {
  it("replace the earlier ids in every table, without losing rows", async () => {
    await migrateMarketStore(
      store,
      marketMigrations.filter(({ id }) => id < 12),
    );
    await store.run(
      `INSERT INTO observations SELECT if(number % 2 = 0, 100079, 57), if(number % 2 = 0, 2000100079, 1001), 71,
         toDate32('2026-01-01') + number, 0, number, 1, 1 FROM numbers(10)`,
    );
    await store.run(
      `INSERT INTO daily_metrics SELECT 71, 100079, 100595, toDate32('2026-01-01') + number, number, 0, 0, 0, 1, 1
       FROM numbers(5)`,
    );
    await store.run(
      `INSERT INTO transactions (timestamp, id, network_id, asset_id) SELECT '2026-01-01', toString(number),
         [1, 100008, NULL][number + 1], [100079, 57, NULL][number + 1] FROM numbers(3)`,
    );
    await store.run(
      "INSERT INTO pools (id, protocol_id, network_id) VALUES (1, 105022, 1), (2, 105009, 100008), (3, 10, 3)",
    );
    await migrateMarketStore(store);
    const rows = (sql: string) => store.compactRows(sql);
    expect(
      await rows(
        "SELECT asset_id, token_id, toString(count()), sum(value) FROM observations GROUP BY 1, 2 ORDER BY 1",
      ),
    ).toEqual([
      [57, 1001, "5", 25],
      [25640, 2_000_025_640, "5", 20],
    ]);
    expect(
      await rows("SELECT asset_id, token_id, toString(count()) FROM daily_metrics GROUP BY 1, 2"),
    ).toEqual([[25640, 100595, "5"]]);
    expect(await rows("SELECT id, network_id, asset_id FROM transactions ORDER BY id")).toEqual([
      ["0", 1, 25640],
      ["1", 38, 57],
      ["2", null, null],
    ]);
    expect(await rows("SELECT id, protocol_id, network_id FROM pools ORDER BY id")).toEqual([
      [1, 3, 1],
      [2, 2, 38],
      [3, 10, 3],
    ]);
  });
});
