import { expect, test } from "vitest";
import type { FieldMeta } from "#domain/api";
import type { FilterLeaf, QueryInput } from "#domain/query";
import { changedNode, draftOf, incomplete, isDraftGroup, newGroup, newLeaf, queryOf } from "./queryDraft";

const field = (name: string, type: FieldMeta["type"], nullable = true): FieldMeta => ({
  name,
  type,
  nullable,
  aliases: [],
  label: name,
  doc: "",
  unit: null,
  format: null,
  polarity: null,
  refers_to: null,
  values: null,
  operators: ["equals", "in"],
  filterable: true,
  sortable: true,
  groupable: false,
  source: "",
});
const fields = [
  field("name", "string"),
  field("holders", "metric"),
  field("is_investable", "boolean"),
  field("issuer_ids", "ids"),
  field("symbol", "string", false),
];

const deep: QueryInput = {
  filter: {
    operator: "or",
    filters: [
      { operator: "gt", field: "holders.chg_30d_pct", value: 1.5 },
      {
        operator: "and",
        filters: [
          { operator: "equals", field: "is_investable", value: true },
          { operator: "equals", field: "name", value: null },
          { operator: "in", field: "name", value: ["a", "b"] },
          {
            operator: "or",
            filters: [
              { operator: "equals", field: "another", value: 7 },
              { operator: "ilike", field: "name", value: "%x%" },
            ],
          },
        ],
      },
    ],
  },
  sort: { field: "name", direction: "asc" },
  pagination: { page: 2, perPage: 10 },
  fields: ["name", "holders"],
  search: "fund",
};
const series: QueryInput = {
  filter: {
    operator: "and",
    filters: [
      { operator: "in", field: "measure_slug", value: ["a", "b"] },
      { operator: "onOrAfter", field: "date", value: "2026-01-01" },
    ],
  },
  aggregate: {
    groupBy: "network",
    aggregateFunction: "sum",
    interval: "day",
    mode: "stock",
    groupLimit: 5,
  },
};

test.each([
  ["a nested filter of a list", deep, false],
  ["a series", series, true],
  ["a series of one metric", { filter: { operator: "equals", field: "measure_slug", value: "a" } }, true],
  ["nothing", {}, false],
] as const)("a draft of %s converts back to the same query", (_, query, picksMetrics) => {
  expect(queryOf(draftOf(query, { picksMetrics }), fields)).toEqual(query);
});

test("the metrics of a series are edited apart from the filter, unless the filter selects them in another form", () => {
  expect(draftOf(series, { picksMetrics: true })).toMatchObject({
    metrics: ["a", "b"],
    filter: { filters: [{ field: "date" }] },
  });
  const twice: QueryInput = {
    filter: {
      operator: "and",
      filters: [
        { operator: "equals", field: "measure_slug", value: "a" },
        { operator: "equals", field: "measure_slug", value: "b" },
      ],
    },
  };
  const draft = draftOf(twice, { picksMetrics: true });
  expect(draft.metrics).toEqual([]);
  expect(queryOf(draft, fields)).toEqual(twice);
});

const typed = (name: string, operator: FilterLeaf["operator"], words: string | readonly string[]) => {
  const leaf = { ...newLeaf({ name, operators: [operator] }), words };
  return queryOf({ ...draftOf({}, { picksMetrics: false }), filter: newGroup("and", [leaf]) }, fields).filter;
};

test.each([
  ["holders", "gte", "1000", 1000],
  ["holders", "gte", "many", "many"],
  ["holders.chg_7d_amt", "lt", "-2.5", -2.5],
  ["is_investable", "equals", "false", false],
  ["is_investable", "equals", "null", null],
  ["name", "equals", "null", null],
  ["symbol", "equals", "null", "null"],
  ["name", "equals", "42", "42"],
  ["name", "in", "a, b ,", ["a", "b"]],
  ["issuer_ids", "in", "1,2", [1, 2]],
  ["name", "in", ["x"], ["x"]],
] as const)(
  "the text for %s %s %j is converted to the type of the field: %j",
  (name, operator, words, value) => {
    expect(typed(name, operator, words)).toEqual({ operator, field: name, value });
  },
);

test("conditions without a value are found at any depth", () => {
  const blank = newLeaf({ name: "name", operators: ["in"] });
  const full = { ...newLeaf({ name: "name", operators: ["equals"] }), words: "x" };
  expect(incomplete(newGroup("and", [full, newGroup("or", [blank])]))).toEqual([blank.id]);
});

test("nodes are replaced or removed at any depth, and empty groups are omitted from the query", () => {
  const leaf = { ...newLeaf({ name: "name", operators: ["equals"] }), words: "x" };
  const root = newGroup("and", [newGroup("or", [leaf])]);
  const changed = changedNode(root, leaf.id, (node) => (isDraftGroup(node) ? node : { ...node, words: "y" }));
  const draft = draftOf({}, { picksMetrics: false });
  expect(queryOf({ ...draft, filter: changed }, fields).filter).toEqual({
    operator: "equals",
    field: "name",
    value: "y",
  });
  expect(queryOf({ ...draft, filter: changedNode(root, leaf.id, () => null) }, fields)).toEqual({});
});
