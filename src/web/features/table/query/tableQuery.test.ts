import { expect, test } from "vitest";
import type { FieldMeta } from "#domain/api";
import { shownColumns, type TableSpec, tableFileUrl, tableQuery } from "./tableQuery";
import { totalsFields, totalsSplit } from "./totalsFields";

const field = (name: string, type: FieldMeta["type"] = "string"): FieldMeta => ({
  name,
  aliases: [],
  label: name,
  doc: "",
  type,
  unit: null,
  format: null,
  polarity: null,
  refers_to: null,
  values: null,
  nullable: false,
  operators: [],
  filterable: true,
  sortable: true,
  groupable: false,
  source: "catalog",
});

const fields = [
  field("id", "id"),
  field("slug", "slug"),
  field("name"),
  field("issuer_name"),
  field("issuer_slug", "slug"),
  field("price_dollar", "metric"),
  field("holding_addresses_count", "metric"),
];
const meta = { fields, limits: { max_per_page: 100 } };
const spec = {
  resource: "assets",
  columns: ["name", "issuer_name", "price_dollar"],
  filter: { field: "asset_class_slug", operator: "equals", value: "stocks" },
} satisfies TableSpec;

test("a page requests its columns, and the slugs for links", () => {
  expect(tableQuery(spec, { page: 2, sort: "-price_dollar" }, meta)).toEqual({
    filter: spec.filter,
    sort: { field: "price_dollar", direction: "desc" },
    fields: ["name", "issuer_name", "price_dollar", "issuer_slug", "slug"],
    pagination: { page: 2, perPage: 50 },
  });
});

test("a page has at most 100 rows, whatever its URL requests", () => {
  const narrow = { ...meta, limits: { max_per_page: 5_000 } };
  expect(tableQuery(spec, { perPage: 1_000_000 }, narrow).pagination?.perPage).toBe(100);
  expect(tableQuery(spec, { perPage: 75 }, narrow).pagination?.perPage).toBe(75);
});

test("a page with a cursor has no number, and two cursors are sent unchanged", () => {
  const paged = (search: object) => tableQuery(spec, search, meta).pagination;
  expect(paged({ after: "WyJ0", page: 4 })).toEqual({ after: "WyJ0", perPage: 50 });
  expect(paged({ before: "end", perPage: 25 })).toEqual({ before: "end", perPage: 25 });
  expect(paged({ after: "a", before: "b" })).toEqual({ after: "a", before: "b", perPage: 50 });
});

test("a file has every row, whatever the page", () => {
  const address = (search: object) =>
    tableFileUrl(spec, search, { columns: [], format: "csv", pathname: "/assets" });
  expect(address({ after: "WyJ0" })).toBe(address({}));
});

test("a page also requests the qualifying text of a column", () => {
  const known = [...fields, field("management_fee_percent", "number"), field("management_fee_terms")];
  const query = tableQuery({ ...spec, columns: ["management_fee_percent"] }, {}, { ...meta, fields: known });
  expect(query.fields).toEqual(["management_fee_percent", "management_fee_terms", "slug"]);
});

test("the page's own filter applies in addition to the reader's", () => {
  expect(tableQuery(spec, { filters: [["price_dollar", "gte", 5]], q: "gold" }, meta)).toMatchObject({
    search: "gold",
    filter: { operator: "and", filters: [spec.filter, { field: "price_dollar", operator: "gte", value: 5 }] },
  });
});

test("unknown columns are omitted", () => {
  expect(
    shownColumns(spec, { columns: "price_dollar,shoe_size" }, fields).map((column) => column.name),
  ).toEqual(["name", "price_dollar"]);
});

test("a file's query has no pagination", () => {
  const url = new URL(
    tableFileUrl(
      spec,
      { page: 3, sort: "name" },
      { columns: shownColumns(spec, {}, fields), format: "csv", pathname: "/stocks" },
    ),
    "https://x.example",
  );
  expect(url.pathname).toBe("/export/assets.csv");
  expect(JSON.parse(url.searchParams.get("query") ?? "")).toEqual({
    filter: spec.filter,
    sort: { field: "name", direction: "asc" },
    fields: ["name", "issuer_name", "price_dollar", "id", "ticker"],
  });
  expect(url.searchParams.get("subject")).toBe("stocks-assets");
});

const totals: TableSpec = {
  resource: "tokens",
  totals: { resource: "tokens", by: "network" },
  columns: ["name", "asset_count", "holding_addresses_count", "price_dollar"],
};

test("totals have unit metrics only by asset, token or listed instrument", () => {
  const metricsBy = (by: "network" | "asset" | "token") =>
    totalsFields(totalsSplit({ resource: "tokens", by }, {}), fields)
      .filter(({ type }) => type === "metric")
      .map(({ name }) => name);
  expect(metricsBy("network")).toEqual(["holding_addresses_count"]);
  expect(metricsBy("asset")).toEqual(["price_dollar", "holding_addresses_count"]);
  expect(metricsBy("token")).toEqual(["price_dollar", "holding_addresses_count"]);
});

test("totals request their groups, metrics and counts", () => {
  const split = totalsSplit({ resource: "tokens", by: "network" }, {});
  const shown = { ...meta, fields: totalsFields(split, fields) };
  expect(tableQuery(totals, { group: "standard", sort: "-asset_count", q: "x" }, shown)).toEqual({
    aggregate: { groupBy: "standard" },
    sort: { field: "asset_count", direction: "desc" },
    fields: ["holding_addresses_count"],
    pagination: { page: 1, perPage: 50 },
  });
  expect(tableQuery(totals, { group: "nonsense" }, shown).aggregate).toEqual({ groupBy: "network" });
  const columns = shownColumns(totals, {}, shown.fields);
  expect(columns.map(({ label }) => label)).toEqual(["Network", "Assets", "holding_addresses_count"]);
  const url = new URL(
    tableFileUrl(totals, {}, { columns, format: "csv", pathname: "/tokens/aggregates" }),
    "https://x.example",
  );
  expect(url.pathname).toBe("/export/tokens/aggregates.csv");
  expect(JSON.parse(url.searchParams.get("query") ?? "")).toEqual({
    aggregate: { groupBy: "network" },
    fields: ["holding_addresses_count"],
  });
});

test("totals with a fixed grouping ignore others", () => {
  expect(totalsSplit({ resource: "tokens", by: "platform", isFixed: true }, { group: "network" }).name).toBe(
    "platform",
  );
});

test("a page is never longer than the resource allows", () => {
  expect(tableQuery(spec, { perPage: 5_000 }, meta).pagination).toEqual({ page: 1, perPage: 100 });
});

test("a table with an unknown column does not compile", () => {
  const right: TableSpec[] = [
    {
      resource: "networks",
      columns: ["name", "price_dollar"],
      sort: { field: "token_count", direction: "desc" },
    },
    totals,
  ];
  // @ts-expect-error there is no such resource
  const resource: TableSpec = { resource: "network", columns: [] };
  // @ts-expect-error networks have no such field
  const column: TableSpec = { resource: "networks", columns: ["nmae"] };
  // @ts-expect-error networks have no such field
  const sort: TableSpec = { resource: "networks", columns: [], sort: { field: "nmae", direction: "asc" } };
  // @ts-expect-error groups of tokens have no symbol
  const total: TableSpec = { ...totals, columns: ["symbol"] };
  expect([...right, resource, column, sort, total]).toHaveLength(6);
});
