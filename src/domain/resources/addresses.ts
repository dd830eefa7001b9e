/** Addresses on networks, and whom they belong to: issuers, custodians, bridges, protocols and exchanges. */
import type { AddressRow } from "../catalog/addressSchema";
import { addressKindDoc, addressKindDocs, addressKinds } from "../vocabulary/addressKinds";
import { referenceFields, sourceField } from "./commonFields";
import { catalogField, catalogResource } from "./resource";

export const addressesResource = catalogResource<AddressRow>()({
  slug: "addresses",
  singular: "address",
  label: "Addresses",
  doc: "Addresses on networks, and whom they belong to: issuers, custodians, treasuries, bridges, protocols and exchanges.",
  defaultSort: { field: "id", direction: "asc" },
  searchFields: ["name", "owner_name"],
  addressFields: ["address"],
  rows: (catalog) => catalog.addresses,
  fields: [
    catalogField<AddressRow, "id">({
      name: "id",
      type: "id",
      label: "Id",
      doc: "Numeric id of the label.",
      read: (row) => row.id,
    }),
    catalogField<AddressRow, "address">({
      name: "address",
      type: "string",
      label: "Address",
      doc: "Address on the network.",
      read: (row) => row.address,
    }),
    catalogField<AddressRow, "name">({
      name: "name",
      type: "string",
      label: "Name",
      doc: "What the address is.",
      read: (row) => row.name,
    }),
    catalogField<AddressRow, "kind">({
      name: "kind",
      type: "enum",
      values: addressKinds,
      describeValue: addressKindDoc,
      label: "Kind",
      doc: `What it is for: ${addressKinds.map((kind) => `\`${kind}\` (${addressKindDocs[kind]})`).join("; ")}.`,
      hint: "What it is for.",
      read: (row) => row.kind,
    }),
    catalogField<AddressRow, "owner_slug">({
      name: "owner_slug",
      type: "slug",
      label: "Owner slug",
      doc: "Slug of the firm, platform or protocol that it belongs to.",
      whenNull: "if unknown",
      nullable: true,
      groupable: true,
      read: (row) => row.owner,
    }),
    catalogField<AddressRow, "owner_name">({
      name: "owner_name",
      type: "string",
      label: "Owner",
      doc: "Name of the firm, platform or protocol that it belongs to.",
      whenNull: "if unknown",
      nullable: true,
      groupable: true,
      read: (row) => row.owner_name,
    }),
    ...referenceFields("network", ({ network }: AddressRow, c) => c.networkBySlug.get(network), false),
    ...referenceFields("asset", ({ asset }: AddressRow, c) =>
      asset === null ? null : c.assetBySlug.get(asset),
    ),
    catalogField<AddressRow, "excludes_circulating">({
      name: "excludes_circulating",
      type: "boolean",
      label: "Not circulating",
      doc: "Whether units at this address do not circulate.",
      read: (row) => row.excludes_circulating,
    }),
    catalogField<AddressRow, "from_date">({
      name: "from_date",
      type: "date",
      label: "From",
      doc: "First day on which this applies.",
      whenNull: "for always",
      nullable: true,
      read: (row) => row.from_date,
    }),
    catalogField<AddressRow, "to_date">({
      name: "to_date",
      type: "date",
      label: "To",
      doc: "Last day on which this applies.",
      whenNull: "if it still does",
      nullable: true,
      read: (row) => row.to_date,
    }),
    sourceField<AddressRow>((row) => row.source),
  ],
});
