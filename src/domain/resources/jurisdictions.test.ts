import { expect, test } from "vitest";
import { evidenceSchema } from "../catalog/evidenceSchema";
import { assetSchema, emptyCatalog, firmSchema, jurisdictionSchema } from "../catalog/schema";
import { indexCatalog } from "./catalogIndex";
import { jurisdictionsResource } from "./classesAndPlaces";
import { participantResources } from "./participants";

const source = "https://example.org";
const jurisdiction = (id: number, slug: string, country_code: string) =>
  jurisdictionSchema.parse({
    id,
    slug,
    name: slug.toUpperCase(),
    country_code,
    region: "europe",
    regulator: null,
    source,
  });
const issuer = (id: number, slug: string, where: string | null, extra: object = {}) =>
  firmSchema.parse({
    id,
    slug,
    name: slug,
    jurisdiction: where,
    website: null,
    description: null,
    source,
    ...extra,
  });
const asset = (id: number, slug: string, where: string | null) =>
  assetSchema.parse({
    id,
    slug,
    name: slug,
    ticker: slug,
    asset_class: "stocks",
    platform: null,
    issuer: null,
    manager: null,
    jurisdiction: where,
    description: null,
    website: null,
    inception_date: null,
    denomination: null,
    distribution: "distributed",
    is_investable: null,
    source,
  });
const framework = (id: number, of: string, frameworks: string[]) =>
  evidenceSchema.parse({
    id,
    asset: of,
    kind: "legal",
    state: "known",
    frameworks,
    document: "Terms",
    publisher: "Issuer",
    source,
  });

const index = indexCatalog({
  ...emptyCatalog,
  jurisdictions: [jurisdiction(1, "jersey", "JE"), jurisdiction(2, "malta", "MT")],
  issuers: [
    issuer(1, "one", "JE", {
      register_number: "1",
      register_name: "Jersey register",
      legal_source: source,
    }),
    issuer(2, "two", "JE"),
    issuer(3, "three", null),
  ],
  assets: [asset(1, "a", "JE"), asset(2, "b", "MT"), asset(3, "c", null)],
  evidence: [
    framework(1, "a", ["jersey_companies"]),
    framework(2, "a", ["us_regulation_s"]),
    framework(3, "c", ["mica_emt"]),
  ],
});

test("a jurisdiction has the participants that are registered there, their registers, and the frameworks of its assets", () => {
  const names = [
    "slug",
    "domiciled_issuer_count",
    "domiciled_platform_count",
    "company_registers",
    "regulatory_frameworks",
    "asset_count",
  ];
  expect(jurisdictionsResource.valuesOf(index, names)).toEqual([
    {
      slug: "jersey",
      domiciled_issuer_count: 2,
      domiciled_platform_count: 0,
      company_registers: ["Jersey register"],
      regulatory_frameworks: ["jersey_companies", "us_regulation_s"],
      asset_count: 1,
    },
    {
      slug: "malta",
      domiciled_issuer_count: 0,
      domiciled_platform_count: 0,
      company_registers: [],
      regulatory_frameworks: [],
      asset_count: 1,
    },
  ]);
});

test("a participant names its jurisdiction, and none if it is unknown", () => {
  const issuers = participantResources.find(({ slug }) => slug === "issuers");
  expect(issuers?.valuesOf(index, ["jurisdiction_country_name"])).toEqual([
    { jurisdiction_country_name: "JERSEY" },
    { jurisdiction_country_name: "JERSEY" },
    { jurisdiction_country_name: null },
  ]);
});
