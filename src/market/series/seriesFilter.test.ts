/** Filters over measures, days and listings select the same daily rows as a plain evaluation. */
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { metricById, metricByName } from "#domain/metrics";
import { type Filter, type FilterLeaf, isFilterGroup, parseQuery, type QueryInput } from "#domain/query";
import { type MarketWorld, openMarketWorld, wholeOf } from "../../../tests/support/marketWorld";
import { randomFilters, randomFiltersLimit } from "../../../tests/support/randomFilters";
import { metricSeries } from "../metricSeries";

const measures = ["bridged_token_value_dollar", "total_asset_value_dollar", "daily_mints_dollar"] as const;
const days = ["2026-01-30", "2026-01-31", "2026-02-01", "2026-02-02"];
const listings = [
  { id: 501, asset_slug: "ousg", network_id: 1, asset_class_id: 27 },
  { id: 502, asset_slug: "ousg", network_id: 3, asset_class_id: 27 },
  { id: 503, asset_slug: "buidl", network_id: 1, asset_class_id: 27 },
  { id: 504, asset_slug: "usdx", network_id: 1, asset_class_id: 28 },
  { id: wholeOf(1002), asset_slug: "gold-bar", network_id: null, asset_class_id: 37 },
];
/** Every row has its own power of two, so that a sum identifies its rows. */
const rows = measures.flatMap((measure, m) =>
  listings.flatMap((listing, l) =>
    days.flatMap((date, d) =>
      (m + l + d) % 4 === 0 ? [] : [{ ...listing, measure, date, value: 2 ** (l * days.length + d) }],
    ),
  ),
);

let world: MarketWorld;
beforeAll(async () => {
  world = await openMarketWorld();
  await world.daily(
    rows.map(({ id, measure, date, value }) => ({ metric: measure, listing: id, date, value })),
  );
});
afterAll(() => world.close());

type Row = (typeof rows)[number];

function holds(row: Row, filter: Filter): boolean {
  if (isFilterGroup(filter)) {
    if (filter.filters.length === 0) return true;
    return filter.filters[filter.operator === "and" ? "every" : "some"]((inner) => holds(row, inner));
  }
  const { operator, field, value } = filter;
  const actual =
    field === "measure_id"
      ? metricByName(row.measure)?.id
      : field === "measure_slug"
        ? row.measure
        : row[field as keyof Row];
  switch (operator) {
    case "equals":
      return actual === value;
    case "notEquals":
      return actual !== value;
    case "in":
      return (value as readonly unknown[]).includes(actual);
    case "not-in":
      return !(value as readonly unknown[]).includes(actual);
    case "onOrAfter":
      return String(actual) >= String(value);
    default:
      return String(actual) < String(value);
  }
}

const oneOf = <T extends string | number>(field: string, values: readonly T[]): fc.Arbitrary<FilterLeaf> =>
  fc.oneof(
    fc.record({
      field: fc.constant(field),
      operator: fc.constantFrom("equals" as const, "notEquals" as const),
      value: fc.constantFrom(...values),
    }),
    fc.record({
      field: fc.constant(field),
      operator: fc.constantFrom("in" as const, "not-in" as const),
      value: fc.array(fc.constantFrom(...values), { maxLength: 3 }),
    }),
  );
const leaves = fc.oneof(
  oneOf("measure_slug", measures),
  oneOf(
    "measure_id",
    measures.map((slug) => metricByName(slug)?.id ?? 0),
  ),
  oneOf("asset_slug", ["ousg", "buidl", "usdx", "gold-bar", "none"]),
  oneOf("network_id", [1, 3, 10]),
  oneOf("asset_class_id", [27, 28, 37]),
  oneOf("date", days),
  fc.record({
    field: fc.constant("date"),
    operator: fc.constantFrom("onOrAfter" as const, "before" as const),
    value: fc.constantFrom(...days),
  }),
);
const trees = fc.letrec<{ filter: Filter }>((tie) => ({
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
  "any filter selects the rows that a plain evaluation selects",
  async () => {
    const named: FilterLeaf = { operator: "in", field: "measure_slug", value: measures };
    await fc.assert(
      fc.asyncProperty(trees, async (tree) => {
        const filter: Filter = { operator: "and", filters: [named, tree] };
        const { results } = await metricSeries(world.market, {
          resource: "tokens",
          query: parseQuery({ filter, aggregate: { groupBy: "measure" } }),
        });
        const expected = new Map<string, number>();
        for (const row of rows) {
          if (!holds(row, filter)) continue;
          const at = `${row.measure} ${row.date}`;
          expected.set(at, (expected.get(at) ?? 0) + row.value);
        }
        const actual = results.flatMap(({ measure, points }) =>
          points.map(([date, value]): [string, number] => [`${metricById(measure.id)?.slug} ${date}`, value]),
        );
        expect(new Map(actual)).toEqual(expected);
      }),
      { numRuns: randomFilters },
    );
  },
  randomFiltersLimit,
);

test.each(["constructor", "toString", "__proto__"])(
  "%s, a property of every object, is not a field",
  async (field) => {
    const named = { operator: "equals", field: "measure_slug", value: measures[0] };
    const filter = { operator: "and", filters: [named, { operator: "equals", field, value: "1" }] };
    const response = metricSeries(world.market, {
      resource: "tokens",
      query: parseQuery({ filter } as QueryInput),
    });
    await expect(response).rejects.toMatchObject({ problems: [{ path: "filter.filters[1].field" }] });
  },
);
