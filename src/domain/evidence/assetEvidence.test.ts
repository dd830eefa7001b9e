import { describe, expect, it } from "vitest";
import { evidenceSchema } from "../catalog/evidenceSchema";
import { evidenceByAsset, flagOf, listOf, managementFeeOf, minimumInvestmentOf } from "./assetEvidence";
import { evidenceKinds, type FlagName, type ListName } from "./evidenceKinds";

let next = 100_001;
const fact = (kind: string, extra: object = {}) =>
  evidenceSchema.parse({
    id: next++,
    asset: "one",
    kind,
    state: "known",
    document: "Terms",
    publisher: "One",
    source: "https://example.org",
    ...extra,
  });
const none = (kind: string, extra: object = {}) => fact(kind, { state: "none", ...extra });
const about = (...facts: ReturnType<typeof fact>[]) => evidenceByAsset(facts).get("one") ?? [];

function flag(name: FlagName, ...facts: ReturnType<typeof fact>[]) {
  const kind = evidenceKinds.find(({ flags }) => flags.some((one) => one.name === name));
  const described = kind?.flags.find((one) => one.name === name);
  if (kind === undefined || described === undefined) throw new Error(name);
  return flagOf(about(...facts), kind, described);
}
function list(name: ListName, ...facts: ReturnType<typeof fact>[]) {
  const kind = evidenceKinds.find(({ lists }) => lists.some((one) => one.name === name));
  const described = kind?.lists.find((one) => one.name === name);
  if (kind === undefined || described === undefined) throw new Error(name);
  return listOf(about(...facts), kind, described);
}

describe("flags of an asset", () => {
  const attestation = fact("attestation", { engagement: "attestation" });
  const audit = fact("attestation", { engagement: "audit" });

  it("is unknown where no fact covers it, and never no", () => {
    expect(flag("has_attestation")).toBeNull();
    expect(flag("has_audit", attestation)).toBeNull();
    expect(flag("has_attestation", fact("credit_rating", { rating: "A" }))).toBeNull();
    expect(flag("open_to_retail", fact("eligibility", { kyc_required: true }))).toBeNull();
  });

  it("is yes by a fact of the kind, and no where a document says that there is none", () => {
    expect(flag("has_attestation", attestation)).toBe(true);
    expect(flag("has_audit", audit)).toBe(true);
    expect(flag("has_credit_rating", none("credit_rating"))).toBe(false);
    expect(flag("open_to_retail", fact("eligibility", { open_to_retail: false }))).toBe(false);
  });

  it("distinguishes that there is none at all from that there is none of some kind", () => {
    const noAudit = none("attestation", { engagement: "audit" });
    expect(flag("has_audit", noAudit)).toBe(false);
    expect(flag("has_attestation", noAudit)).toBeNull();
    expect(flag("has_attestation", attestation, noAudit)).toBe(true);
    expect(flag("has_audit", none("attestation"))).toBe(false);
    expect(flag("charges_redemption_fee", none("fee", { fee_kind: "management" }))).toBeNull();
  });

  it("follows the newest fact, in any order of the lines", () => {
    const open = fact("redemption", { stated: "2019", redeemable_by: "any_holder" });
    const closed = none("redemption", { stated: "2025-11" });
    expect(flag("is_redeemable", open, closed)).toBe(false);
    expect(flag("is_redeemable", closed, open)).toBe(false);
    expect(
      flag("is_redeemable", closed, fact("redemption", { stated: "2026", redeemable_by: "institutions" })),
    ).toBe(true);
  });

  it("stays yes once something has happened", () => {
    const depeg = fact("incident", { incident_kind: "depeg", period_start: "2023-03-11" });
    expect(flag("has_incident", depeg, none("incident", { stated: "2026" }))).toBe(true);
    expect(flag("has_lost_peg", fact("incident", { incident_kind: "freeze" }))).toBeNull();
  });
});

