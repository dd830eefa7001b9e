/** Platforms, issuers, managers and service providers: the parties of assets. */
import type { Asset, FirmRow, Platform, ServiceProvider } from "../catalog/schema";
import { type Firm, type FirmResource, firms } from "../vocabulary/firms";
import { serviceProviderRoles } from "../vocabulary/serviceProviderRoles";
import type { CatalogIndex } from "./catalogIndex";
import { factFields, iconField, identityFields, ownGroupFields, referenceFields } from "./commonFields";
import { type EntityKind, entityOf, refersTo } from "./entities";
import { countFields } from "./listingCounts";
import { type CatalogField, catalogField, catalogResource } from "./resource";

/** What rows of every kind of participant have. */
type Participant = Omit<FirmRow, "group">;

const whoItIs = <Row extends Participant>(kind: EntityKind) => [
  ...identityFields<Row>(kind),
  iconField<Row>(),
  catalogField<Row, "legal_name">({
    name: "legal_name",
    type: "string",
    label: "Legal name",
    doc: "Name of the legal entity.",
    nullable: true,
    read: (row) => row.legal_name,
  }),
  catalogField<Row, "lei">({
    name: "lei",
    type: "string",
    label: "LEI",
    doc: "Legal entity identifier (ISO 17442).",
    nullable: true,
    read: (row) => row.lei,
  }),
  catalogField<Row, "cik">({
    name: "cik",
    type: "string",
    label: "CIK",
    doc: "Central Index Key at the US Securities and Exchange Commission.",
    nullable: true,
    read: (row) => row.cik,
  }),
  catalogField<Row, "register_number">({
    name: "register_number",
    type: "string",
    label: "Registration number",
    doc: "Company registration number.",
    nullable: true,
    read: (row) => row.register_number,
  }),
  catalogField<Row, "register_name">({
    name: "register_name",
    type: "string",
    label: "Register",
    doc: "Register that issued the number.",
    nullable: true,
    read: (row) => row.register_name,
  }),
  catalogField<Row, "legal_source_url">({
    name: "legal_source_url",
    type: "url",
    label: "Source of identifiers",
    doc: "Public page that is the source of the LEI, CIK and registration number.",
    links: { names: "documents" },
    nullable: true,
    read: (row) => row.legal_source,
  }),
  ...referenceFields<Row, "jurisdiction">("jurisdiction", (row, c) => c.partyOf("jurisdiction", row)),
  catalogField<Row, "jurisdiction_country_code">({
    name: "jurisdiction_country_code",
    type: "string",
    label: "Country code",
    doc: "ISO 3166-1 alpha-2 code of the country where it is registered.",
    hint: "Country in which it is registered.",
    refersTo: refersTo("jurisdiction", "country_code"),
    nullable: true,
    groupable: true,
    read: (row) => row.jurisdiction,
  }),
  catalogField<Row, "founded_date">({
    name: "founded_date",
    type: "date",
    label: "Founded",
    doc: "Founding date.",
    nullable: true,
    read: (row) => row.founded_date,
  }),
];

const whatItHas = <Row extends Participant>(owns: (row: Row, asset: Asset) => boolean) => [
  ...countFields<Row>((row, c) => c.listings.filter(({ asset }) => owns(row, asset))),
  ...factFields<Row>(),
];

type FieldOfAll = ReturnType<typeof whoItIs | typeof whatItHas>[number]["name"];

interface ParticipantDraft<Row, Slug extends string, Name extends string> {
  kind: EntityKind;
  slug: Slug;
  aliases?: readonly string[];
  label: string;
  doc: string;
  rows: (catalog: CatalogIndex) => readonly Row[];
  /** Whether an asset belongs to the participant. */
  owns: (row: Row, asset: Asset) => boolean;
  ownFields?: readonly CatalogField<Row, Name>[];
}

const participantResource =
  <Row extends Participant>() =>
  <const Slug extends string, Name extends string = never>({
    kind,
    owns,
    ownFields = [],
    ...draft
  }: ParticipantDraft<Row, Slug, Name>) =>
    catalogResource<Row>()<Slug, FieldOfAll | Name>({
      ...draft,
      singular: kind.replaceAll("_", " "),
      slugField: "slug",
      defaultSort: entityOf(kind).hasMetrics
        ? { field: "bridged_token_value_dollar", direction: "desc" }
        : { field: "name", direction: "asc" },
      searchFields: ["name", "slug"],
      fields: [...whoItIs<Row>(kind), ...ownFields, ...whatItHas(owns)],
    });

type OwnGroup = ReturnType<typeof ownGroupFields>[number]["name"];

const firmResource = <Slug extends FirmResource>({
  kind,
  resource,
  plural,
  doc,
}: Extract<Firm, { resource: Slug }>) =>
  participantResource<FirmRow>()<Slug, OwnGroup>({
    kind,
    slug: resource as Slug,
    label: plural,
    doc,
    rows: (c) => c[resource],
    owns: (row, asset) => asset[kind] === row.slug,
    ownFields: ownGroupFields<FirmRow>(kind),
  });

/** Of each kind of firm one. */
type OfFirms = { [Slug in FirmResource]: ReturnType<typeof firmResource<Slug>> }[FirmResource];

/** Each kind of participant: firms with nothing of their own are declared in `vocabulary/firms.ts`, others here. */
export const participantResources = [
  participantResource<Platform>()({
    kind: "platform",
    slug: "platforms",
    aliases: ["protocols"],
    label: "Platforms",
    doc: "Tokenization platforms, called protocols in the API.",
    rows: (c) => c.platforms,
    owns: (row, asset) => asset.platform === row.slug,
    ownFields: [
      ...ownGroupFields<Platform>("platform"),
      catalogField({
        name: "color_hex",
        type: "color",
        label: "Colour",
        doc: "Chart colour of the platform.",
        nullable: true,
        read: (row) => row.color,
      }),
    ],
  }),
  ...firms.map((firm): OfFirms => firmResource(firm)),
  participantResource<ServiceProvider>()({
    kind: "service_provider",
    slug: "service_providers",
    label: "Service Providers",
    doc: "Custodians, auditors, transfer agents and other service providers.",
    rows: (c) => c.service_providers,
    owns: (row, asset) => asset.service_providers.some((s) => s.provider === row.slug),
    ownFields: [
      catalogField({
        name: "roles",
        type: "strings",
        values: serviceProviderRoles,
        label: "Roles",
        doc: "Services it provides.",
        read: (row) => row.roles,
      }),
    ],
  }),
] as const;
