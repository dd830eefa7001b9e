import { isSameEntity, legalStandingOf } from "#domain/evidence";
import { indexCatalog } from "#domain/resources";
import type { CatalogProblem, CatalogReading } from "./readCatalog";

/**
 * Warns of lines of assets that disagree with their evidence: another issuer, or another domicile than that
 * of the current issuing entity; or the manager of a reserve as the manager of the whole asset
 * (docs/decisions/0082). Such a catalog can be served, but one of the two is wrong. In file and line order.
 */
export function checkAgreement({ catalog, origins }: CatalogReading): CatalogProblem[] {
  const problems: CatalogProblem[] = [];
  const { evidenceByAsset } = indexCatalog(catalog);
  const issuers = new Map(catalog.issuers.map((issuer) => [issuer.slug, issuer]));
  for (const asset of catalog.assets) {
    const report = (field: string, message: string) =>
      problems.push({ ...(origins.get(asset) ?? { file: "", line: 0 }), field, message });
    const issuer = asset.issuer === null ? undefined : issuers.get(asset.issuer);
    const { entity, domicile } = legalStandingOf(evidenceByAsset.get(asset.slug) ?? []);

    const names = [issuer?.legal_name, issuer?.name].filter((name) => name != null);
    if (entity !== null && !names.some((name) => isSameEntity(entity, name))) {
      report(
        "issuer",
        `${asset.slug} is issued by ${entity} according to its evidence, not ${issuer?.legal_name ?? asset.issuer}`,
      );
    }
    if (domicile !== null && domicile !== asset.jurisdiction) {
      report(
        "jurisdiction",
        `${asset.slug} is domiciled in ${domicile} according to its evidence, not ${asset.jurisdiction}`,
      );
    }
    if (issuer && issuer.jurisdiction !== asset.jurisdiction) {
      report(
        "jurisdiction",
        `${asset.slug} is domiciled in ${asset.jurisdiction}, but its issuer ${issuer.slug} in ${issuer.jurisdiction}`,
      );
    }
    if (
      asset.service_providers.some((one) => one.role === "reserve_manager" && one.provider === asset.manager)
    ) {
      report("manager", `${asset.manager} manages a reserve of ${asset.slug}, not the asset`);
    }
  }
  return problems.sort((a, b) => (a.file < b.file ? -1 : a.file > b.file ? 1 : a.line - b.line));
}
