/**
 * Fields that an asset has and that its tokens inherit, so that every total
 * can be filtered and split by them at either level.
 */
import type { Asset } from "../catalog/schema";
import type { CatalogIndex } from "./catalogIndex";
import { referenceFields } from "./commonFields";
import { catalogField } from "./resource";

/** `assetOf` tells how to reach the asset from a row. */
export function inheritedAssetFields<Row>(assetOf: (row: Row) => Asset) {
  const of =
    <T>(find: (catalog: CatalogIndex, asset: Asset) => T) =>
    (row: Row, catalog: CatalogIndex): T =>
      find(catalog, assetOf(row));
  return [
    ...referenceFields(
      "asset_class",
      of((c, a) => c.classes.get(a.asset_class)),
      false,
    ),
    ...referenceFields(
      "platform",
      of((c, a) => (a.platform === null ? null : c.platformBySlug.get(a.platform))),
    ),
    ...referenceFields(
      "issuer",
      of((c, a) => (a.issuer === null ? null : c.issuerBySlug.get(a.issuer))),
    ),
    ...referenceFields(
      "manager",
      of((c, a) => (a.manager === null ? null : c.managerBySlug.get(a.manager))),
    ),
    ...referenceFields(
      "jurisdiction",
      of((c, a) => (a.jurisdiction === null ? null : c.jurisdictionByCode.get(a.jurisdiction))),
    ),
    catalogField<Row, "distribution">({
      name: "distribution",
      type: "enum",
      values: ["distributed", "represented"],
      label: "Distribution",
      doc: "Distributed units can leave the issuing platform and move between wallets; represented units cannot.",
      read: (row) => assetOf(row).distribution,
    }),
    catalogField<Row, "is_investable">({
      name: "is_investable",
      type: "boolean",
      label: "Investable",
      doc: "Whether new investors are admitted; null where unknown.",
      nullable: true,
      read: (row) => assetOf(row).is_investable,
    }),
    catalogField<Row, "denomination">({
      name: "denomination",
      type: "string",
      label: "Denomination",
      doc: "Currency or commodity that one unit tracks.",
      nullable: true,
      groupable: true,
      read: (row) => assetOf(row).denomination,
    }),
  ];
}
