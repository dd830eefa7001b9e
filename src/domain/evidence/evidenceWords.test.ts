import { expect, test } from "vitest";
import { evidenceSchema } from "../catalog/evidenceSchema";
import { evidenceDetails } from "./evidenceKinds";
import { statementOf } from "./evidenceWords";

const statement = (extra: object) =>
  statementOf(
    evidenceSchema.parse({
      id: 100_001,
      asset: "one",
      state: "known",
      document: "Terms",
      publisher: "One",
      source: "https://example.org",
      ...extra,
    }),
  );

test("an amount has as many digits as it needs, in every engine", () => {
  expect(statement({ kind: "incident", loss_dollar: 105_500_000_000 })).toBe("Loss: $105.5B");
  expect(statement({ kind: "incident", loss_dollar: 25_000_000 })).toBe("Loss: $25M");
});

test("a fact is written in one line, with the units and labels of its details", () => {
  expect(
    statement({
      kind: "attestation",
      attestor: "BDO",
      engagement: "attestation",
      attested_dollar: 162_570_000_000,
      reserves_to_supply_percent: 103.5,
    }),
  ).toBe("BDO, Attestation; Reserves: $162.57B; Reserves to supply: 103.5%");
  expect(
    statement({ kind: "incident", incident_kind: "depeg", lowest_dollar: 0.88, summary: "Bank run." }),
  ).toBe("Depeg; Lowest price: $0.88; Bank run.");
  expect(
    statement({
      kind: "eligibility",
      investor_kinds: ["non_us"],
      open_to_retail: false,
      countries_out: ["US", "KP"],
    }),
  ).toBe("Non-US; Not open to retail investors; Not offered in: United States, North Korea");
});

test("yes and no are written as a phrase", () => {
  expect(statement({ kind: "eligibility", open_to_us_persons: false, kyc_required: true })).toBe(
    "Not open to US persons; KYC required",
  );
  const unsaid = evidenceDetails.filter(({ type, says }) => type === "boolean" && says === undefined);
  expect(unsaid.map(({ name }) => name)).toEqual([]);
});

test("a fact that there is none is stated as such", () => {
  expect(statement({ kind: "credit_rating", state: "none" })).toBe("None");
  expect(statement({ kind: "fee", state: "none", fee_kind: "management" })).toBe("None: Management");
});
