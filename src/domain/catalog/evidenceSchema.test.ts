import { expect, test } from "vitest";
import { evidenceSchema } from "./evidenceSchema";

const line = {
  id: 100_001,
  asset: "usdc",
  kind: "attestation",
  state: "known",
  attestor: "Deloitte",
  document: "Independent accountants' report",
  publisher: "Circle",
  source: "https://example.org/report.pdf",
};
const problems = (extra: object) =>
  evidenceSchema
    .safeParse({ ...line, ...extra })
    .error?.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`) ?? [];

test("a line yields the values that it states, and null or nothing for the rest", () => {
  expect(evidenceSchema.parse(line)).toMatchObject({
    attestor: "Deloitte",
    engagement: null,
    countries_out: [],
    stated: null,
    summary: null,
  });
});

test("the date of a document has the precision that the document states", () => {
  for (const stated of ["2025", "2025-05", "2025-05-31", null]) expect(problems({ stated })).toEqual([]);
  for (const stated of ["2025-13", "2025-02-30", "May 2025", "25"]) {
    expect(problems({ stated })).toEqual([
      "stated: must be a date from 1900 to 2299: 2025, 2025-05 or 2025-05-31",
    ]);
  }
});

test("a detail of another kind is rejected, and so is a fact without any value", () => {
  expect(problems({ rating: "AAA" })[0]).toBe(
    "rating: does not apply to attestation; use one of attestor, engagement, attested_subject, report_frequency, attested_dollar, reserves_to_supply_percent",
  );
  expect(problems({ attestor: null })[0]).toMatch(
    /^state: a known attestation needs at least one of attestor, /,
  );
});

test("a fact with the state none accepts only details that qualify its kind", () => {
  expect(problems({ state: "none", attestor: null, engagement: "audit" })).toEqual([]);
  expect(problems({ state: "none", attestor: null })).toEqual([]);
  expect(problems({ state: "none" })).toEqual([
    "attestor: must be omitted if there is known to be no attestation",
  ]);
});

test("countries are ISO codes, periods do not end before they start, and no field is unknown", () => {
  const eligibility = { attestor: null, kind: "eligibility" };
  expect(problems({ ...eligibility, countries_out: ["US", "XX"] })).toEqual([
    "countries_out.1: must be an ISO 3166-1 alpha-2 country code",
  ]);
  expect(problems({ ...eligibility, countries_out: ["US", "KP"] })).toEqual([]);
  expect(problems({ period_start: "2025-02-01", period_end: "2025-01-31" })).toEqual([
    "period_end: must not be before period_start",
  ]);
  expect(problems({ auditor: "Deloitte" })).toEqual(['": Unrecognized key: "auditor"'.slice(1)]);
});
