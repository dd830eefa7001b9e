import { expect, test } from "vitest";
import {
  assetSchema,
  emptyCatalog,
  firmSchema,
  platformSchema,
  serviceProviderSchema,
} from "../catalog/schema";
import { indexCatalog } from "./catalogIndex";
import { companiesResource } from "./companies";
import { companyRolesResource } from "./companyRoles";

const party = { jurisdiction: null, website: null, description: null, source: "https://example.org/facts" };
const asset = (id: number, names: object) =>
  assetSchema.parse({
    id,
    slug: `asset-${id}`,
    name: "Asset",
    ticker: "A",
    asset_class: "stocks",
    platform: null,
    issuer: null,
    manager: null,
    jurisdiction: null,
    description: null,
    website: null,
    inception_date: null,
    denomination: null,
    distribution: "distributed",
    is_investable: null,
    source: "https://example.org",
    ...names,
  });

const index = indexCatalog({
  ...emptyCatalog,
  platforms: [
    platformSchema.parse({
      ...party,
      id: 1,
      slug: "acme",
      name: "Acme Chain",
      website: "https://acme.example",
    }),
    platformSchema.parse({ ...party, id: 2, slug: "other", name: "Other" }),
  ],
  issuers: [
    firmSchema.parse({
      ...party,
      id: 3,
      slug: "acme",
      name: "Acme",
      legal_name: "Acme Inc.",
      cik: "1234",
      legal_source: "https://example.org/cik",
    }),
  ],
  service_providers: [
    serviceProviderSchema.parse({
      ...party,
      id: 4,
      slug: "keeper",
      name: "Keeper",
      roles: ["bank", "custodian"],
    }),
  ],
  assets: [
    asset(11, { platform: "acme", issuer: "acme" }),
    asset(12, { issuer: "acme", service_providers: [{ provider: "keeper", role: "custodian" }] }),
  ],
});

test("a company with several roles is one row, with values from any of its entries", () => {
  const rows = companiesResource.valuesOf(index, [
    "id",
    "name",
    "roles",
    "legal_name",
    "cik",
    "website",
    "asset_count",
  ]);
  expect(rows).toEqual([
    {
      id: "acme",
      name: "Acme",
      roles: ["platform", "issuer"],
      legal_name: "Acme Inc.",
      cik: "1234",
      website: "https://acme.example",
      asset_count: 2,
    },
    {
      id: "keeper",
      name: "Keeper",
      roles: ["custodian", "bank"],
      legal_name: null,
      cik: null,
      website: null,
      asset_count: 1,
    },
    {
      id: "other",
      name: "Other",
      roles: ["platform"],
      legal_name: null,
      cik: null,
      website: null,
      asset_count: 0,
    },
  ]);
});

test("roles are counted by companies, and those that no company has are left out", () => {
  expect(companyRolesResource.valuesOf(index, ["role", "company_count"])).toEqual([
    { role: "platform", company_count: 2 },
    { role: "issuer", company_count: 1 },
    { role: "custodian", company_count: 1 },
    { role: "bank", company_count: 1 },
  ]);
});
