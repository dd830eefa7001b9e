/** Platforms, issuers, managers and service providers: the parties behind assets. */
import {
  type Asset,
  type Issuer,
  type Manager,
  type Platform,
  type ServiceProvider,
  serviceProviderRoles,
} from "../catalog/schema";
import type { CatalogIndex } from "./catalogIndex";
import { factFields, iconField, idField, nameField, slugField } from "./commonFields";
import { countFields } from "./listingCounts";
import { type CatalogField, type CatalogResource, catalogField, type EntityType } from "./resource";

interface ParticipantDraft<Row> {
  slug: string;
  aliases?: readonly string[];
  singular: string;
  label: string;
  doc: string;
  metricsOf: EntityType | null;
  rows: (catalog: CatalogIndex) => readonly Row[];
  /** Whether an asset belongs to the participant. */
  owns: (row: Row, asset: Asset) => boolean;
  extraFields?: CatalogField<Row>[];
}

function participantResource<Row extends Issuer>(draft: ParticipantDraft<Row>): CatalogResource<Row> {
  const of = draft.singular;
  return {
    slug: draft.slug,
    aliases: draft.aliases ?? [],
    singular: of,
    label: draft.label,
    doc: draft.doc,
    table: `dim_${draft.slug}`,
    metricsOf: draft.metricsOf,
    idField: "id",
    slugField: "slug",
    defaultSort:
      draft.metricsOf === null
        ? { field: "name", direction: "asc" }
        : { field: "bridged_token_value_dollar", direction: "desc" },
    maxPerPage: 100,
    permission: "public",
    searchFields: ["name", "slug"],
    pagePath: null,
    listedIfKnown: null,
    rows: draft.rows,
    fields: [
      idField(of),
      slugField(of),
      nameField(of),
      iconField(),
      catalogField({
        name: "legal_name",
        type: "string",
        label: "Legal name",
        doc: "Name of the legal entity.",
        nullable: true,
        read: (row) => row.legal_name,
      }),
      catalogField({
        name: "jurisdiction_country_code",
        type: "string",
        label: "Country",
        doc: "ISO 3166-1 alpha-2 code of its seat.",
        refersTo: { resource: "jurisdictions", field: "country_code" },
        nullable: true,
        groupable: true,
        read: (row) => row.jurisdiction,
      }),
      catalogField({
        name: "founded_date",
        type: "date",
        label: "Founded",
        doc: "Day it was founded.",
        nullable: true,
        read: (row) => row.founded_date,
      }),
      ...(draft.extraFields ?? []),
      ...countFields<Row>((row, c) => c.listings.filter(({ asset }) => draft.owns(row, asset))),
      ...factFields<Row>(),
    ],
  };
}

export const platformsResource = participantResource<Platform>({
  slug: "platforms",
  aliases: ["protocols"],
  singular: "platform",
  label: "Platforms",
  doc: "Tokenization platforms (called protocols by some clients).",
  metricsOf: "platform",
  rows: (c) => c.platforms,
  owns: (row, asset) => asset.platform === row.slug,
  extraFields: [
    catalogField({
      name: "color_hex",
      type: "color",
      label: "Colour",
      doc: "Colour used for the platform in every chart.",
      nullable: true,
      read: (row) => row.color,
    }),
  ],
});

export const issuersResource = participantResource<Issuer>({
  slug: "issuers",
  singular: "issuer",
  label: "Issuers",
  doc: "Legal entities that issue the assets.",
  metricsOf: "issuer",
  rows: (c) => c.issuers,
  owns: (row, asset) => asset.issuer === row.slug,
});

export const managersResource = participantResource<Manager>({
  slug: "managers",
  singular: "manager",
  label: "Asset Managers",
  doc: "Firms that manage what backs the assets.",
  metricsOf: "manager",
  rows: (c) => c.managers,
  owns: (row, asset) => asset.manager === row.slug,
});

export const serviceProvidersResource = participantResource<ServiceProvider>({
  slug: "service_providers",
  singular: "service provider",
  label: "Service Providers",
  doc: "Custodians, auditors, transfer agents and others that serve the assets.",
  metricsOf: null,
  rows: (c) => c.service_providers,
  owns: (row, asset) => asset.service_providers.some((s) => s.provider === row.slug),
  extraFields: [
    catalogField({
      name: "roles",
      type: "strings",
      values: serviceProviderRoles,
      label: "Roles",
      doc: "What it does.",
      read: (row) => row.roles,
    }),
  ],
});
