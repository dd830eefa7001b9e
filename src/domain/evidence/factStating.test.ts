import { expect, test } from "vitest";
import { factStating } from "./factStating";

const fact = (kind: string, extra: object) => ({ kind, state: "known", ...extra });
const terms = fact("legal", { legal_entity: "New Ltd.", legal_domicile: "VG" });
const page = fact("legal", { legal_entity: "Old LLC", legal_domicile: "US" });
const facts = [
  fact("fee", { fee_kind: "management", fee_percent: 0.15 }),
  terms,
  fact("fee", { fee_kind: "redemption", fee_percent: 0.5 }),
  page,
  fact("eligibility", { investor_kinds: ["professional"], open_to_us_persons: false }),
  fact("eligibility", { minimum_investment_dollar: 100_000, investor_kinds: [] }),
  { kind: "fee", state: "none", fee_kind: "performance" },
];

test.each([
  ["issuer_name", "New", 1],
  ["jurisdiction_country_name", "British Virgin Islands", 1],
  // The documents have said so before: the line of the catalog is not taken from the newest.
  ["jurisdiction_country_name", "United States", 3],
  ["management_fee_percent", 0.15, 0],
  ["minimum_investment_dollar", 100_000, 5],
  ["open_to_us_persons", false, 4],
  ["investor_kinds", ["professional"], 4],
  ["charges_redemption_fee", true, 2],
])("%s %s is stated by a fact", (field, value, index) => {
  expect(factStating({ field, value }, facts)).toBe(facts[index]);
});

test.each([
  ["issuer_name", null],
  ["jurisdiction_country_name", "Bermuda"],
  ["management_fee_percent", 0.2],
  ["management_fee_percent", 0],
  ["open_to_us_persons", true],
  ["open_to_retail", false],
  ["charges_redemption_fee", false],
  ["denomination", "USD"],
])("%s %s is stated by none", (field, value) => {
  expect(factStating({ field, value }, facts)).toBeUndefined();
});

test("that there is no fee is stated by a fact of that fee, or of fees as a whole", () => {
  const free = { kind: "fee", state: "none", fee_kind: "management" };
  expect(factStating({ field: "management_fee_percent", value: 0 }, [free])).toBe(free);
  expect(factStating({ field: "charges_management_fee", value: false }, [free])).toBe(free);
  const nothing = { kind: "fee", state: "none", fee_kind: null };
  expect(factStating({ field: "charges_redemption_fee", value: false }, [nothing])).toBe(nothing);
});
