import { expect, test } from "vitest";
import { evidenceSchema } from "../catalog/evidenceSchema";
import { isSameEntity, legalStandingOf } from "./legalStanding";

const fact = (extra: object) =>
  evidenceSchema.parse({
    id: 100_001,
    asset: "a",
    kind: "legal",
    state: "known",
    document: "Terms",
    publisher: "Firm",
    source: "https://example.org/terms",
    ...extra,
  });

test.each([
  ["Paxos Trust Company, LLC", "Paxos Trust Company, N.A."],
  ["Anchorage Digital Bank N.A.", "Anchorage Digital Bank, National Association"],
  ["Societe Generale-FORGE", "Société Générale-FORGE"],
  ["TG Commodities, S.A. de C.V.", "TG Commodities"],
  ["Gold Fund, a separate series of Example Asset Trust", "Example Asset Trust"],
])("%s and %s are one entity", (one, other) => {
  expect(isSameEntity(one, other)).toBe(true);
});

test.each([
  ["FD121 Limited", "FD121 (BVI) Limited"],
  ["Ondo I LP", "Ondo I GP"],
  ["BitGo Trust Company, Inc.", "BitGo Bank & Trust, N.A."],
  ["Paxos Trust Company", "Paxos Digital Singapore Pte. Ltd."],
])("%s and %s are two", (one, other) => {
  expect(isSameEntity(one, other)).toBe(false);
});

test("the newest fact that names an entity decides who issues", () => {
  const standing = legalStandingOf([
    fact({ legal_entity: "Old LLC", legal_domicile: "US" }),
    fact({ legal_entity: "New Ltd.", legal_domicile: "VG" }),
    fact({ legal_form: "Company" }),
  ]);
  expect(standing).toEqual({ entity: "New Ltd.", domicile: "VG" });
});

test("the domicile of another entity says nothing of the one that issues now", () => {
  expect(
    legalStandingOf([
      fact({ legal_entity: "Old LLC", legal_domicile: "US" }),
      fact({ legal_entity: "New Ltd." }),
    ]),
  ).toEqual({ entity: "New Ltd.", domicile: null });
  expect(legalStandingOf([fact({ legal_domicile: "KY" }), fact({ legal_entity: "New SPC" })])).toEqual({
    entity: "New SPC",
    domicile: "KY",
  });
});

test("an asset without legal facts has no standing", () => {
  expect(legalStandingOf([fact({ kind: "incident", incident_kind: "depeg" })])).toEqual({
    entity: null,
    domicile: null,
  });
});
