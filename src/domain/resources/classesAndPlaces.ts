/** Asset classes and jurisdictions. */
import { type Jurisdiction, regionSlugs } from "../catalog/schema";
import { type AssetClass, assetClasses } from "../vocabulary/assetClasses";
import { iconField, idField, nameField, slugField, sourceField } from "./commonFields";
import { countFields } from "./listingCounts";
import { type CatalogResource, catalogField } from "./resource";

export const assetClassesResource: CatalogResource<AssetClass> = {
  slug: "asset_classes",
  aliases: [],
  singular: "asset class",
  label: "Asset Classes",
  doc: "Kinds of real-world assets.",
  table: "dim_asset_classes",
  metricsOf: "asset_class",
  idField: "id",
  slugField: "slug",
  defaultSort: { field: "bridged_token_value_dollar", direction: "desc" },
  maxPerPage: 100,
  permission: "public",
  searchFields: ["name", "slug"],
  pagePath: "/:slug",
  listedIfKnown: null,
  rows: () => assetClasses,
  fields: [
    idField("asset class"),
    slugField("asset class"),
    nameField("asset class"),
    iconField(),
    catalogField({
      name: "color_hex",
      type: "color",
      label: "Colour",
      doc: "Colour used for the class in every chart.",
      read: (row) => row.color,
    }),
    catalogField({
      name: "slug_aliases",
      type: "strings",
      label: "Other slugs",
      doc: "Slugs that existing clients use for the class.",
      read: (row) => row.aliases,
    }),
    catalogField({
      name: "description",
      type: "text",
      label: "Description",
      doc: "What belongs to it.",
      read: (row) => row.description,
    }),
    ...countFields<AssetClass>((row, c) => c.listings.filter(({ asset }) => asset.asset_class === row.slug)),
  ],
};

export const jurisdictionsResource: CatalogResource<Jurisdiction> = {
  slug: "jurisdictions",
  aliases: [],
  singular: "jurisdiction",
  label: "Jurisdictions",
  doc: "Countries and territories where assets are issued.",
  table: "dim_jurisdictions",
  metricsOf: "jurisdiction",
  idField: "id",
  slugField: "slug",
  defaultSort: { field: "name", direction: "asc" },
  maxPerPage: 100,
  permission: "public",
  searchFields: ["name", "country_code"],
  pagePath: null,
  listedIfKnown: null,
  rows: (c) => c.jurisdictions,
  fields: [
    idField("jurisdiction"),
    slugField("jurisdiction"),
    nameField("jurisdiction"),
    catalogField({
      name: "country_code",
      type: "string",
      label: "Code",
      doc: "ISO 3166-1 alpha-2 code.",
      read: (row) => row.country_code,
    }),
    catalogField({
      name: "region",
      type: "enum",
      values: regionSlugs,
      label: "Region",
      doc: "Part of the world.",
      read: (row) => row.region,
    }),
    catalogField({
      name: "regulator",
      type: "string",
      label: "Regulator",
      doc: "Main securities regulator.",
      nullable: true,
      read: (row) => row.regulator,
    }),
    ...countFields<Jurisdiction>((row, c) =>
      c.listings.filter(({ asset }) => asset.jurisdiction === row.country_code),
    ),
    sourceField<Jurisdiction>(),
  ],
};
