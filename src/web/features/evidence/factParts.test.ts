import { expect, test } from "vitest";
import type { ResourceRow } from "#domain/api";
import { evidenceFlagNames, evidenceKinds } from "#domain/evidence";
import { factParts, sortEvidence } from "./factParts";

const row = (id: number, kind: string, extra: Partial<ResourceRow> = {}): ResourceRow => ({
  id,
  kind,
  state: "known",
  stated: "2025-05",
  document: "Independent accountants' report",
  publisher: "Circle",
  source_url: "https://example.org/report",
  ...extra,
});
const kindOf = (name: string) => {
  const kind = evidenceKinds.find((one) => one.kind === name);
  if (kind === undefined) throw new Error(name);
  return kind;
};

test("a fact names its document and date as far as they are known", () => {
  const parts = (extra: Partial<ResourceRow>, kind = "attestation") =>
    factParts(row(1, kind, extra), kindOf(kind));
  expect(parts({ attestor: "Deloitte", report_frequency: "monthly", period_end: "2025-04-30" })).toEqual({
    id: 1,
    about: "Deloitte",
    more: [{ label: "Frequency", words: "Monthly" }],
    summary: null,
    when: "As of 30 Apr 2025",
    document: "Circle, Independent accountants' report, May 2025",
    address: "https://example.org/report",
  });
  expect(
    parts({ publisher: "DefiLlama", document: "DefiLlama adapters, source code", third_party: "source_code" })
      .document,
  ).toBe("DefiLlama adapters, source code, May 2025");
  expect(parts({ publisher: "Yearn", document: "Risk report", third_party: "research" }).document).toBe(
    "Yearn, Risk report, third-party research, May 2025",
  );
  expect(parts({ stated: null }).document).toBe("Circle, Independent accountants' report, undated");
  expect(parts({ period_start: "2023-03-10", period_end: "2023-03-13" }, "incident").when).toBe(
    "10 Mar 2023 to 13 Mar 2023",
  );
  expect(parts({ period_start: "2023-03-11" }, "incident").when).toBe("11 Mar 2023");
});

test("known facts, facts known to be none and unknown facts are listed separately", () => {
  const asset: ResourceRow = {
    id: 1,
    ...Object.fromEntries(evidenceFlagNames.map((name) => [name, null])),
    has_attestation: true,
    has_credit_rating: false,
  };
  const sorted = sortEvidence(asset, [row(1, "attestation"), row(2, "credit_rating", { state: "none" })]);
  expect(sorted.known.map(({ kind, facts }) => [kind.kind, facts.length])).toEqual([["attestation", 1]]);
  expect(sorted.none.map(({ kind }) => kind.kind)).toEqual(["credit_rating"]);
  expect(sorted.unknown).toEqual([
    "Reserves and backing",
    "Redemption",
    "Eligibility",
    "Fees",
    "Custodians and other providers",
    "Legal structure",
    "Incidents",
    "Corporate actions",
    "Financial audit",
  ]);
});

test("providers that the catalog names are not unknown", () => {
  const unknown = (asset: ResourceRow) => sortEvidence(asset, []).unknown;
  expect(unknown({ id: 1, service_provider_ids: [] })).toContain("Custodians and other providers");
  expect(unknown({ id: 1, service_provider_ids: [7] })).not.toContain("Custodians and other providers");
});

test("a fact known to be none is omitted if a later document states one", () => {
  const asset: ResourceRow = { id: 1 };
  const audit = (id: number, state: string, engagement: string) =>
    row(id, "attestation", { state, engagement });
  const none = (...newestFirst: ResourceRow[]) =>
    sortEvidence(asset, newestFirst).none.map(({ fact }) => fact.id);
  expect(none(audit(2, "known", "audit"), audit(1, "none", "audit"))).toEqual([]);
  expect(none(audit(2, "known", "attestation"), audit(1, "none", "audit"))).toEqual([1]);
  expect(none(audit(2, "none", "audit"), audit(1, "known", "audit"))).toEqual([2]);
});
