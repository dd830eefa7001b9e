/** Evidence over the data API, from the files of a catalog to filtered rows. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ResourceRow } from "#domain/api";
import { emptyCatalog, evidenceSchema, jurisdictionSchema } from "#domain/catalog";
import { type Filter, isEqual, parseQuery } from "#domain/query";
import { aggregateResource, listResource, resourceMeta } from "#market";
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
  jurisdictions: [
    jurisdictionSchema.parse({
      id: 100_401,
      slug: "cuba",
      name: "Cuba",
      country_code: "CU",
      region: "latin_america",
      regulator: "Banco Central de Cuba",
      source: "https://example.org",
    }),
  ],
  assets: [asset(100_101, "alpha"), asset(100_102, "beta"), asset(100_103, "gamma")],
  evidence: [
    fact("alpha", "credit_rating", { rating: "AA" }),
    fact("beta", "credit_rating", { state: "none" }),
    fact("alpha", "legal", { frameworks: ["us_1940_act"], unit_forms: ["token", "book-entry"] }),
    fact("beta", "legal", { frameworks: ["us_regulation_d", "us_section_3c7"] }),
    fact("gamma", "incident", {
      incident_kind: "depeg",
      period_start: "2023-03-10",
      period_end: "2023-03-13",
      lowest_dollar: 0.88,
    }),
    fact("gamma", "corporate_action", { action_kind: "split", period_start: "2024-06-10" }),
    fact("gamma", "attestation", { attestor: "Firm", stated: "2025-05" }),
    fact("alpha", "attestation", {
      attestor: "Firm",
      period_end: "2020-01-31",
      report_frequency: "monthly",
      reserves_to_supply_percent: 101.5,
    }),
    fact("beta", "attestation", { period_end: "2190-01-31", report_frequency: "annual" }),
    fact("alpha", "eligibility", { countries_out: ["CU", "KP"] }),
    fact("beta", "eligibility", { countries_out: ["KP"] }),
    fact("gamma", "eligibility", { countries_in: ["US", "CA"] }),
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

  test("assets are filtered by whether the next attestation is overdue on the server's day", async () => {
    const is = (value: boolean | null): Filter => ({
      field: "is_attestation_overdue",
      operator: "equals",
      value,
    });
    expect(await assetsWhere(is(true))).toEqual(["alpha"]);
    expect(await assetsWhere(is(false))).toEqual(["beta"]);
    expect(await assetsWhere(is(null))).toEqual(["gamma"]);
    const [alpha] = await rows("assets", { filter: isEqual("slug", "alpha") });
    expect(alpha).toMatchObject({
      attestation_date: "2020-01-31",
      attestation_by: "Firm",
      attestation_frequency: "monthly",
      attestation_percent: 101.5,
      attestation_due_date: "2020-04-14",
      is_attestation_overdue: true,
    });
  });

  test("assets are filtered by form of custody", async () => {
    expect(await assetsWhere({ field: "unit_forms", operator: "in", value: ["book-entry"] })).toEqual([
      "alpha",
    ]);
  });

  test("assets are filtered by yes, no and unknown separately", async () => {
    const is = (value: boolean | null): Filter => ({ field: "has_credit_rating", operator: "equals", value });
    expect(await assetsWhere(is(true))).toEqual(["alpha"]);
    expect(await assetsWhere(is(false))).toEqual(["beta"]);
    expect(await assetsWhere(is(null))).toEqual(["gamma"]);
  });

  test("assets are filtered by known values", async () => {
    expect(
      await assetsWhere({ field: "regulatory_frameworks", operator: "in", value: ["us_section_3c7"] }),
    ).toEqual(["beta"]);
  });

  test("each asset is offered, excluded or unknown in a country; it is excluded outside the only countries where it is offered", async () => {
    const countries = (field: string, operator: "in" | "not-in" | "includes", ...value: string[]) =>
      assetsWhere({ field, operator, value });
    const unknown = (country: string) =>
      assetsWhere({
        operator: "and",
        filters: ["offered_countries", "excluded_countries"].map((field) => ({
          field,
          operator: "not-in" as const,
          value: [country],
        })),
      });
    expect(await countries("offered_countries", "in", "US")).toEqual(["gamma"]);
    expect(await countries("excluded_countries", "in", "US")).toEqual([]);
    expect(await unknown("US")).toEqual(["alpha", "beta"]);
    expect(await countries("excluded_countries", "in", "CU")).toEqual(["alpha", "gamma"]);
    expect(await countries("excluded_countries", "not-in", "CU")).toEqual(["beta"]);
    expect(await countries("excluded_countries", "in", "DE")).toEqual(["gamma"]);
    expect(await unknown("DE")).toEqual(["alpha", "beta"]);
    expect(await countries("excluded_countries", "in", "US", "CU")).toEqual(["alpha", "gamma"]);
    expect(await countries("excluded_countries", "includes", "US", "CU")).toEqual([]);
    expect(await countries("excluded_countries", "includes", "KP", "CU")).toEqual(["alpha", "gamma"]);
  });

  test("totals over assets and over tokens count a country as lists do", async () => {
    const filter: Filter = { field: "excluded_countries", operator: "in", value: ["DE"] };
    for (const resource of ["assets", "tokens"] as const) {
      const { results } = await aggregateResource(world.market, {
        resource,
        query: parseQuery({ filter, aggregate: { groupBy: "asset" }, fields: [] }),
      });
      expect(results.map(({ group }) => group?.slug)).toEqual(["gamma"]);
    }
  });

  test("a country is also accepted by its slug, name and lower-case code, and an unknown one is reported", async () => {
    const excluded = async (country: string) =>
      listResource(world.market, {
        resource: "assets",
        query: parseQuery({
          filter: { field: "excluded_countries", operator: "in", value: [country] },
          fields: ["slug"],
          sort: { field: "slug", direction: "asc" },
        }),
      });
    for (const country of ["cuba", "Cuba", "cu"]) {
      const { results } = await excluded(country);
      expect(
        results.map(({ slug }) => slug),
        country,
      ).toEqual(["alpha", "gamma"]);
    }
    expect((await excluded("Cubah")).warnings).toMatchObject([
      { message: 'no jurisdiction has the country_code "Cubah"' },
    ]);
    expect((await excluded("KI")).warnings ?? []).toEqual([]);
  });

  test("/meta declares countries as those of the jurisdictions, so that they can be offered by name", () => {
    const field = resourceMeta("assets").fields.find(({ name }) => name === "excluded_countries");
    expect(field?.refers_to).toMatchObject({ resource: "jurisdictions", field: "country_code" });
  });

  test("/meta lists these filters with their values", () => {
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