describe("the values of details", () => {
  it("are listed once each, the newest first, without those of other facts", () => {
    expect(
      list(
        "attestors",
        fact("attestation", { attestor: "Grant Thornton", stated: "2018-11" }),
        fact("attestation", { attestor: "Deloitte", stated: "2025-06" }),
        fact("attestation", { attestor: "Deloitte", stated: "2025-05" }),
      ),
    ).toEqual(["Deloitte", "Grant Thornton"]);
    expect(
      list(
        "custodians",
        fact("provider", { provider_role: "bank", provider_name: "Bank" }),
        fact("provider", { provider_role: "custodian", provider_name: "BNY" }),
      ),
    ).toEqual(["BNY"]);
    expect(list("regulatory_frameworks", fact("legal", { frameworks: ["mica_emt", "genius_act"] }))).toEqual([
      "mica_emt",
      "genius_act",
    ]);
    expect(list("custodians")).toEqual([]);
  });
});

describe("countries", () => {
  const usOnly = fact("eligibility", { countries_in: ["US"], stated: "2026-01" });

  it("are excluded or offered as the newest fact that names them states", () => {
    const excluded = fact("eligibility", { countries_out: ["GB", "CU"], stated: "2025" });
    const offered = fact("eligibility", { countries_in: ["US", "GB"], stated: "2026" });
    expect(list("offered_countries", excluded, offered)).toEqual(["US", "GB"]);
    expect(list("excluded_countries", excluded, offered)).toEqual(["CU"]);
  });

  it("exclude the United States where US persons are not admitted, unless a newer fact admits them", () => {
    const notUs = fact("eligibility", { open_to_us_persons: false, stated: "2026-06" });
    const us = fact("eligibility", { open_to_us_persons: true, stated: "2026-09" });
    expect(list("excluded_countries", notUs)).toEqual(["US"]);
    expect(list("offered_countries", usOnly, notUs)).toEqual([]);
    expect(list("excluded_countries", usOnly, notUs)).toEqual(["US"]);
    expect(list("excluded_countries", notUs, us)).toEqual([]);
    expect(list("offered_countries", us)).toEqual([]);
  });
});

describe("the management fee", () => {
  it("is the newest rate that a document states, with its terms, whatever other fees there are", () => {
    const facts = about(
      fact("fee", {
        fee_kind: "management",
        fee_percent: 0.15,
        fee_terms: "Waived until 2027",
        stated: "2026-09-26",
      }),
      fact("fee", { fee_kind: "management", fee_percent: 0.2, fee_terms: "At most", stated: "2024" }),
      fact("fee", { fee_kind: "redemption", fee_percent: 0.5, fee_terms: "At once", stated: "2026-10-01" }),
    );
    expect(managementFeeOf(facts)).toEqual({ percent: 0.15, terms: "Waived until 2027" });
  });

  it("does not combine the newest rate with the terms of an older one", () => {
    const facts = about(
      fact("fee", { fee_kind: "management", fee_percent: 0.75, fee_terms: "Waived" }),
      fact("fee", { fee_kind: "management", fee_percent: 0.75, stated: "2025-12-04" }),
    );
    expect(managementFeeOf(facts)).toEqual({ percent: 0.75, terms: null });
  });

  it("is 0 where there is none, and unknown where no document states a rate", () => {
    const nothing = about(none("fee", { fee_kind: "management" }));
    expect(managementFeeOf(nothing)).toEqual({ percent: 0, terms: null });
    const other = about(none("fee", { fee_kind: "redemption" }));
    expect(managementFeeOf(other)).toEqual({ percent: null, terms: null });
    const words = about(fact("fee", { fee_kind: "management", fee_terms: "On request" }));
    expect(managementFeeOf(words)).toEqual({ percent: null, terms: "On request" });
    expect(managementFeeOf([])).toEqual({ percent: null, terms: null });
  });
});

describe("the minimum investment", () => {
  it("is the newest that a document states", () => {
    const facts = about(
      fact("eligibility", { minimum_investment_dollar: 10_000, stated: "2024-04-30" }),
      fact("eligibility", { minimum_investment_dollar: 5_000, stated: "2026-09" }),
      fact("eligibility", { open_to_retail: false, stated: "2026-10" }),
    );
    expect(minimumInvestmentOf(facts)).toBe(5_000);
    expect(minimumInvestmentOf([])).toBeNull();
  });
});
