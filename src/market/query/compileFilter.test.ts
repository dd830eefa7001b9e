/** Any filter that fits is accepted by the engine and picks the rows that a plain evaluation picks. */
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { ResourceRow } from "#domain/api";
import { assetSchema } from "#domain/catalog";
import {
  type Filter,
  type FilterLeaf,
  type FilterValue,
  filterOperatorsOf,
  isFilterGroup,
  parseQuery,
} from "#domain/query";
import { assetsResource, fieldByName } from "#domain/resources";
import { type MarketWorld, openMarketWorld, worldCatalog } from "../../../tests/support/marketWorld";
import { randomFilters, randomFiltersLimit } from "../../../tests/support/randomFilters";
import { listResource } from "../listResource";

const names = [
  "a",
  "A%b",
  "a_b",
  "aXb",
  "100% gold",
  "it's",
  'quote "q"',
  "back\\slash",
  "Zürich",
  "",
  "tab\tline\nend",
];
const pick = <T>(from: readonly T[], i: number): T => from[i % from.length] as T;

let world: MarketWorld;
let rows: readonly ResourceRow[];

beforeAll(async () => {
  const assets = Array.from({ length: 60 }, (_, i) =>
    assetSchema.parse({
      ...worldCatalog.assets[0],
      id: 5000 + i,
      slug: `asset-${i}`,
      name: pick(names, i) || "blank",
      ticker: pick(["T", "USD", "%", "_"], i),
      asset_class: pick(["treasuries", "stablecoins", "stocks"], i),
      platform: pick(["ondo", null, "securitize"], i),
      is_investable: pick([true, null, false, true], i),
      inception_date: pick([null, "2024-01-31", "2024-02-01", "2020-02-29"], i),
      minimum_investment_dollar: pick([null, 0, 0.1, 5000, 1e9], i),
      denomination: pick(["USD", null, "XAU"], i),
    }),
  );
  const tokens = assets.flatMap((asset, i) =>
    pick([[], ["ethereum"], ["ethereum", "base"], ["polygon"]], i).map((network, n) => ({
      ...(worldCatalog.tokens[0] as (typeof worldCatalog.tokens)[number]),
      id: 9000 + i * 2 + n,
      asset: asset.slug,
      network,
    })),
  );
  world = await openMarketWorld({ ...worldCatalog, assets, tokens });
  await world.entityMetrics(
    assets.flatMap(({ id }, i) =>
      i % 3 === 0
        ? []
        : [
            {
              type: "asset" as const,
              id,
              metric: "holders",
              val: i,
              past: [i - 5, pick([null, 0, 7], i), null] as const,
            },
          ],
    ),
  );
  rows = (
    await listResource(world.market, {
      resource: "assets",
      query: parseQuery({ pagination: { perPage: 100 } }),
    })
  ).results;
});
afterAll(() => world.close());

/** A plain TypeScript evaluation of a filter. */
function holds(row: ResourceRow, filter: Filter): boolean {
  if (isFilterGroup(filter)) {
    if (filter.filters.length === 0) return true;
    return filter.operator === "and"
      ? filter.filters.every((inner) => holds(row, inner))
      : filter.filters.some((inner) => holds(row, inner));
  }
  const negated: Partial<Record<string, FilterLeaf["operator"]>> = {
    notEquals: "equals",
    "not-in": "in",
    notLike: "like",
    "not-includes": "includes",
  };
  const positive = negated[filter.operator];
  if (positive !== undefined) return !holds(row, { ...filter, operator: positive });
  return matches(valueIn(row, filter.field), filter.operator, filter.value);
}

function valueIn(row: ResourceRow, field: string): unknown {
  const [name = "", part] = field.split(".");
  if (name === "holding_addresses_count")
    return (row[name] as Record<string, unknown> | undefined)?.[part ?? "val"] ?? null;
  return row[field];
}

function matches(actual: unknown, operator: string, value: FilterValue): boolean {
  if (Array.isArray(actual)) {
    const wanted = [value].flat();
    return operator === "in"
      ? wanted.some((v) => actual.includes(v))
      : wanted.every((v) => actual.includes(v));
  }
  if (operator === "in") return (value as readonly unknown[]).includes(actual);
  if (operator === "equals") return actual === value;
  if (actual === null || value === null) return false;
  const [a, b] = [actual as string & number, value as string & number];
  // `\%` and `\\` are escapes; every other character than `%` is literal.
  const like = (flags: string) =>
    new RegExp(
      `^${(String(b).match(/\\[\\%]|[\s\S]/gu) ?? [])
        .map((part) =>
          part === "%"
            ? "[\\s\\S]*"
            : part.replace(/^\\(?=[\\%])/, "").replace(/[.*+?^${}()|[\]\\]/g, "\\$&"),
        )
        .join("")}$`,
      flags,
    ).test(String(a));
  switch (operator) {
    case "gt":
    case "after":
      return a > b;
    case "gte":
    case "onOrAfter":
      return a >= b;
    case "lt":
    case "before":
      return a < b;
    case "lte":
    case "onOrBefore":
      return a <= b;
    case "like":
      return like("u");
    case "ilike":
      return like("iu");
    case "startsWith":
      return String(a).startsWith(b);
    case "endsWith":
      return String(a).endsWith(b);
    default:
      throw new Error(`unknown operator ${operator}`);
  }
}

