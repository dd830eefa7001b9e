/** One filter has one meaning: records of the people store and market data select the same rows. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { type SQL, sql } from "drizzle-orm";
import { pgTable, text } from "drizzle-orm/pg-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { InvalidError } from "#domain/errors";
import { type Filter, type FilterValue, filterOperatorsOf, type Operator } from "#domain/query";
import { type RecordFieldType, type RecordType, recordField, recordTypeOf } from "#domain/records";
import { type MarketStore, openMarketStore, openPeopleStore, type PeopleStore } from "#stores";
import { recordCondition } from "../../src/accounts/records/recordCondition";
import { compileFilter } from "../../src/market/query/compileFilter";
import type { FilterTarget } from "../../src/market/query/filterTarget";
import { SqlBinder } from "../../src/market/sql/sqlBinder";

type Kind = Extract<RecordFieldType, "number" | "string" | "boolean" | "datetime" | "strings">;

/** Row number → value of the field, by type. */
const stored: Readonly<Record<Kind, readonly (string | number | boolean | null | readonly string[])[]>> = {
  number: [null, 0, 1, 5],
  string: [null, "", "a_b", "aXb", "100% gold", "back\\slash", "it's"],
  boolean: [null, true, false],
  datetime: [
    null,
    "2026-01-30 23:59:59.999",
    "2026-01-31 00:00:00.000",
    "2026-01-31 12:00:00.000",
    "2026-01-31 18:30:00.000",
    "2026-02-01 00:00:00.000",
  ],
  strings: [[], ["a"], ["a", "b"], ["c"]],
};

const columns = {
  number: { postgres: "int", clickhouse: "Nullable(Int32)" },
  string: { postgres: "text", clickhouse: "Nullable(String)" },
  boolean: { postgres: "boolean", clickhouse: "Nullable(Bool)" },
  datetime: { postgres: "timestamptz", clickhouse: "Nullable(DateTime64(3, 'UTC'))" },
  strings: { postgres: "text[]", clickhouse: "Array(String)" },
} as const;

/** Lists are bound by their column. */
const listColumn = pgTable("stored", { field: text("field").array() }).field;

const kinds = Object.keys(stored) as Kind[];
const folder = mkdtempSync(path.join(tmpdir(), "cadastre-filters-"));
let market: MarketStore;
let people: PeopleStore;

beforeAll(async () => {
  market = await openMarketStore({ url: null, folder: path.join(folder, "market") });
  people = await openPeopleStore({ url: null, folder: "memory://" });
});
afterAll(async () => {
  await market.close();
  await people.close();
  rmSync(folder, { recursive: true });
});

