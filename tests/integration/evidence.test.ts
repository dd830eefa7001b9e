/** Evidence as clients of the data API ask for it, from the files of a catalog to filtered rows. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { emptyCatalog, evidenceSchema, type Filter, parseQuery, type ResourceRow } from "#domain";
import { listResource, resourceMeta } from "#market";
import { asset } from "../../src/ingest/testSupport/catalogBuilder";
import { type MarketWorld, openMarketWorld } from "../support/marketWorld";

let next = 100_301;
const fact = (of: string, kind: string, extra: object) =>
  evidenceSchema.parse({
    id: next++,
    asset: of,
    kind,
    state: "known",
    document: "Report",
    publisher: "Firm",
    source: "https://example.org/report",
    ...extra,
  });

const catalog = {
  ...emptyCatalog,
  assets: [asset(100_101, "alpha"), asset(100_102, "beta"), asset(100_103, "gamma")],
  evidence: [
    fact("alpha", "credit_rating", { rating: "AA" }),
    fact("beta", "credit_rating", { state: "none" }),
    fact("alpha", "legal", { frameworks: ["us_1940_act"] }),
    fact("beta", "legal", { frameworks: ["us_regulation_d", "us_section_3c7"] }),
    fact("gamma", "incident", {
      incident_kind: "depeg",
      period_start: "2023-03-10",
      period_end: "2023-03-13",
      lowest_dollar: 0.88,
    }),
    fact("gamma", "corporate_action", { action_kind: "split", period_start: "2024-06-10" }),
    fact("gamma", "attestation", { attestor: "Firm", stated: "2025-05" }),
    fact("alpha", "eligibility", { countries_out: ["CU", "KP"] }),
    fact("beta", "eligibility", { countries_out: ["KP"] }),
  ],
};

describe("evidence over the data API", () => {
  let world: MarketWorld;
  beforeAll(async () => {
    world = await openMarketWorld(catalog);
  });
  afterAll(() => world.close());

  const rows = async (resource: string, query: object): Promise<readonly ResourceRow[]> =>
    (await listResource(world.market, { resource, query: parseQuery(query) })).results;
  const assetsWhere = async (filter: Filter) =>
    (await rows("assets", { filter, sort: { field: "slug", direction: "asc" }, fields: ["slug"] })).map(
      ({ slug }) => slug,
    );

  test("assets are filtered by yes, no and unknown, each apart", async () => {
    const is = (value: boolean | null): Filter => ({ field: "has_credit_rating", operator: "equals", value });
    expect(await assetsWhere(is(true))).toEqual(["alpha"]);
    expect(await assetsWhere(is(false))).toEqual(["beta"]);
    expect(await assetsWhere(is(null))).toEqual(["gamma"]);
  });

  test("assets are filtered by the values of what is known", async () => {
    expect(
      await assetsWhere({ field: "regulatory_frameworks", operator: "in", value: ["us_section_3c7"] }),
    ).toEqual(["beta"]);
  });

  test("a country leaves out what is known to exclude it; what is unknown stays", async () => {
    const filter: Filter = { field: "excluded_countries", operator: "not-in", value: ["CU"] };
    expect(await assetsWhere(filter)).toEqual(["beta", "gamma"]);
    expect(await assetsWhere({ ...filter, operator: "in" })).toEqual(["alpha"]);
  });

  test("/meta says that countries are those of the jurisdictions, so that they can be offered by name", () => {
    const field = resourceMeta("assets").fields.find(({ name }) => name === "excluded_countries");
    expect(field?.refers_to).toMatchObject({ resource: "jurisdictions", field: "country_code" });
  });

  test("/meta offers these filters with the values that they take", () => {
    const { fields } = resourceMeta("assets");
    expect(fields.find(({ name }) => name === "has_credit_rating")).toMatchObject({
      type: "boolean",
      nullable: true,
      filterable: true,
    });
    const values = fields.find(({ name }) => name === "incident_kinds")?.values;
    expect(values).toContain("depeg");
  });

  test("events are found by kind and day, with their document", async () => {
    const events = await rows("evidence", {
      filter: {
        operator: "and",
        filters: [
          { field: "asset_slug", operator: "equals", value: "gamma" },
          { field: "kind", operator: "in", value: ["incident", "corporate_action"] },
          { field: "date", operator: "onOrAfter", value: "2023-01-01" },
        ],
      },
      sort: { field: "date", direction: "asc" },
      fields: ["kind", "date", "period_end", "statement", "publisher", "source_url"],
    });
    expect(events).toEqual([
      {
        id: 100_305,
        kind: "incident",
        date: "2023-03-10",
        period_end: "2023-03-13",
        statement: "Depeg; Lowest price: $0.88",
        publisher: "Firm",
        source_url: "https://example.org/report",
      },
      {
        id: 100_306,
        kind: "corporate_action",
        date: "2024-06-10",
        period_end: null,
        statement: "Split",
        publisher: "Firm",
        source_url: "https://example.org/report",
      },
    ]);
  });

  test("coverage is one page of rows", async () => {
    const all = await rows("evidence_coverage", {
      filter: { field: "field", operator: "equals", value: "has_credit_rating" },
      pagination: { page: 1, perPage: 1_000 },
      fields: ["asset_class_slug", "known_count", "none_count", "asset_count"],
    });
    expect(
      all.map(({ known_count, none_count, asset_count }) => [known_count, none_count, asset_count]),
    ).toEqual([
      [2, 1, 3],
      [2, 1, 3],
    ]);
  });
});
