import type { Asset } from "../catalog/schema";
import { managementFeeOf, minimumInvestmentOf } from "../evidence/assetEvidence";
import { formatAmount, goodsUnits } from "../vocabulary/goods";
import type { CatalogIndex } from "./catalogIndex";
import {
  appearedFields,
  distinctIds,
  endedField,
  factFields,
  iconField,
  identityFields,
} from "./commonFields";
import { refersTo } from "./entities";
import { attestationFields, evidenceFlags, evidenceLists } from "./evidenceFields";
import { inheritedAssetFields, rowMetricAliases, tokenizationType } from "./listingFields";
import { catalogField, catalogResource, nestedEntity } from "./resource";

const factsOf = ({ slug }: Asset, { evidenceByAsset }: CatalogIndex) => evidenceByAsset.get(slug) ?? [];

/** The terms of the rate that is shown: those of another rate do not qualify it. */
function feeTermsOf(row: Asset, catalog: CatalogIndex): string | null {
  const { percent, terms } = managementFeeOf(factsOf(row, catalog));
  return row.management_fee_percent === null || row.management_fee_percent === percent ? terms : null;
}

/**
 * The providers of an asset by id, each with its roles and the first source that names it, empty for none.
 */
const providersOf = ({ service_providers: served }: Asset, { providerBySlug }: CatalogIndex) =>
  distinctIds(served.map(({ provider }) => providerBySlug.get(provider))).map((id) => {
    const own = served.filter(({ provider }) => providerBySlug.get(provider)?.id === id);
    return {
      id,
      roles: own.map(({ role }) => role),
      source: own.find(({ source }) => source !== null)?.source ?? "",
    };
  });

