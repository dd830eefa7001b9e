/** Dated facts about assets, each with the document that states it. */
import { dateOfEvidence, type Evidence, evidenceStates, thirdPartyKinds } from "../evidence/evidence";
import { type EvidenceDetail, evidenceKindNames, evidenceKinds } from "../evidence/evidenceKinds";
import { statementOf } from "../evidence/evidenceWords";
import type { CatalogIndex } from "./catalogIndex";
import { referenceFields, sourceField } from "./commonFields";
import { refersTo } from "./entities";
import { catalogField, catalogResource } from "./resource";

const assetOf = ({ asset }: Evidence, { assetBySlug }: CatalogIndex) => assetBySlug.get(asset);

/** A label within a label; abbreviations stay as they are. */
const uncapitalized = (label: string) =>
  /^[A-Z][a-z]/.test(label) ? label.charAt(0).toLowerCase() + label.slice(1) : label;

const detailField = (
  singular: string,
  { name, type, label, doc, hint = doc, unit, values, isCountry }: EvidenceDetail,
) =>
  catalogField<Evidence, EvidenceDetail["name"]>({
    name,
    type,
    unit: unit ?? null,
    values: values ?? null,
    // Several kinds have an amount or a role; columns need a label each.
    label: `${singular}: ${uncapitalized(label)}`,
    doc,
    hint,
    refersTo: isCountry ? refersTo("jurisdiction", "country_code", name) : null,
    nullable: type !== "strings",
    read: (row) => row[name],
  });

export const evidenceResource = catalogResource<Evidence>()({
  slug: "evidence",
  singular: "fact",
  label: "Evidence",
  doc: "Dated facts about assets, each with the public document that states it.",
  defaultSort: { field: "date", direction: "desc" },
  searchFields: ["asset_name", "document", "publisher"],
  rows: (catalog) => catalog.evidence,
  fields: [
    catalogField<Evidence, "id">({
      name: "id",
      type: "id",
      label: "Id",
      doc: "Numeric id of the fact.",
      read: (row) => row.id,
    }),
    ...referenceFields("asset", assetOf, false),
    ...referenceFields(
      "asset_class",
      (row: Evidence, c) => {
        const asset = assetOf(row, c);
        return asset && c.partyOf("asset_class", asset);
      },
      false,
    ),
    catalogField<Evidence, "kind">({
      name: "kind",
      type: "enum",
      values: evidenceKindNames,
      label: "Kind",
      doc: "What the fact is about.",
      read: (row) => row.kind,
    }),
    catalogField<Evidence, "state">({
      name: "state",
      type: "enum",
      values: evidenceStates,
      label: "State",
      doc: "Known, or none if the document says there is nothing of the kind. Unknown facts have no row.",
      read: (row) => row.state,
    }),
    catalogField<Evidence, "statement">({
      name: "statement",
      type: "text",
      label: "Fact",
      policy: { reveals: evidenceKinds.flatMap(({ details }) => details.map(({ name }) => name)) },
      doc: "The fact in one line.",
      read: statementOf,
    }),
    catalogField<Evidence, "date">({
      name: "date",
      type: "date",
      label: "Date",
      doc: "Date of the event; otherwise the end of the period covered, or the date it was stated.",
      whenNull: "if undated",
      nullable: true,
      read: dateOfEvidence,
    }),
    catalogField<Evidence, "stated">({
      name: "stated",
      type: "string",
      label: "Stated",
      doc: "Date of the document, as precisely as stated: 2025, 2025-05 or 2025-05-31.",
      whenNull: "if undated",
      hint: "Date of the document, as precisely as stated.",
      nullable: true,
      read: (row) => row.stated,
    }),
    catalogField<Evidence, "period_start">({
      name: "period_start",
      type: "date",
      label: "Period start",
      doc: "First day the fact covers.",
      nullable: true,
      read: (row) => row.period_start,
    }),
    catalogField<Evidence, "period_end">({
      name: "period_end",
      type: "date",
      label: "Period end",
      doc: "Last day the fact covers.",
      nullable: true,
      read: (row) => row.period_end,
    }),
    ...evidenceKinds.flatMap(({ singular, details }) =>
      details.map((detail) => detailField(singular, detail)),
    ),
    catalogField<Evidence, "summary">({
      name: "summary",
      type: "text",
      label: "Summary",
      doc: "Anything the other fields do not cover.",
      nullable: true,
      read: (row) => row.summary,
    }),
    catalogField<Evidence, "document">({
      name: "document",
      type: "string",
      label: "Document",
      doc: "Title of the document that states it.",
      read: (row) => row.document,
    }),
    catalogField<Evidence, "publisher">({
      name: "publisher",
      type: "string",
      label: "Publisher",
      doc: "Who published the document.",
      groupable: true,
      read: (row) => row.publisher,
    }),
    catalogField<Evidence, "third_party">({
      name: "third_party",
      type: "enum",
      values: thirdPartyKinds,
      label: "Third party",
      doc: "What kind of third-party source the document is.",
      whenNull: "if a party of the asset, such as its issuer or accountant, or an authority published it",
      nullable: true,
      read: (row) => row.third_party,
    }),
    sourceField<Evidence>((row) => row.source),
  ],
});
