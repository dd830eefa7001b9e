/** Asset classes and jurisdictions. */
import { regionSlugs } from "../catalog/regionSlugs";
import type { Jurisdiction } from "../catalog/schema";
import { type AssetClass, assetClasses } from "../vocabulary/assetClasses";
import { iconField, identityFields, sourceField } from "./commonFields";
import { countFields } from "./listingCounts";
import { catalogField, catalogResource } from "./resource";

export const assetClassesResource = catalogResource<AssetClass>()({
  slug: "asset_classes",
  singular: "asset class",
  label: "Asset Classes",
  doc: "Classes of real-world assets.",
  slugField: "slug",
  defaultSort: { field: "bridged_token_value_dollar", direction: "desc" },
  searchFields: ["name", "slug"],
  rows: () => assetClasses,
  fields: [
    ...identityFields<AssetClass>("asset_class"),
    iconField(),
    catalogField({
      name: "color_hex",
      type: "color",
      label: "Colour",
      doc: "Chart colour of the asset class.",
      read: (row) => row.color,
    }),
    catalogField({
      name: "slug_aliases",
      type: "strings",
      label: "Other slugs",
      doc: "Aliases accepted for the asset class.",
      read: (row) => row.aliases,
    }),
    catalogField({
      name: "description",
      type: "text",
      label: "Description",
      doc: "What the asset class covers.",
      read: (row) => row.description,
    }),
    ...countFields<AssetClass>((row, c) => c.listings.filter(({ asset }) => asset.asset_class === row.slug)),
  ],
});

export const jurisdictionsResource = catalogResource<Jurisdiction>()({
  slug: "jurisdictions",
  singular: "jurisdiction",
  label: "Jurisdictions",
  doc: "Countries and territories where assets are issued.",
  slugField: "slug",
  defaultSort: { field: "name", direction: "asc" },
  searchFields: ["name", "country_code"],
  rows: (c) => c.jurisdictions,
  fields: [
    ...identityFields<Jurisdiction>("jurisdiction"),
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
      doc: "Region of the world.",
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
});
