import { expect, test } from "vitest";
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
  `asset.${"a".repeat(121)}.name`,
])("%o is rejected as the address of a fact", (text) => {
  expect(readReportAddress(text)).toBeNull();
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
