/** Invariants of every resource and of every kind of entity, including new ones. */
import { describe, expect, test } from "vitest";
import { catalogKinds, emptyCatalog } from "../catalog/schema";
import { evidenceKinds } from "../evidence/evidenceKinds";
import { type MetricSlug, metricByName, metrics } from "../metrics/catalogue";
import { allOf, isEqual } from "../query/filters";
import type { QueryInput } from "../query/query";
import { pagePermission } from "../screens/accessMatrix";
import { firmsWithPages } from "../vocabulary/firms";
import { indexCatalog } from "./catalogIndex";
import {
  type ColumnName,
  catalogResources,
  type FieldName,
  type QueryName,
  resourceByName,
  resources,
  type SeriesName,
} from "./catalogue";
import { type EntityKind, entities, entityOf, kindListedBy } from "./entities";
import { groupingByName, groupings, listingColumn } from "./groups";
import { type Field, fieldReferringTo, type Resource, siblingField } from "./resource";

const named = (resource: Resource, name: string): Field | undefined =>
  resource.fields.find((field) => field.name === name);
const twice = (names: readonly string[]) => names.filter((name, at) => names.indexOf(name) !== at);

test("a name that no metric, field or kind has does not compile", () => {
  const right: [MetricSlug, FieldName<"assets">, ColumnName<"networks">, EntityKind] = [
    "price_dollar",
    "protocol_name",
    "price_dollar",
    "platform",
  ];
  // @ts-expect-error no metric has this slug
  const metric: MetricSlug = "price_dolar";
  // @ts-expect-error assets have no such field
  const field: FieldName<"assets"> = "platform_name";
  // @ts-expect-error loans name a pool and no token
  const reference: FieldName<"loans"> = "token_slug";
  // @ts-expect-error rows of transactions carry no metrics
  const column: ColumnName<"transactions"> = "price_dollar";
  // @ts-expect-error on the wire it is a protocol, not in code
  const kind: EntityKind = "protocol";
  expect([...right, metric, field, reference, column, kind]).toHaveLength(9);
});

test("a query of a name that its resource does not have does not compile, wherever the name stands", () => {
  const right: QueryInput<QueryName<"assets">> = {
    filter: allOf(isEqual("protocol_name", "One"), {
      operator: "gt",
      field: "price_dollar.chg_30d_pct",
      value: 0,
    }),
    sort: { field: "price_dollar", direction: "desc" },
    fields: ["name", "price_dollar"],
  };
  // @ts-expect-error assets have no such field
  const fields: typeof right = { fields: ["name", "netwrok_slugs"] };
  // @ts-expect-error assets have no such field
  const sort: typeof right = { sort: { field: "nmae", direction: "asc" } };
  // @ts-expect-error assets have no such field
  const filter: typeof right = { filter: isEqual("platform_name", "One") };
  // @ts-expect-error the second part names a field that assets do not have
  const parts: typeof right = { filter: allOf(isEqual("name", "One"), isEqual("platform_name", "One")) };
  // @ts-expect-error no metric has such a part
  const part: QueryName<"assets"> = "price_dollar.chg_31d_pct";
  // @ts-expect-error rows of transactions carry no metrics
  const metric: QueryName<"transactions"> = "price_dollar.val";
  // @ts-expect-error series are of metrics of tokens
  const series: SeriesName = "measure";
  expect([right, fields, sort, filter, parts, part, metric, series]).toHaveLength(8);
});

test("names of resources, kinds and groupings mean one thing each", () => {
  expect(twice(resources.flatMap(({ slug, aliases }) => [slug, ...aliases]))).toEqual([]);
  expect(twice(resources.map(({ table }) => table))).toEqual([]);
  expect(twice(entities.map(({ kind }) => kind))).toEqual([]);
  expect(twice(entities.map(({ resource }) => resource))).toEqual([]);
  expect(twice(entities.flatMap(({ prefix, prefixAliases }) => [prefix, ...prefixAliases]))).toEqual([]);
  expect(twice(groupings.flatMap(({ name, aliases }) => [name, ...aliases]))).toEqual([]);
});

test("what null means is said by the data API alone", () => {
  const { fields } = resourceByName("assets") ?? { fields: [] };
  expect(fields.find(({ name }) => name === "is_investable")).toMatchObject({
    doc: "Whether open to new investors; null if unknown.",
    hint: "Whether open to new investors.",
  });
});