const fields = [
  "id",
  "name",
  "ticker",
  "asset_class_id",
  "asset_class_slug",
  "protocol_id",
  "protocol_name",
  "is_investable",
  "inception_date",
  "minimum_investment_dollar",
  "denomination",
  "distribution",
  "network_ids",
  "network_slugs",
  "token_count",
  "holding_addresses_count",
  "holding_addresses_count.val_7d",
  "holding_addresses_count.chg_7d_amt",
  "holding_addresses_count.chg_30d_pct",
];
const typeOf = (field: string) => fieldByName(assetsResource, field)?.type ?? "number";
const texts = fc.oneof(
  fc.constantFrom(
    ...names,
    "%",
    "%a%",
    "A%",
    "_",
    "a_%",
    "\\",
    "%\\%",
    "%\\%%",
    "'",
    "treasuries",
    "Ondo",
    "USD",
    "distributed",
  ),
  fc.string({ maxLength: 6 }),
);
const valuesOf = (type: string): fc.Arbitrary<string | number | boolean> => {
  switch (type) {
    case "id":
    case "ids":
      return fc.oneof(
        fc.constantFrom(27, 28, 34, 10, 100001, 1, 3, 5003, 5059),
        fc.nat({ max: 4_294_967_295 }),
      );
    case "number":
      return fc.oneof(
        fc.integer({ min: -10, max: 70 }),
        fc.constantFrom(0.1, 5000, 1e9, 1e21, -0.5),
        fc.double({ noNaN: true, noDefaultInfinity: true }),
      );
    case "boolean":
      return fc.boolean();
    case "date":
      return fc.oneof(
        fc.constantFrom("2024-01-31", "2024-02-01", "2020-02-29"),
        fc
          .date({ min: new Date("1900-01-02"), max: new Date("2299-12-30"), noInvalidDate: true })
          .map((d) => d.toISOString().slice(0, 10)),
      );
    default:
      return texts;
  }
};

const leaves: fc.Arbitrary<FilterLeaf> = fc.constantFrom(...fields).chain((field) => {
  const type = typeOf(field);
  const isMany = type === "ids" || type === "strings";
  return fc.constantFrom(...filterOperatorsOf(type)).chain((operator) => {
    const one = valuesOf(type);
    const list = fc.array(isMany ? one : fc.option(one, { freq: 5 }), { maxLength: 5 });
    const isList = operator === "in" || operator === "not-in";
    const nullable = operator === "equals" || operator === "notEquals" ? fc.option(one, { freq: 6 }) : one;
    const value: fc.Arbitrary<FilterValue> = isList
      ? list
      : isMany
        ? fc.oneof(one, list as fc.Arbitrary<FilterValue>)
        : nullable;
    return value.map((v) => ({ operator, field, value: v }));
  });
});

const filters: fc.Arbitrary<Filter> = fc.letrec<{ filter: Filter }>((tie) => ({
  filter: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    leaves,
    fc.record({
      operator: fc.constantFrom("and" as const, "or" as const),
      filters: fc.array(tie("filter"), { maxLength: 4 }),
    }),
  ),
})).filter;

test(
  "any filter picks the rows that a plain evaluation picks",
  async () => {
    expect(rows).toHaveLength(60);
    await fc.assert(
      fc.asyncProperty(filters, async (filter) => {
        const query = parseQuery({
          filter,
          sort: { field: "id", direction: "asc" },
          pagination: { perPage: 100 },
          fields: ["id"],
        });
        const { results, pagination } = await listResource(world.market, { resource: "assets", query });
        const expected = rows.filter((row) => holds(row, filter)).map((row) => Number(row.id));
        expect(results.map((row) => row.id)).toEqual(expected.sort((a, b) => a - b));
        expect(pagination.resultCount).toBe(expected.length);
      }),
      { numRuns: randomFilters },
    );
  },
  randomFiltersLimit,
);
