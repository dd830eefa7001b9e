import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { levelParts } from "#domain/metrics";
import { type Field, ledgerResources, loansResource } from "#domain/resources";
import { columnType } from "./columnType";
import { type MarketStore, openMarketStore } from "./marketStore";
import { alignTables, migrateMarketStore } from "./migrateMarketStore";

let folder: string;
let store: MarketStore;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "cadastre-align-"));
  store = await openMarketStore({ url: null, folder });
  await migrateMarketStore(store);
});
afterEach(async () => {
  await store.close();
  await rm(folder, { recursive: true, force: true });
});

const columnsOf = async (table: string) =>
  (
    await store.rows<{ name: string; type: string }>(
      "SELECT name, type FROM system.columns WHERE database = currentDatabase() AND table = {table:String} ORDER BY position",
      { table },
    )
  ).map(({ name, type }) => `${name} ${type}`);
const like = (field: Partial<Field> & { name: string }): Field => ({
  ...(loansResource.fields.find(({ name }) => name === "sector") as Field),
  ...field,
});

it("gives every ledger table the columns of its description, in their order", async () => {
  for (const { table, fields } of ledgerResources) {
    expect(await columnsOf(table)).toEqual([
      ...fields.map((field) => `${field.name} ${columnType(field)}`),
      "version UInt64",
      "source_id UInt32",
      "edition UInt32",
    ]);
  }
});

it("adds new columns of a description once, records the step, and preserves every row", async () => {
  const recorded = () => store.compactRows("SELECT name FROM migrations WHERE id = 0 ORDER BY at, name");
  const before = await recorded();
  await store.insert("loans", [{ id: 7, name: "Seven", issued_date: "2024-05-01", version: 1 }]);
  const [first, ...others] = loansResource.fields;
  const described = {
    ...loansResource,
    fields: [
      first as Field,
      like({ name: "tranche", type: "string", nullable: true }),
      ...others,
      like({ name: "covenants", type: "strings", nullable: false }),
    ],
  };
  for (const _ of [1, 2]) await alignTables(store, [described]);
  expect((await columnsOf("loans"))[1]).toBe("tranche Nullable(String)");
  expect(await store.compactRows("SELECT id, name, tranche, covenants FROM loans FINAL")).toEqual([
    [7, "Seven", null, []],
  ]);
  expect((await recorded()).slice(before.length)).toEqual([
    ["ALTER TABLE loans ADD COLUMN IF NOT EXISTS tranche Nullable(String) AFTER id"],
    ["ALTER TABLE loans ADD COLUMN IF NOT EXISTS covenants Array(String) AFTER is_sample"],
  ]);
  // A column that is no longer described remains, with its values.
  await alignTables(store, [loansResource]);
  expect(await columnsOf("loans")).toContain("tranche Nullable(String)");
});

it("adds missing look-backs of the latest values, and their weights", async () => {
  await store.run("ALTER TABLE entity_metrics DROP COLUMN val_30d, DROP COLUMN w_val_30d");
  await migrateMarketStore(store);
  const columns = await columnsOf("entity_metrics");
  const described = levelParts.map((part) => `${part} Nullable(Float64)`);
  expect(columns.filter((column) => column.startsWith("val"))).toEqual(described);
  expect(columns.filter((column) => column.startsWith("w_"))).toEqual(
    described.map((column) => `w_${column}`),
  );
});

it("rejects a change of a column's type", async () => {
  const described = {
    ...loansResource,
    fields: loansResource.fields.map((field) =>
      field.name === "interest_rate_percent" ? { ...field, nullable: true } : field,
    ),
  };
  await expect(alignTables(store, [described])).rejects.toThrow(
    "The column interest_rate_percent of the table loans is Float64 and described as Nullable(Float64).",
  );
});