test("countries of evidence are those of the jurisdictions, by whose names they are shown", () => {
  const evidence = resourceByName("evidence");
  const assets = resourceByName("assets");
  const details = evidenceKinds.flatMap((kind) =>
    kind.details.flatMap(({ name, isCountry }) => (isCountry ? [{ name, kind }] : [])),
  );
  expect(details.length).toBeGreaterThan(0);
  for (const { name, kind } of details) {
    const lists = kind.lists.flatMap((list) => (list.detail === name ? [list.name] : []));
    const fields = [evidence && named(evidence, name), ...lists.map((list) => assets && named(assets, list))];
    for (const field of fields) {
      expect(field?.refersTo).toMatchObject({ entity: "jurisdiction", field: "country_code" });
    }
  }
});

describe.each(resources.map((resource) => [resource.slug, resource] as const))("%s", (_, resource) => {
  test("has fields of one name each", () => {
    const carried =
      resource.metricsOf === null ? [] : metrics.flatMap(({ slug, aliases }) => [slug, ...aliases]);
    const stats = resource.nestedStats.map(({ name }) => name);
    const names = resource.fields.flatMap(({ name, aliases }) => [name, ...aliases]);
    expect(twice([...names, ...carried, ...stats])).toEqual([]);
  });

  test("is described to readers of screens in their own words", () => {
    const shown = resource.fields.filter(({ exposed, type }) => exposed && !/^(id|ids|slug)$/.test(type));
    const wire = /\bnull\b|\bslugs?\b|\bids?\b(?! of)|\bISO (3166|639)|\btrue\b|`|\balias/i;
    const isForeign = ({ hint }: Field) => wire.test(hint.replace("chain id", ""));
    expect(shown.filter(isForeign).map(({ hint }) => hint)).toEqual([]);
  });

  test("is found by an id, and by a slug if it has one", () => {
    expect(named(resource, resource.idField)?.nullable).toBe(false);
    if (resource.slugField !== null) expect(named(resource, resource.slugField)?.type).toBe("slug");
    expect(resourceByName(resource.slug)).toBe(resource);
  });

  test("is searched by texts of its own", () => {
    // If a list had no search fields, every search would find everything.
    expect(resource.searchFields).not.toEqual([]);
    for (const name of [...resource.searchFields, ...resource.addressFields]) {
      expect(named(resource, name)?.type).toMatch(/^(string|slug)$/);
    }
  });

  test("has a default sort by a sortable field", () => {
    const { field } = resource.defaultSort;
    const isMetric = resource.metricsOf !== null && metricByName(field)?.slug === field;
    expect(isMetric || named(resource, field)?.sortable).toBe(true);
  });

  test("refers to what exists, in its own type", () => {
    for (const { name, type, refersTo } of resource.fields) {
      if (refersTo === null) continue;
      const target = resourceByName(refersTo.resource);
      const source = target && named(target, refersTo.field);
      expect([name, source?.name]).toEqual([name, refersTo.field]);
      const ones = { ids: ["id"], strings: ["slug", "string"] }[String(type)] ?? [type];
      expect([name, ones.includes(String(source?.type))]).toEqual([name, true]);
      expect(kindListedBy(refersTo.resource)).toBe(refersTo.entity);
    }
  });

  test("says so of every field that begins as references do", () => {
    const silent = resource.fields.filter(({ name, refersTo }) =>
      entities.some(
        ({ prefix, prefixAliases }) =>
          refersTo === null &&
          [prefix, ...prefixAliases].some((start) => /^_(id|slug|name)s?$/.test(name.replace(start, ""))),
      ),
    );
    expect(silent.map(({ name }) => name)).toEqual([]);
  });

  test("names an entity by parts that belong together", () => {
    for (const { name, refersTo } of resource.fields) {
      if (refersTo === null || refersTo.as === null) continue;
      expect(name === refersTo.as || name.startsWith(`${refersTo.as}_`)).toBe(true);
      const ofSameName = resource.fields.filter((field) => field.refersTo?.as === refersTo.as);
      expect(new Set(ofSameName.map((field) => field.refersTo?.entity)).size).toBe(1);
      const parts = ofSameName.map((field) => field.refersTo?.field ?? "");
      expect(twice(parts)).toEqual([]);
      if (refersTo.field === "name")
        expect(siblingField(resource, name, "slug")?.name).toBe(`${refersTo.as}_slug`);
    }
  });

  test("names its own rows as other rows name them", () => {
    if (resource.entity === null) return;
    for (const part of ["id", "slug", "name"]) {
      expect(fieldReferringTo(resource, resource.entity, part)?.name).toBe(part);
    }
  });

  test("nests totals by kinds that tokens have, of metrics that add up or have a weight", () => {
    for (const { by, metrics: nested } of resource.nestedStats) {
      expect(resource.entity).not.toBeNull();
      expect(listingColumn(by, "id")).toMatch(/^\w+$/);
      expect(nested.filter((slug) => metricByName(slug)?.slug !== slug)).toEqual([]);
    }
    expect(resource.metricAliases.filter((alias) => metricByName(alias) === undefined)).toEqual([]);
  });

  test("hides rows without known values by a named field", () => {
    if (resource.listedIfKnown !== null)
      expect(named(resource, resource.listedIfKnown)?.type).toBe("boolean");
  });
});

describe.each(entities.map((entity) => [entity.kind, entity] as const))("the %s", (kind, entity) => {
  test("is listed by a resource that knows of it", () => {
    const resource = resourceByName(entity.resource);
    expect(resource?.entity).toBe(kind);
    expect(resource?.slugField).toBe("slug");
    expect(resource?.metricsOf).toBe(entity.hasMetrics ? kind : null);
  });

  test("groups figures by a column of the tokens, or not at all", () => {
    if (entity.grouping === null) {
      expect(entity.hasMetrics).toBe(false);
      return;
    }
    expect(groupingByName(entity.grouping.name)?.entity).toBe(kind);
    expect(groupingByName(kind)?.entity).toBe(kind);
  });

  test("has a page at its slug with the permission of its rows, or the one declared for its kind of firm", () => {
    if (entity.page === null) return;
    expect(entity.page).toMatch(/^(\/[a-z_]+)?\/:slug$/);
    const firm = firmsWithPages.find((one) => one.kind === kind);
    expect(pagePermission(entity.page.replace(":slug", "one"))).toBe(
      firm?.pages.permission ?? resourceByName(entity.resource)?.permission,
    );
  });

  test("has a profile of its figures and of facts that it has, or none", () => {
    if (entity.profile === null) return;
    expect(entity.page).not.toBeNull();
    expect(entity.hasMetrics).toBe(true);
    const names = resourceByName(entity.resource)?.fields.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining([...entity.profile.facts]));
  });

  test("is searched by fields that it has, or not at all", () => {
    const { search } = entity;
    if (search === null) return;
    const resource = catalogResources.find(({ slug }) => slug === entity.resource);
    const fields: readonly string[] = resource?.fields.map(({ name }) => name) ?? [];
    const used = [search.label, ...search.sublabel, ...search.apart, ...search.keywords, ...search.addresses];
    expect(used.filter((name) => !fields.includes(name))).toEqual([]);
    expect(resource && fieldReferringTo<Field>(resource, search.leadsTo ?? kind, "slug")).toBeDefined();
    expect(entityOf(search.leadsTo ?? kind).page).not.toBeNull();
  });
});

describe("fields that can be unknown in the catalog", () => {
  /** Fields in the schemas. */
  const facts: Readonly<Record<string, unknown>> = {
    id: 1,
    slug: "one",
    name: "One",
    source: "https://example.com/facts",
    color: "#000000",
    country_code: "US",
    region: "asia",
    roles: ["bank"],
    ticker: "ONE",
    symbol: "ONE",
    asset_class: "stocks",
    distribution: "distributed",
    asset: "one",
    network: "one",
    address: "one",
    kind: "legal",
    state: "none",
    document: "Terms",
    publisher: "One",
    title: "Title",
    medium: "article",
    published: "2026-01-01T00:00:00Z",
  };
  /** A row with nothing else. */
  const bareRow = ({ shape }: (typeof catalogKinds)[keyof typeof catalogKinds]["schema"]) =>
    Object.fromEntries(
      Object.entries(shape).flatMap(([name, type]) => {
        if (type.safeParse(null).success) return [[name, null]];
        if (type.safeParse(undefined).success) return [];
        // Evidence and addresses have kinds of their own.
        const fact = [facts[name], "escrow"].find((one) => type.safeParse(one).success);
        return [[name, fact ?? facts[name]]];
      }),
    );
  const index = indexCatalog({
    ...emptyCatalog,
    ...Object.fromEntries(
      Object.entries(catalogKinds).map(([kind, { schema }]) => [kind, [schema.parse(bareRow(schema))]]),
    ),
  });

  test.each(catalogResources.map((resource) => [resource.slug, resource] as const))(
    "is nullable in %s, and nothing else is",
    (_, resource) => {
      const rows = resource.valuesOf(
        index,
        resource.fields.map(({ name }) => name),
      );
      expect(rows.length).toBeGreaterThan(0);
      const unknown = resource.fields.filter(({ name }) => rows.some((row) => row[name] === null));
      const nullable = resource.fields.filter((field) => field.nullable);
      expect(nullable.map(({ name }) => name)).toEqual(unknown.map(({ name }) => name));
    },
  );

  test.each(Object.entries(catalogKinds))("agrees with the schema of %s by name", (kind, { schema }) => {
    const resource = resourceByName(kind);
    for (const [name, type] of Object.entries(schema.shape)) {
      const field = resource && named(resource, name);
      if (field !== undefined) expect([name, field.nullable]).toEqual([name, type.safeParse(null).success]);
    }
  });
});
