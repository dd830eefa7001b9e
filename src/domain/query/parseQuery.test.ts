import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { InvalidError } from "../errors/errors";
import { parseQuery, parseQueryText } from "./parseQuery";
import type { Filter } from "./query";

const leaf = { operator: "equals", field: "id", value: 1 } as const;
const nested = (depth: number): Filter =>
  depth === 0 ? leaf : { operator: "and", filters: [nested(depth - 1)] };

function problemsOf(run: () => unknown): readonly string[] {
  try {
    run();
  } catch (error) {
    if (error instanceof InvalidError) return error.problems.map((p) => p.path);
    throw error;
  }
  return [];
}

describe("a query", () => {
  test("may leave everything out", () => {
    const empty = {
      filter: null,
      sort: null,
      pagination: { page: 1, perPage: null, cursor: null },
      aggregate: null,
      fields: null,
      search: null,
      isPaged: false,
    };
    for (const raw of [undefined, null, {}, { filter: {} }, { filter: null, sort: null }]) {
      expect(parseQuery(raw)).toEqual(empty);
    }
    expect(parseQueryText("")).toEqual(empty);
    expect(parseQueryText(undefined)).toEqual(empty);
  });

  test("preserves its input", () => {
    expect(
      parseQuery({
        filter: { operator: "or", filters: [leaf] },
        sort: { field: "name", direction: "" },
        pagination: { page: "2", perPage: 10 },
        aggregate: { groupBy: "network", interval: "week" },
        search: "  gold ",
      }),
    ).toMatchObject({
      filter: { operator: "or", filters: [leaf] },
      sort: { field: "name", direction: "" },
      pagination: { page: 2, perPage: 10 },
      aggregate: { groupBy: "network", interval: "week" },
      search: "gold",
      isPaged: true,
    });
  });

  test("is bounded in depth, conditions and values", () => {
    expect(parseQuery({ filter: nested(8) }).filter).toEqual(nested(8));
    expect(problemsOf(() => parseQuery({ filter: nested(9) }))).toEqual([`filter${".filters[0]".repeat(8)}`]);
    const leaves = (n: number) => ({
      filter: { operator: "and", filters: Array.from({ length: n }, () => leaf) },
    });
    expect(problemsOf(() => parseQuery(leaves(200)))).toEqual([]);
    expect(problemsOf(() => parseQuery(leaves(201)))).toEqual(["filter.filters"]);
    const values = (n: number) => ({
      filter: { operator: "in", field: "id", value: Array.from({ length: n }, (_, i) => i) },
    });
    expect(problemsOf(() => parseQuery(values(1000)))).toEqual([]);
    expect(problemsOf(() => parseQuery(values(1001)))).toEqual(["filter.value"]);
    expect(problemsOf(() => parseQueryText(JSON.stringify({ search: "x".repeat(40_000) })))).toEqual([
      "query",
    ]);
  });

  test.each<[unknown, string[]]>([
    [[], ["query"]],
    ["text", ["query"]],
    [{ filter: [] }, ["filter"]],
    [{ filter: { operator: "and" } }, ["filter.filters"]],
    [
      { filter: { operator: "xor", filters: [] } },
      ["filter.operator", "filter.field", "filter.value", "filter.filters"],
    ],
    [{ filter: { operator: "equals", field: "id" } }, ["filter.value"]],
    [{ filter: { operator: "equals", field: "id", value: { a: 1 } } }, ["filter.value"]],
    [
      { filter: { operator: "and", filters: [leaf, { ...leaf, operator: "=" }] } },
      ["filter.filters[1].operator"],
    ],
    [{ sort: { field: "id", direction: "up" } }, ["sort.direction"]],
    [{ pagination: { page: 0 } }, ["pagination.page"]],
    [{ pagination: { page: 1.5, perPage: "x" } }, ["pagination.page", "pagination.perPage"]],
    [{ aggregate: { interval: "hour", groupby: "x" } }, ["aggregate.interval", "aggregate.groupby"]],
    [{ order: 1 }, ["order"]],
  ])("%j is rejected at %j", (raw, paths) => {
    expect(problemsOf(() => parseQuery(raw))).toEqual(paths);
  });

  test.each<[unknown, string]>([
    [{ pagination: { page: 0 } }, "pagination.page: must be a whole number from 1 to 1,000,000"],
    [{ pagination: { perPage: -5 } }, "pagination.perPage: must be a whole number from 1 to 1,000,000"],
    [{ pagination: [] }, "pagination: must be an object"],
    [{ sort: "name" }, "sort: must be an object"],
    [{ sort: { direction: "asc" } }, "sort.field: is required"],
    [{ sort: { field: "id", direction: "ASC" } }, "sort.direction: must be one of asc, desc"],
    [{ aggregate: { groupBy: "" } }, "aggregate.groupBy: must not be empty"],
    [{ aggregate: { groupBy: 5 } }, "aggregate.groupBy: must be a string"],
    [{ aggregate: { interval: "hour" } }, "aggregate.interval: must be one of day, week, month, year"],
    [
      { feilds: ["name"] },
      "feilds: unknown property; use filter, sort, pagination, aggregate, fields, search",
    ],
    [{ sort: { field: "id", order: "asc" } }, "sort.order: unknown property; use field, direction"],
    [{ pagination: { limit: 5 } }, "pagination.limit: unknown property; use page, perPage, after, before"],
    [{ fields: "name" }, "fields: must be a list"],
    [{ fields: [1] }, "fields[0]: must be a string"],
    [{ search: "x".repeat(201) }, "search: must have at most 200 characters"],
    [{ filter: { ...leaf, field: "" } }, "filter.field: must name a field"],
    [{ filter: { ...leaf, value: "x".repeat(1_001) } }, "filter.value: must have at most 1,000 characters"],
  ])("%j is rejected with a message that states the valid form", (raw, words) => {
    expect(() => parseQuery(raw)).toThrow(words);
  });

  test("any value is either parsed or rejected as invalid", () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), (raw) => {
        for (const input of [raw, { filter: raw }, { sort: raw }, { pagination: raw }, { aggregate: raw }]) {
          try {
            parseQuery(input);
          } catch (error) {
            expect(error).toBeInstanceOf(InvalidError);
            expect((error as InvalidError).problems.length).toBeGreaterThan(0);
          }
        }
      }),
      { numRuns: 300 },
    );
  });
});
