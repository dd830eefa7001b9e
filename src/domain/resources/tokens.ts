import { tokenKindDoc, tokenKindDocs, tokenKinds } from "../vocabulary/tokenKinds";
import { type Listing, listingId } from "./catalogIndex";
import { appearedFields, endedField, referenceFields, sourceField } from "./commonFields";
import { refersTo } from "./entities";
import { inheritedAssetFields, rowMetricAliases, tokenizationType } from "./listingFields";
import { catalogField, catalogResource, nestedEntity } from "./resource";

const blockFields = [
  { name: "deployed_block", label: "Deployment block", doc: "Block of the deployment of its contract." },
  {
    name: "valid_from_block",
    label: "Valid from block",
    doc: "First block whose transfers count in figures.",
  },
  { name: "valid_to_block", label: "Valid to block", doc: "Last block whose transfers count in figures." },
] as const;

export const tokensResource = catalogResource<Listing>()({
  slug: "tokens",
  singular: "token",
  label: "Tokens",
  doc: "Assets by network, plus one row per asset (`is_asset_level`) for data reported for the asset as a whole rather than a network, so that rows sum to their totals.",
  slugField: "slug",
  defaultSort: { field: "bridged_token_value_dollar", direction: "desc" },
  searchFields: ["name", "symbol"],
  addressFields: ["address"],
  listedIfKnown: "is_asset_level",
  launchField: "deployed_date",
  metricAliases: rowMetricAliases,
  nested: [
    nestedEntity("asset", { ticker: "asset_ticker" }),
    nestedEntity("network"),
    nestedEntity("asset_class"),
    nestedEntity("platform"),
    nestedEntity("issuer"),
    tokenizationType,
  ],
  rows: (catalog) => catalog.listings,
  fields: [
    catalogField({
      name: "id",
      aliases: ["token_id"],
      type: "id",
      refersTo: refersTo("token", "id", null),
      label: "Id",
      doc: "Numeric id of the token.",
      groupable: true,
      read: listingId,
    }),
    catalogField({
      name: "slug",
      aliases: ["token_slug"],
      type: "slug",
      refersTo: refersTo("token", "slug", null),
      label: "Slug",
      doc: "Asset and network, plus the symbol where an asset has several tokens on one network.",
      read: ({ asset, token }, c) => {
        if (token === null) return `${asset.slug}-all`;
        const peers = (c.tokensByAsset.get(asset.slug) ?? []).filter((t) => t.network === token.network);
        const network = c.networkBySlug.get(token.network)?.slug ?? token.network;
        return peers.length > 1 ? `${asset.slug}-${network}-${token.id}` : `${asset.slug}-${network}`;
      },
    }),
    catalogField({
      name: "name",
      aliases: ["token_name"],
      type: "string",
      refersTo: refersTo("token", "name", null),
      label: "Name",
      doc: "Name of the asset and the network.",
      read: ({ asset, token }, c) =>
        token === null
          ? asset.name
          : `${asset.name} (${c.networkBySlug.get(token.network)?.name ?? token.network})`,
    }),
    catalogField({
      name: "symbol",
      type: "string",
      label: "Symbol",
      doc: "Symbol of the token on its network.",
      read: ({ asset, token }) => token?.symbol ?? asset.ticker,
    }),
    catalogField({
      name: "address",
      type: "string",
      label: "Address",
      doc: "Contract address, or the native identifier on the network.",
      nullable: true,
      read: ({ token }) => token?.address ?? null,
    }),
    catalogField({
      name: "decimals",
      type: "number",
      label: "Decimals",
      doc: "Decimal places of the token.",
      whenNull: "if unknown",
      nullable: true,
      read: ({ token }) => token?.decimals ?? null,
    }),
    catalogField({
      name: "standard",
      type: "string",
      label: "Standard",
      doc: "Token standard.",
      nullable: true,
      groupable: true,
      read: ({ token }) => token?.standard ?? null,
    }),
    catalogField({
      name: "is_bridged",
      type: "boolean",
      label: "Bridged",
      doc: "Whether the token is a bridged version of one issued on another network.",
      read: ({ token }) => token?.is_bridged ?? false,
    }),
    catalogField({
      name: "deployed_date",
      type: "date",
      label: "Deployed",
      doc: "Contract deployment date.",
      nullable: true,
      read: ({ token }) => token?.deployed_date ?? null,
    }),
    catalogField({
      name: "kind",
      type: "enum",
      values: tokenKinds,
      describeValue: tokenKindDoc,
      label: "Kind of contract",
      doc: `How its contract keeps balances: ${tokenKinds.map((kind) => `\`${kind}\` (${tokenKindDocs[kind]})`).join("; ")}.`,
      hint: "How its contract keeps balances.",
      groupable: false,
      whenNull: "if unknown",
      nullable: true,
      read: ({ token }) => token?.kind ?? null,
    }),
    ...blockFields.map(({ name, label, doc }) =>
      catalogField({
        name,
        type: "number",
        label,
        doc,
        whenNull: "if unknown",
        nullable: true,
        read: ({ token }: Listing) => token?.[name] ?? null,
      }),
    ),
    catalogField({
      name: "replaces",
      type: "string",
      label: "Replaces",
      doc: "Address of the contract whose units were migrated to this one.",
      whenNull: "if there is none",
      nullable: true,
      read: ({ token }) => token?.replaces ?? null,
    }),
    ...appearedFields<Listing>("token", "deployment date"),
    endedField("token"),
    ...referenceFields("asset", ({ asset }: Listing) => asset, false),
    catalogField({
      name: "asset_ticker",
      aliases: ["ticker"],
      type: "string",
      label: "Asset ticker",
      doc: "Ticker of the asset.",
      read: ({ asset }) => asset.ticker,
    }),
    ...referenceFields("network", ({ token }: Listing, c) =>
      token === null ? null : c.networkBySlug.get(token.network),
    ),
    ...inheritedAssetFields<Listing>(({ asset }) => asset),
    catalogField({
      name: "is_asset_level",
      type: "boolean",
      label: "Asset as a whole",
      doc: "True for a row with data reported for the asset as a whole rather than a network.",
      hint: "Whether the figures are reported for the asset as a whole rather than a network.",
      read: ({ token }) => token === null,
    }),
    sourceField<Listing>(({ asset, token }) => (token ?? asset).source),
  ],
});