export const assetsResource = catalogResource<Asset>()({
  slug: "assets",
  singular: "asset",
  label: "Assets",
  doc: "Tokenized real-world assets, each across all of its tokens.",
  slugField: "slug",
  defaultSort: { field: "bridged_token_value_dollar", direction: "desc" },
  searchFields: ["name", "ticker", "slug"],
  launchField: "inception_date",
  metricAliases: rowMetricAliases,
  nested: [
    nestedEntity("asset_class"),
    nestedEntity("platform"),
    nestedEntity("issuer"),
    {
      kind: "rows",
      name: "tokens",
      doc: "Its tokens, one for each deployment.",
      resource: "tokens",
      by: "asset_id",
      without: "is_asset_level",
      fields: ["id", "slug", "symbol", "address", "decimals", "network_id", "network_slug", "network_name"],
      metrics: ["total_supply_token"],
    },
    tokenizationType,
  ],
  rows: (catalog) => catalog.assets,
  fields: [
    ...identityFields<Asset>("asset"),
    catalogField({
      name: "ticker",
      type: "string",
      label: "Ticker",
      doc: "Ticker symbol.",
      read: (row) => row.ticker,
    }),
    iconField(),
    ...inheritedAssetFields<Asset>((row) => row),
    catalogField({
      name: "network_ids",
      type: "ids",
      refersTo: refersTo("network", "id"),
      label: "Networks",
      doc: "Ids of the networks it is issued on.",
      policy: { overListings: { distinct: "network_id", of: "listings" } },
      read: (row, c) =>
        distinctIds((c.tokensByAsset.get(row.slug) ?? []).map((t) => c.networkBySlug.get(t.network))),
    }),
    catalogField({
      name: "network_slugs",
      type: "strings",
      refersTo: refersTo("network", "slug"),
      label: "Network slugs",
      doc: "Slugs of the networks it is issued on.",
      hint: "Networks it is issued on.",
      policy: { overListings: { distinct: "network_slug", of: "listings" } },
      read: (row, c) => [
        ...new Set(
          (c.tokensByAsset.get(row.slug) ?? []).flatMap((t) => {
            const network = c.networkBySlug.get(t.network);
            return network ? [network.slug] : [];
          }),
        ),
      ],
    }),
    catalogField({
      name: "token_count",
      type: "number",
      unit: "count",
      label: "Tokens",
      doc: "Tokens in the catalog.",
      policy: { overListings: { count: "tokens" } },
      read: (row, c) => c.tokensByAsset.get(row.slug)?.length ?? 0,
    }),
    catalogField({
      name: "service_provider_ids",
      type: "ids",
      refersTo: refersTo("service_provider", "id"),
      label: "Service providers",
      doc: "Ids of custodians, auditors and other providers.",
      read: (row, c) => providersOf(row, c).map(({ id }) => id),
    }),
    catalogField({
      name: "service_provider_roles",
      type: "strings",
      label: "Service provider roles",
      policy: { reveals: ["service_provider_ids"] },
      doc: "Roles of each provider in `service_provider_ids` for this asset, in the same order; several are separated by commas.",
      hint: "Roles of the service providers for this asset.",
      filterable: false,
      read: (row, c) => providersOf(row, c).map(({ roles }) => roles.join(", ")),
    }),
    catalogField({
      name: "service_provider_sources",
      type: "strings",
      label: "Service provider sources",
      policy: { reveals: ["service_provider_ids"] },
      doc: "URL of the document that names each provider in `service_provider_ids`, in the same order; empty if none is recorded.",
      hint: "Documents that name the service providers.",
      filterable: false,
      read: (row, c) => providersOf(row, c).map(({ source }) => source),
    }),
    catalogField({
      name: "inception_date",
      type: "date",
      label: "Inception",
      doc: "Date the asset was launched.",
      nullable: true,
      read: (row) => row.inception_date,
    }),
    ...appearedFields<Asset>("asset", "launch date"),
    endedField("asset"),
    catalogField({
      name: "is_rebasing",
      type: "boolean",
      label: "Rebasing",
      doc: "Whether balances change without a transfer.",
      nullable: true,
      read: (row) => row.is_rebasing,
    }),
    catalogField({
      name: "minimum_investment_dollar",
      type: "number",
      unit: "dollar",
      label: "Minimum investment",
      doc: "Minimum initial investment, from the catalog or otherwise from the latest evidence.",
      nullable: true,
      read: (row, c) => row.minimum_investment_dollar ?? minimumInvestmentOf(factsOf(row, c)),
    }),
    catalogField({
      name: "management_fee_percent",
      type: "number",
      unit: "percent",
      label: "Management fee",
      doc: "Annual management fee, from the catalog or otherwise from the latest evidence.",
      nullable: true,
      links: { note: "management_fee_terms" },
      read: (row, c) => row.management_fee_percent ?? managementFeeOf(factsOf(row, c)).percent,
    }),
    catalogField({
      name: "management_fee_terms",
      type: "string",
      label: "Management fee terms",
      doc: "Terms of the management fee beyond its rate, such as a waiver or a cap.",
      whenNull: "if unknown",
      nullable: true,
      groupable: false,
      read: feeTermsOf,
    }),
    catalogField({
      name: "underlying_amount",
      type: "number",
      label: "Underlying amount",
      doc: "Amount of the underlying commodity per unit.",
      nullable: true,
      read: (row) => row.underlying_amount,
    }),
    catalogField({
      name: "underlying_unit",
      type: "enum",
      values: goodsUnits,
      label: "Underlying unit",
      doc: "Unit of the underlying amount.",
      nullable: true,
      groupable: false,
      read: (row) => row.underlying_unit,
    }),
    catalogField({
      name: "weight_per_token",
      type: "string",
      label: "Weight per token",
      policy: { reveals: ["underlying_amount", "underlying_unit"] },
      doc: "The underlying amount and its unit in words: `1 troy ounce`.",
      hint: "Amount of the underlying commodity per token.",
      nullable: true,
      sortable: false,
      read: ({ underlying_amount: amount, underlying_unit: unit }) =>
        amount === null || unit === null ? null : formatAmount(amount, unit),
    }),
    catalogField({
      name: "isin",
      type: "string",
      label: "ISIN",
      doc: "International securities identification number.",
      nullable: true,
      read: (row) => row.isin,
    }),
    ...evidenceFlags,
    ...evidenceLists,
    ...attestationFields,
    ...factFields<Asset>(),
  ],
});
