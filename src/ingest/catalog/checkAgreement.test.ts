import { join } from "node:path";
import { expect, test } from "vitest";
import { type Catalog, evidenceSchema, firmSchema } from "#domain/catalog";
import { asset, catalogOf } from "../testSupport/catalogBuilder";
import { checkAgreement } from "./checkAgreement";
import { readCatalog } from "./readCatalog";

const issuer = (slug: string, legal_name: string | null, jurisdiction: string | null) =>
  firmSchema.parse({
    id: 100_001,
    slug,
    name: slug,
    legal_name,
    jurisdiction,
    website: null,
    description: null,
    source: "https://example.org/issuer",
  });
const legal = (of: string, extra: object) =>
  evidenceSchema.parse({
    id: 100_301,
    asset: of,
    kind: "legal",
    state: "known",
    document: "Terms",
    publisher: "Firm",
    source: "https://example.org/terms",
    ...extra,
  });
const messages = (catalog: Catalog) =>
  checkAgreement({ catalog, problems: [], missing: [], origins: new Map() }).map(
    ({ field, message }) => `${field}: ${message}`,
  );

test("the line of an asset names the issuer and the domicile that its evidence names last", () => {
  const catalog = catalogOf({
    issuers: [issuer("old", "Old LLC", "US"), issuer("new", "New Limited", "VG")],
    assets: [
      asset(100_101, "alpha", { issuer: "old", jurisdiction: "US" }),
      asset(100_102, "beta", { issuer: "new", jurisdiction: "VG" }),
      asset(100_103, "gamma"),
      asset(100_104, "delta", { issuer: "old", jurisdiction: "VG" }),
    ],
    evidence: [
      legal("alpha", { legal_entity: "Old LLC", legal_domicile: "US", stated: "2024" }),
      legal("alpha", { legal_entity: "New Ltd.", legal_domicile: "VG", stated: "2025-12" }),
      legal("beta", { legal_entity: "New Ltd.", legal_domicile: "VG" }),
      legal("gamma", { legal_entity: "New Ltd.", legal_domicile: "VG" }),
    ],
  });
  expect(messages(catalog)).toEqual([
    "issuer: alpha is issued by New Ltd. according to its evidence, not Old LLC",
    "jurisdiction: alpha is domiciled in VG according to its evidence, not US",
    "issuer: gamma is issued by New Ltd. according to its evidence, not null",
    "jurisdiction: gamma is domiciled in VG according to its evidence, not null",
    "jurisdiction: delta is domiciled in VG, but its issuer old in US",
  ]);
});

test("the manager of a reserve is not the manager of the asset", () => {
  const managed = (slug: string, manager: string | null) =>
    asset(100_101, slug, {
      manager,
      service_providers: [{ provider: "firm", role: "reserve_manager", source: null }],
    });
  expect(messages(catalogOf({ assets: [managed("alpha", "firm"), managed("beta", null)] }))).toEqual([
    "manager: firm manages a reserve of alpha, not the asset",
  ]);
});

test("no stablecoin of the shipped catalog counts among the assets of an asset manager", async () => {
  const { catalog } = await readCatalog(join(import.meta.dirname, "../../../catalog"));
  const coins = catalog.assets.filter(({ asset_class }) => asset_class === "stablecoins");
  expect(coins.filter(({ manager }) => manager !== null)).toEqual([]);
  const usdc = coins.find(({ slug }) => slug === "usdc");
  expect(usdc?.service_providers).toContainEqual(
    expect.objectContaining({ provider: "blackrock", role: "reserve_manager" }),
  );
});

test("every asset of the shipped catalog agrees with its evidence", async () => {
  const reading = await readCatalog(join(import.meta.dirname, "../../../catalog"));
  expect(reading.catalog.evidence.length).toBeGreaterThan(900);
  expect(checkAgreement(reading)).toEqual([]);
});
