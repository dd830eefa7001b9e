/** Filters and columns of tables, over all resources and the shipped catalog. */
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ResourceMeta } from "#domain/api";
import { parseQuery } from "#domain/query";
import { resources } from "#domain/resources";
import { firms } from "#domain/vocabulary";
import { readCatalog } from "#ingest";
import { listResource, resourceMeta } from "#market";
import { columnFields, filterFields } from "../../src/web/features/table/query/offeredFields";
import { offeredOperators } from "../../src/web/features/table/query/operatorWords";
import { namesQuery, optionsOf, optionsQuery } from "../../src/web/features/table/query/referenceOptions";
import { type MarketWorld, openMarketWorld } from "../support/marketWorld";

const root = path.resolve(import.meta.dirname, "../..");
const twice = (labels: readonly string[]) => labels.filter((label, at) => labels.indexOf(label) !== at);
const labelsOf = (offered: readonly { label: string }[]) => offered.map(({ label }) => label.toLowerCase());

describe.each(resources.map(({ slug }) => slug))("the fields of %s", (slug) => {
  const { fields }: ResourceMeta = resourceMeta(slug);

  test("are offered once under one name, as filters and as columns", () => {
    expect(twice(labelsOf(filterFields(fields)))).toEqual([]);
    expect(twice(labelsOf(columnFields(fields)))).toEqual([]);
  });

  test("have labels, not their names in data", () => {
    const technical = [...filterFields(fields), ...columnFields(fields)].filter(
      ({ field, label }) =>
        / (slugs?|id)$/i.test(label) && !["slug_aliases", "chain_id"].includes(field.name),
    );
    expect(technical.map(({ field }) => field.name)).toEqual([]);
  });

  test("have a list of values if they refer to an entity by its slug or code", () => {
    for (const { field } of filterFields(fields)) {
      if (field.refers_to === null || field.refers_to.field === "name") continue;
      const target = resources.find((resource) => resource.slug === field.refers_to?.resource);
      expect(target?.fields.map(({ name }) => name)).toContain(field.refers_to.field);
      expect(offeredOperators(field)).toEqual(["in", "not-in"]);
    }
  });
});

describe("the values of a filter", () => {
  let world: MarketWorld;
  beforeAll(async () => {
    world = await openMarketWorld((await readCatalog(path.join(root, "catalog"))).catalog);
  });
  afterAll(() => world.close());

  const ask = ({ resource, query }: ReturnType<typeof optionsQuery>) =>
    listResource(world.market, { resource, query: parseQuery(query) });

  /** Every reference that a filter form offers, each once. */
  const references = [
    ...new Map(
      resources
        .flatMap(({ slug }) => filterFields(resourceMeta(slug).fields))
        .flatMap(({ field: { refers_to: to } }) =>
          to === null || to.field === "name" ? [] : [[`${to.resource}.${to.field}`, to] as const],
        ),
    ).values(),
  ];

  test("include networks, platforms, firms, classes, countries and more", () => {
    expect(references.map(({ resource, field }) => `${resource}.${field}`).sort()).toEqual(
      [
        "asset_classes.slug",
        "assets.slug",
        "investments.slug",
        "issuers.group_name",
        "jurisdictions.country_code",
        "jurisdictions.slug",
        "managers.group_name",
        "networks.slug",
        "platforms.group_name",
        "platforms.slug",
        "pools.slug",
        "service_providers.slug",
        "tokens.slug",
        ...firms.map(({ resource }) => `${resource}.slug`),
      ].sort(),
    );
  });

  test.each(["networks", "platforms", "issuers"])(
    "of %s can all be found by typing their name",
    async (kind) => {
      const reference = { resource: kind, field: "slug" };
      const rows: { slug: string; name: string }[] = [];
      for (let page = 1; rows.length === (page - 1) * 100; page += 1) {
        const { results } = await ask({
          resource: kind,
          query: { fields: ["slug", "name"], pagination: { page, perPage: 100 } },
        });
        rows.push(...results.map((row) => ({ slug: String(row.slug), name: String(row.name) })));
        if (results.length === 0) break;
      }
      expect(rows.length).toBeGreaterThan(75);
      const missing: string[] = [];
      for (const { slug, name } of rows) {
        const { results } = await ask(optionsQuery(reference, name));
        const options = optionsOf(reference, results);
        if (!options.some(({ value, label }) => value === slug && label === name)) missing.push(name);
      }
      expect(missing).toEqual([]);
    },
  );

  test("have names, countries their own", async () => {
    const reference = { resource: "jurisdictions", field: "country_code" };
    const { results } = await ask(namesQuery(reference, ["US", "CH"]));
    const names = optionsOf(reference, results);
    expect(names.sort((a, b) => (a.value < b.value ? -1 : 1))).toEqual([
      { value: "CH", label: "Switzerland" },
      { value: "US", label: "United States" },
    ]);
  });
});
