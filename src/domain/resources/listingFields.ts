/**
 * Fields that an asset has and that its tokens inherit, so that every total
 * can be filtered and split by them at either level.
 */
import type { Asset } from "../catalog/schema";
import { partyKinds } from "../vocabulary/firms";
import { underlyingGoods } from "../vocabulary/goods";
import { assetParties } from "./catalogIndex";
import { groupFields, referenceFields } from "./commonFields";
import { catalogField, type NestedCopy } from "./resource";

/** The distribution under the name that existing clients read. */
export const tokenizationType: NestedCopy = {
  kind: "copy",
  name: "tokenization_type",
  doc: "Same as the distribution.",
  of: "distribution",
  isNumber: false,
};

/** Other names of metrics that existing clients read in rows of assets and tokens. */
export const rowMetricAliases = [
  "market_cap_dollar",
  "number_of_daily_transactions_count",
  "trailing_7_day_transfer_volume",
  "trailing_30_day_transfer_volume",
  "top_holder_concentration",
  "top_5_holder_concentration",
  "top_10_holder_concentration",
  "apy_7_day",
  "apy_30_day",
];

/** Ids of the values of `distribution`: the first as existing clients send it, the second ours. */
const TOKENIZATION_TYPE_IDS = { distributed: 3, represented: 100001 } as const;

/** `assetOf` returns the asset of a row. */
export function inheritedAssetFields<Row>(assetOf: (row: Row) => Asset) {
  return [
    ...assetParties.flatMap((kind) =>
      referenceFields(
        kind,
        (row: Row, catalog) => catalog.partyOf(kind, assetOf(row)),
        // Every asset has a class; the others may be unknown.
        kind !== "asset_class",
      ),
    ),
    ...partyKinds.flatMap((kind) =>
      groupFields(kind, (row: Row, catalog) => catalog.memberOf(kind, assetOf(row))),
    ),
    catalogField<Row, "is_distributed">({
      name: "is_distributed",
      type: "boolean",
      label: "Distributed",
      policy: { reveals: ["distribution"] },
      doc: "Whether units can be transferred off the issuing platform to other wallets.",
      groupable: false,
      read: (row) => assetOf(row).distribution === "distributed",
    }),
    catalogField<Row, "distribution">({
      name: "distribution",
      aliases: ["tokenization_type"],
      type: "enum",
      values: ["distributed", "represented"],
      label: "Distribution",
      doc: "Distributed units can be transferred off the issuing platform to other wallets; represented units cannot.",
      read: (row) => assetOf(row).distribution,
    }),
    catalogField<Row, "tokenization_type_id">({
      name: "tokenization_type_id",
      type: "id",
      label: "Tokenization type id",
      policy: { reveals: ["distribution"] },
      doc: `Id of the distribution: ${TOKENIZATION_TYPE_IDS.distributed} for distributed, ${TOKENIZATION_TYPE_IDS.represented} for represented.`,
      read: (row) => TOKENIZATION_TYPE_IDS[assetOf(row).distribution],
    }),
    catalogField<Row, "is_investable">({
      name: "is_investable",
      type: "boolean",
      label: "Investable",
      doc: "Whether open to new investors.",
      whenNull: "if unknown",
      nullable: true,
      read: (row) => assetOf(row).is_investable,
    }),
    catalogField<Row, "denomination">({
      name: "denomination",
      type: "string",
      label: "Denomination",
      doc: "Currency or commodity in which one unit is denominated.",
      nullable: true,
      groupable: true,
      read: (row) => assetOf(row).denomination,
    }),
    catalogField<Row, "underlying_goods">({
      name: "underlying_goods",
      type: "enum",
      values: underlyingGoods,
      label: "Underlying commodity",
      doc: "Commodity underlying one unit.",
      nullable: true,
      read: (row) => assetOf(row).underlying_goods,
    }),
    catalogField<Row, "underlying_symbol">({
      name: "underlying_symbol",
      type: "string",
      label: "Listed name",
      doc: "Exchange symbol of the listed share or fund underlying a unit.",
      nullable: true,
      groupable: true,
      read: (row) => assetOf(row).underlying_symbol,
    }),
  ];
}
