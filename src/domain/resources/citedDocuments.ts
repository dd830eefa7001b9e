/** The public documents that the catalog's evidence is taken from, each once. */
import { type Evidence, firstDayOf } from "../evidence/evidence";
import { evidenceKindNames } from "../evidence/evidenceKinds";
import type { CatalogIndex } from "./catalogIndex";
import { distinctIds } from "./commonFields";
import { refersTo } from "./entities";
import { catalogField, catalogResource } from "./resource";

interface CitedDocument {
  /** The fact of the lowest id that it states. */
  first: Evidence;
  facts: readonly Evidence[];
}

/** A document is its address: two titles of one address are the first one's. */
function documentsOf({ evidence }: CatalogIndex): CitedDocument[] {
  const facts = new Map<string, Evidence[]>();
  for (const fact of [...evidence].sort((a, b) => a.id - b.id)) {
    const known = facts.get(fact.source);
    if (known === undefined) facts.set(fact.source, [fact]);
    else known.push(fact);
  }
  return [...facts.values()].flatMap((all) => (all[0] === undefined ? [] : [{ first: all[0], facts: all }]));
}

const assetsOf = ({ facts }: CitedDocument, { assetBySlug }: CatalogIndex) =>
  distinctIds(facts.map(({ asset }) => assetBySlug.get(asset)));

export const citedDocumentsResource = catalogResource<CitedDocument>()({
  slug: "cited_documents",
  singular: "document",
  label: "Documents",
  doc: "Public documents that are the sources of facts about assets.",
  defaultSort: { field: "fact_count", direction: "desc" },
  searchFields: ["document", "publisher"],
  rows: documentsOf,
  fields: [
    catalogField<CitedDocument, "id">({
      name: "id",
      type: "id",
      label: "Id",
      doc: "Id of the first fact taken from the document.",
      read: ({ first }) => first.id,
    }),
    catalogField<CitedDocument, "document">({
      name: "document",
      type: "string",
      label: "Document",
      doc: "Title of the document.",
      read: ({ first }) => first.document,
    }),
    catalogField<CitedDocument, "publisher">({
      name: "publisher",
      type: "string",
      label: "Publisher",
      doc: "Who published the document.",
      groupable: true,
      read: ({ first }) => first.publisher,
    }),
    catalogField<CitedDocument, "kinds">({
      name: "kinds",
      type: "strings",
      values: evidenceKindNames,
      label: "Kinds",
      doc: "Kinds of facts taken from it.",
      read: ({ facts }) => [...new Set(facts.map(({ kind }) => kind))],
    }),
    catalogField<CitedDocument, "fact_count">({
      name: "fact_count",
      type: "number",
      unit: "count",
      label: "Facts",
      doc: "Facts taken from the document.",
      read: ({ facts }) => facts.length,
    }),
    catalogField<CitedDocument, "asset_count">({
      name: "asset_count",
      type: "number",
      unit: "count",
      label: "Assets",
      doc: "Assets that these facts are about.",
      read: (row, c) => assetsOf(row, c).length,
    }),
    catalogField<CitedDocument, "asset_ids">({
      name: "asset_ids",
      type: "ids",
      label: "Asset ids",
      doc: "Ids of the assets that these facts are about.",
      refersTo: refersTo("asset", "id"),
      read: assetsOf,
    }),
    catalogField<CitedDocument, "date">({
      name: "date",
      type: "date",
      label: "Date",
      doc: "Latest date stated in the document.",
      whenNull: "if undated",
      nullable: true,
      read: ({ facts }) =>
        facts
          .flatMap(({ stated }) => (stated === null ? [] : [firstDayOf(stated)]))
          .sort()
          .at(-1) ?? null,
    }),
    catalogField<CitedDocument, "source_url">({
      name: "source_url",
      type: "url",
      label: "Address",
      doc: "Public URL of the document.",
      links: { names: "documents" },
      read: ({ first }) => first.source,
    }),
  ],
});
