/** How much is known about assets: for each field, the share of the assets of a class for which it is known. */
import type { Asset } from "../catalog/schema";
import { evidenceKinds } from "../evidence/evidenceKinds";
import { type AssetClass, assetClasses } from "../vocabulary/assetClasses";
import { assetsResource } from "./assets";
import type { CatalogIndex } from "./catalogIndex";
import { referenceFields } from "./commonFields";
import { type CatalogField, catalogField, catalogResource } from "./resource";

/** Facts in an asset's own line; a missing one is unknown. */
const KEY_FACTS = "Key facts";

const topicOf = (name: string): string | null =>
  evidenceKinds.find(({ flags, lists }) => [...flags, ...lists].some((one) => one.name === name))?.label ??
  null;

interface CoveredField {
  field: CatalogField<Asset>;
  topic: string;
}

const isKeyFact = ({ nullable, computed, type, refersTo, name }: CatalogField<Asset>): boolean =>
  nullable &&
  !computed &&
  type !== "id" &&
  type !== "slug" &&
  name !== "icon_url" &&
  refersTo?.field !== "slug";

/** Every field of assets that may be unknown: what evidence says, then the facts of their own lines. */
export const coveredFields: readonly CoveredField[] = [
  ...evidenceKinds.flatMap(({ flags, lists, label }) =>
    [...flags, ...lists].flatMap(({ name }) =>
      assetsResource.fields.flatMap((field) => (field.name === name ? [{ field, topic: label }] : [])),
    ),
  ),
  ...assetsResource.fields.flatMap((field) =>
    topicOf(field.name) === null && isKeyFact(field) ? [{ field, topic: KEY_FACTS }] : [],
  ),
];

export interface CoverageRow extends CoveredField {
  /** Position of the field among all, from 1. */
  position: number;
  /** Null for all assets. */
  assetClass: AssetClass | null;
  assets: number;
  known: number;
  none: number;
}

const isKnown = (value: unknown): boolean => (Array.isArray(value) ? value.length > 0 : value !== null);

function rowsOf(catalog: CatalogIndex): CoverageRow[] {
  const groups = [null, ...assetClasses].flatMap((assetClass) => {
    const assets = catalog.assets.filter(
      ({ asset_class }) => assetClass === null || asset_class === assetClass.slug,
    );
    return assets.length === 0 ? [] : [{ assetClass, assets }];
  });
  return coveredFields.flatMap(({ field, topic }, at) =>
    groups.map(({ assetClass, assets }) => {
      const values = assets.map((asset) => field.read(asset, catalog));
      return {
        position: at + 1,
        field,
        topic,
        assetClass,
        assets: assets.length,
        known: values.filter(isKnown).length,
        none: values.filter((value) => value === false).length,
      };
    }),
  );
}

export const evidenceCoverageResource = catalogResource<CoverageRow>()({
  slug: "evidence_coverage",
  singular: "coverage figure",
  label: "Evidence coverage",
  doc: "Share of assets for which a field is known, by field and asset class.",
  defaultSort: { field: "position", direction: "asc" },
  searchFields: ["field_label", "topic"],
  maxPerPage: 1_000,
  rows: rowsOf,
  fields: [
    catalogField<CoverageRow, "id">({
      name: "id",
      type: "string",
      label: "Row",
      doc: "Field and asset class.",
      read: ({ field, assetClass }) => `${field.name}:${assetClass?.slug ?? "all"}`,
    }),
    catalogField<CoverageRow, "position">({
      name: "position",
      type: "number",
      label: "Position",
      doc: "Position of the field among all fields.",
      read: (row) => row.position,
    }),
    catalogField<CoverageRow, "topic">({
      name: "topic",
      type: "string",
      label: "Topic",
      doc: "What the field is about.",
      groupable: true,
      read: (row) => row.topic,
    }),
    catalogField<CoverageRow, "field">({
      name: "field",
      type: "string",
      label: "Field name",
      doc: "Name of the field of assets.",
      groupable: true,
      read: (row) => row.field.name,
    }),
    catalogField<CoverageRow, "field_label">({
      name: "field_label",
      type: "string",
      label: "Field",
      doc: "Label of the field of assets.",
      read: (row) => row.field.label,
    }),
    ...referenceFields<CoverageRow, "asset_class">("asset_class", ({ assetClass }) => assetClass),
    catalogField<CoverageRow, "asset_count">({
      name: "asset_count",
      type: "number",
      unit: "count",
      label: "Assets",
      doc: "Assets of the class in the catalog; of all classes where it is null.",
      hint: "Assets of the class, or of all classes, in the catalog.",
      read: (row) => row.assets,
    }),
    catalogField<CoverageRow, "known_count">({
      name: "known_count",
      type: "number",
      unit: "count",
      label: "Known",
      doc: "Assets for which the field is known, or known to be none.",
      read: (row) => row.known,
    }),
    catalogField<CoverageRow, "none_count">({
      name: "none_count",
      type: "number",
      unit: "count",
      label: "Confirmed none",
      doc: "Assets for which the field is confirmed as no or none.",
      read: (row) => row.none,
    }),
    catalogField<CoverageRow, "known_percent">({
      name: "known_percent",
      type: "number",
      unit: "percent",
      label: "Share known",
      doc: "Known divided by assets.",
      read: (row) => (100 * row.known) / row.assets,
    }),
  ],
});
