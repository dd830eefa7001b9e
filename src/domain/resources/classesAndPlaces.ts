/** Asset classes and jurisdictions. */
import { regionSlugs } from "../catalog/regionSlugs";
import type { Jurisdiction } from "../catalog/schema";
import { regulatoryFrameworks } from "../evidence/regulatoryFrameworks";
import { assetClassDescriptions } from "../vocabulary/assetClassDescriptions";
import { assetClasses } from "../vocabulary/assetClasses";
import type { CatalogIndex } from "./catalogIndex";
import { iconField, identityFields, sourceField } from "./commonFields";
import { entityOf } from "./entities";
import { countFields } from "./listingCounts";
import { catalogField, catalogResource } from "./resource";

type DescribedClass = (typeof assetClasses)[number];

export const assetClassesResource = catalogResource<DescribedClass>()({
  slug: "asset_classes",
  singular: "asset class",
  label: "Asset Classes",
  doc: "Classes of real-world assets.",
  slugField: "slug",
  defaultSort: { field: "bridged_token_value_dollar", direction: "desc" },
  searchFields: ["name", "slug"],
  rows: () => assetClasses,
  fields: [
    ...identityFields<DescribedClass>("asset_class"),
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
      policy: { reveals: ["slug"] },
      doc: "Aliases accepted for the asset class.",
      hint: "Other names of the asset class in URLs.",
      read: (row) => row.aliases,
    }),
    catalogField({
      name: "name_aliases",
      type: "strings",
      label: "Other names",
      policy: { reveals: ["name"] },
      doc: "Other names accepted for the asset class.",
      read: (row) => row.otherNames,
    }),
    catalogField({
      name: "id_aliases",
      type: "ids",
      label: "Other ids",
      doc: "Other ids accepted for the asset class.",
      read: (row) => row.idAliases,
    }),
    catalogField({
      name: "covered_ids",
      type: "ids",
      label: "Covered ids",
      doc: "Ids of narrower classes used elsewhere, whose assets are in this class. Filtering by one of them selects the class, with a warning.",
      hint: "Ids of narrower classes used elsewhere, whose assets are in this class.",
      read: (row) => [...new Set(row.covers.flatMap(({ id }) => id ?? []))],
    }),
    catalogField({
      name: "covered_names",
      type: "strings",
      label: "Covered names",
      doc: "Names of narrower classes used elsewhere, whose assets are in this class. Filtering by one of them selects the class, with a warning.",
      hint: "Names of narrower classes used elsewhere, whose assets are in this class.",
      read: (row) => row.covers.map(({ name }) => name),
    }),
    catalogField({
      name: "covered_slugs",
      type: "strings",
      label: "Covers",
      doc: "Slugs of narrower classes used elsewhere, whose assets are in this class. Filtering by one of them selects the class, with a warning.",
      hint: "Narrower classes used elsewhere, whose assets are in this class.",
      read: (row) => row.covers.map(({ slug }) => slug),
    }),
    catalogField({
      name: "description",
      type: "text",
      label: "Description",
      doc: "What the asset class covers.",
      read: ({ slug }) => assetClassDescriptions[slug],
    }),
    ...countFields<DescribedClass>((row, c) =>
      c.listings.filter(({ asset }) => asset.asset_class === row.slug),
    ),
  ],
});

const isIn = ({ country_code }: Jurisdiction, { jurisdiction }: { jurisdiction: string | null }): boolean =>
  jurisdiction === country_code;

/** The kinds of participant that are counted where they are registered. */
const registered = ["issuer", "platform", "manager"] as const;

const registeredIn = (row: Jurisdiction, kind: (typeof registered)[number], catalog: CatalogIndex) =>
  catalog[entityOf(kind).resource].filter((one) => isIn(row, one));

const participantCounts = registered.map((kind) => {
  const { label } = entityOf(kind);
  return catalogField<Jurisdiction, `domiciled_${typeof kind}_count`>({
    name: `domiciled_${kind}_count`,
    type: "number",
    unit: "count",
    label: `${label}s registered`,
    doc: `${label}s registered there.`,
    read: (row, c) => registeredIn(row, kind, c).length,
  });
});

const frameworksOf = (row: Jurisdiction, { assets, evidenceByAsset }: CatalogIndex): string[] => {
  const facts = assets.filter((one) => isIn(row, one)).flatMap(({ slug }) => evidenceByAsset.get(slug) ?? []);
  return [...new Set(facts.flatMap(({ frameworks }) => frameworks ?? []))].map(String).sort();
};

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
      hint: "Two-letter country code.",
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
    ...participantCounts,
    catalogField({
      name: "company_registers",
      type: "strings",
      label: "Company registers",
      doc: "Company registers of its issuers, platforms and asset managers, if known.",
      read: (row, c) => [
        ...new Set(
          registered.flatMap((kind) => registeredIn(row, kind, c).flatMap((one) => one.register_name ?? [])),
        ),
      ],
    }),
    catalogField({
      name: "regulatory_frameworks",
      type: "strings",
      values: regulatoryFrameworks,
      label: "Regulatory framework",
      doc: "Rules under which its assets are issued or offered, according to evidence.",
      policy: { overListings: { distinct: "regulatory_frameworks", of: "assets" } },
      source: "evidence of the catalog",
      read: frameworksOf,
    }),
    ...countFields<Jurisdiction>((row, c) =>
      c.listings.filter(({ asset }) => asset.jurisdiction === row.country_code),
    ),
    sourceField<Jurisdiction>((row) => row.source),
  ],
});