const quote = (text: string) => `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
const literal = (value: unknown): string =>
  value === null
    ? "NULL"
    : Array.isArray(value)
      ? `[${value.map(literal).join(", ")}]`
      : typeof value === "string"
        ? quote(value)
        : String(value);

/** Row numbers that match in the market store. */
async function marketRows(kind: Kind, filter: Filter): Promise<number[]> {
  const binder = new SqlBinder();
  const target: FilterTarget = {
    sql: "field",
    type: kind,
    values: null,
    nullable: kind !== "strings",
    sortable: true,
    reference: null,
  };
  const resolve = (name: string) => (name === "field" ? target : null);
  const condition = compileFilter(filter, { binder, resolve, names: new Map(), of: "rows" });
  const rows = stored[kind].map(
    (value, i) => `SELECT ${i} AS row, CAST(${literal(value)} AS ${columns[kind].clickhouse}) AS field`,
  );
  const found = await market.visitors.compactRows<[number]>(
    `SELECT row FROM (${rows.join(" UNION ALL ")}) WHERE ${condition} ORDER BY row`,
    binder.parameters,
  );
  return found.map(([row]) => row);
}

/** Row numbers that match in the people store. */
async function recordRows(kind: Kind, filter: Filter): Promise<number[]> {
  const type: RecordType = {
    ...recordTypeOf("users"),
    fields: [recordField({ name: "field", label: "Field", type: kind })],
  };
  const condition =
    recordCondition(type, { shown: () => (kind === "strings" ? listColumn : sql.raw("field")) }, filter) ??
    sql`true`;
  const rows = stored[kind].map((value, i): SQL => {
    const bound = Array.isArray(value)
      ? sql`array[${sql.join([sql`null::text`, ...value.map((one) => sql`${one}`)], sql`, `)}]`
      : sql`${typeof value === "string" && kind === "datetime" ? `${value}Z` : value}`;
    const cast = Array.isArray(value) ? sql`array_remove(${bound}, null)` : bound;
    return sql`select ${sql.raw(String(i))} as row, ${cast}::${sql.raw(columns[kind].postgres)} as field`;
  });
  const found = await people.db
    .select({ row: sql<number>`row` })
    .from(sql`(${sql.join(rows, sql` union all `)}) as stored`)
    .where(condition)
    .orderBy(sql`row`);
  return found.map(({ row }) => row);
}

/** The rows that both stores select, or the problem that both report. */
async function rowsOf(kind: Kind, filter: Filter) {
  const [records, figures] = await Promise.all(
    [recordRows, marketRows].map((read) =>
      read(kind, filter).catch((error) => {
        if (error instanceof InvalidError) return error.problems;
        throw error;
      }),
    ),
  );
  expect(records).toEqual(figures);
  return figures;
}

type Case = [operator: Operator, value: FilterValue, rows: number[]];

/** Expected rows by hand: every operator that fits the type, and its edge cases. */
const cases: Readonly<Record<Kind, readonly Case[]>> = {
  number: [
    ["equals", 1, [2]],
    ["equals", null, [0]],
    ["notEquals", 1, [0, 1, 3]],
    ["notEquals", null, [1, 2, 3]],
    ["in", [0, 5], [1, 3]],
    ["in", [null, 5], [0, 3]],
    ["in", [], []],
    ["not-in", [0, null], [2, 3]],
    ["not-in", [], [0, 1, 2, 3]],
    ["gt", 1, [3]],
    ["gte", 1, [2, 3]],
    ["lt", 1, [1]],
    ["lte", 1, [1, 2]],
  ],
  string: [
    ["equals", "a_b", [2]],
    ["equals", "", [1]],
    ["notEquals", "a_b", [0, 1, 3, 4, 5, 6]],
    ["in", ["", "it's", null], [0, 1, 6]],
    ["not-in", ["", "it's"], [0, 2, 3, 4, 5]],
    ["like", "a_b", [2]],
    ["like", "a%b", [2, 3]],
    ["like", "100\\% gold", [4]],
    ["like", "back\\\\slash", [5]],
    ["like", "back\\slash", [5]],
    ["ilike", "A%B", [2, 3]],
    ["notLike", "a%", [0, 1, 4, 5, 6]],
    ["startsWith", "a_", [2]],
    ["startsWith", "", [1, 2, 3, 4, 5, 6]],
    ["endsWith", "% gold", [4]],
    ["endsWith", "slash", [5]],
    ["endsWith", "_b", [2]],
  ],
  boolean: [
    ["equals", true, [1]],
    ["equals", null, [0]],
    ["notEquals", true, [0, 2]],
    ["in", [false, null], [0, 2]],
    ["not-in", [true], [0, 2]],
  ],
  datetime: [
    ["equals", "2026-01-31", [2, 3, 4]],
    ["equals", "2026-01-31T12:00Z", [3]],
    ["equals", null, [0]],
    ["notEquals", "2026-01-31", [0, 1, 5]],
    ["in", ["2026-01-30", "2026-01-31T18:30:00+00:00"], [1, 4]],
    ["not-in", ["2026-01-31", null], [1, 5]],
    ["before", "2026-01-31", [1]],
    ["onOrBefore", "2026-01-31", [1, 2, 3, 4]],
    ["after", "2026-01-31", [5]],
    ["onOrAfter", "2026-01-31", [2, 3, 4, 5]],
    ["before", "2026-01-31T12:00Z", [1, 2]],
    ["onOrBefore", "2026-01-31T12:00Z", [1, 2, 3]],
    ["after", "2026-01-31T12:00Z", [4, 5]],
    ["onOrAfter", "2026-01-31T12:00Z", [3, 4, 5]],
    ["gt", "2026-01-31", [5]],
    ["gte", "2026-01-31", [2, 3, 4, 5]],
    ["lt", "2026-01-31T13:00+01:00", [1, 2]],
    ["lte", "2026-01-31", [1, 2, 3, 4]],
    ["onOrBefore", "2299-12-31", [1, 2, 3, 4, 5]],
    ["after", "2299-12-31", []],
    ["after", "1900-01-01", [1, 2, 3, 4, 5]],
    ["before", "1900-01-01", []],
  ],
  strings: [
    ["includes", "a", [1, 2]],
    ["includes", ["a", "b"], [2]],
    ["includes", [], [0, 1, 2, 3]],
    ["not-includes", "a", [0, 3]],
    ["in", ["a", "c"], [1, 2, 3]],
    ["in", [], []],
    ["not-in", ["a"], [0, 3]],
  ],
};

describe.each(kinds)("a filter of a field of type %s", (kind) => {
  it("covers every operator", () => {
    const tested = new Set(cases[kind].map(([operator]) => operator));
    expect([...tested].sort()).toEqual([...filterOperatorsOf(kind)].sort());
  });

  it.each(cases[kind])("%s %j selects the rows %j in both stores", async (operator, value, rows) => {
    expect(await rowsOf(kind, { operator, field: "field", value })).toEqual(rows);
  });
});

const one = { operator: "equals", field: "field", value: 1 } as const;
const none = { operator: "or", filters: [] } as const;
it.each<[Filter, number[]]>([
  [none, [0, 1, 2, 3]],
  [{ operator: "and", filters: [] }, [0, 1, 2, 3]],
  [{ operator: "and", filters: [one, none] }, [2]],
  [{ operator: "or", filters: [one, none] }, [0, 1, 2, 3]],
  [{ operator: "or", filters: [one, { ...one, value: null }] }, [0, 2]],
  [
    {
      operator: "and",
      filters: [
        { ...one, operator: "notEquals" },
        { ...one, operator: "gte" },
      ],
    },
    [3],
  ],
])("the groups of %j select the rows %j in both stores", async (filter, rows) => {
  expect(await rowsOf("number", filter)).toEqual(rows);
});

it.each<[Kind, Operator, FilterValue, string]>([
  ["number", "gt", null, "filter.value"],
  ["number", "equals", [1], "filter.value"],
  ["number", "in", 1, "filter.value"],
  ["number", "like", "1", "filter.operator"],
  ["string", "like", 1, "filter.value"],
  ["string", "startsWith", null, "filter.value"],
  ["datetime", "after", "yesterday", "filter.value"],
  ["datetime", "in", ["2026-01-31", "2026-02-30"], "filter.value[1]"],
  ["datetime", "before", "1899-12-31", "filter.value"],
  ["strings", "in", "a", "filter.value"],
])("%s %s %j is rejected by both stores with the same message", async (kind, operator, value, at) => {
  expect(await rowsOf(kind, { operator, field: "field", value })).toEqual([
    { path: at, message: expect.any(String) },
  ]);
});
