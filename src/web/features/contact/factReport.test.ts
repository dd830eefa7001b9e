import { expect, test } from "vitest";
import { metrics } from "#domain/metrics";
import { entities, fieldByName, metricsOfKind, resourceByName } from "#domain/resources";
import { readReportAddress, reportAddress, reportedRow, reportMessage } from "./factReport";

const fee = { kind: "asset", slug: "ousg", field: "management_fee_percent", about: 120744 } as const;

test("the address of a fact is parsed", () => {
  for (const fact of [
    fee,
    { kind: "issuer", slug: "ondo-i-lp", field: "legal_name", about: null },
    { kind: "asset", slug: "ousg", field: "price_dollar", about: null },
    { kind: "evidence", slug: "120744", field: "statement", about: null },
  ] as const) {
    expect(readReportAddress(reportAddress(fact))).toEqual(fact);
  }
});

test.each([
  undefined,
  "",
  "asset.ousg",
  "asset.ousg.no_such_field",
  "asset.ousg.constructor",
  "person.ousg.name",
  "asset.<script>.name",
  "asset.ousg.name.<b>",
  "evidence.ousg.statement",
  "network.ethereum.price_dollar",
  "evidence.120744.price_dollar",
  `asset.${"a".repeat(121)}.name`,
])("%o is rejected as the address of a fact", (text) => {
  expect(readReportAddress(text)).toBeNull();
});

test("an address names a fact if rows of the kind have a slug and the metric or field, and for no other pair", () => {
  const described = new Set([
    ...metrics.map(({ slug }) => slug as string),
    ...entities.flatMap(({ resource }) => resourceByName(resource)?.fields.map(({ name }) => name) ?? []),
  ]);
  for (const { kind, resource: name } of entities) {
    const resource = resourceByName(name);
    if (resource === undefined) throw new Error(`No resource ${name}`);
    const offered = new Set<string>(metricsOfKind(resource.metricsOf).map(({ slug }) => slug));
    const hasSlug = resource.fields.some((field) => field.name === "slug" && field.exposed);
    for (const field of described) {
      const isKnown = hasSlug && (offered.has(field) || fieldByName(resource, field)?.exposed === true);
      const fact = readReportAddress(`${kind}.a.${field}`);
      expect([kind, field, fact !== null]).toEqual([kind, field, isKnown]);
      if (fact === null) continue;
      for (const selected of reportedRow(fact).fields ?? []) {
        const isThere = offered.has(selected) || fieldByName(resource, selected)?.exposed === true;
        expect([kind, selected, isThere]).toEqual([kind, selected, true]);
      }
    }
  }
});

test("a report contains the asset, the field, the catalog's value and its lines", () => {
  const row = { id: 101_001, name: "OUSG", slug: "ousg", management_fee_percent: 0.15 };
  expect(reportedRow(fee)).toMatchObject({ rowsOf: "assets", fields: ["name", "slug", fee.field] });
  expect(reportMessage(fee, row).split("\n").slice(0, 5)).toEqual([
    "Asset: OUSG (ousg)",
    "Field: Management fee (management_fee_percent)",
    "Value: 0.15",
    "Catalog line: catalog/assets/*.jsonl, slug ousg, id 101001",
    "Evidence: catalog/evidence/ousg.jsonl, id 120744",
  ]);
});

test("a long value leaves space for the message", () => {
  const row = { id: 1, name: "A", slug: "a", description: "x".repeat(9_000) };
  const fact = { kind: "asset", slug: "a", field: "description", about: null } as const;
  expect(reportMessage(fact, row).length).toBeLessThan(1_000);
});
