/** Publications that cite the data of this installation, as its operator lists them. */
import { type Citation, citationMedia } from "../catalog/citationSchema";
import { firstDayOf } from "../evidence/evidence";
import { distinctIds, sourceField } from "./commonFields";
import { refersTo } from "./entities";
import { catalogField, catalogResource } from "./resource";

export const citationsResource = catalogResource<Citation>()({
  slug: "citations",
  singular: "citation",
  label: "Citations",
  doc: "Publications that cite this installation's data.",
  defaultSort: { field: "date", direction: "desc" },
  searchFields: ["title", "publisher"],
  rows: (catalog) => catalog.citations,
  fields: [
    catalogField<Citation, "id">({
      name: "id",
      type: "id",
      label: "Id",
      doc: "Numeric id of the citation.",
      read: (row) => row.id,
    }),
    catalogField<Citation, "title">({
      name: "title",
      type: "string",
      label: "Title",
      doc: "Title of the publication.",
      read: (row) => row.title,
    }),
    catalogField<Citation, "publisher">({
      name: "publisher",
      type: "string",
      label: "Publisher",
      doc: "Who published it.",
      groupable: true,
      read: (row) => row.publisher,
    }),
    catalogField<Citation, "medium">({
      name: "medium",
      type: "enum",
      values: citationMedia,
      label: "Medium",
      doc: "Type of publication.",
      read: (row) => row.medium,
    }),
    catalogField<Citation, "authors">({
      name: "authors",
      type: "strings",
      label: "Authors",
      doc: "Authors, if named.",
      read: (row) => row.authors,
    }),
    catalogField<Citation, "date">({
      name: "date",
      type: "date",
      label: "Date",
      doc: "Date of publication; the first day of the month or year if no more is known.",
      whenNull: "if unknown",
      hint: "Date of publication; the first day of the month or year if no more is known.",
      nullable: true,
      read: ({ published }) => (published === null ? null : firstDayOf(published)),
    }),
    catalogField<Citation, "published">({
      name: "published",
      type: "string",
      label: "Published",
      doc: "Date of publication, as precisely as known: 2025, 2025-05 or 2025-05-31.",
      whenNull: "if unknown",
      hint: "Date of publication, as precisely as known.",
      nullable: true,
      read: (row) => row.published,
    }),
    catalogField<Citation, "language">({
      name: "language",
      type: "string",
      label: "Language",
      doc: "ISO 639-1 code of its language.",
      whenNull: "if unknown",
      hint: "Language of the publication.",
      nullable: true,
      groupable: true,
      read: (row) => row.language,
    }),
    catalogField<Citation, "quote">({
      name: "quote",
      type: "text",
      label: "Quote",
      doc: "The passage that cites the data, verbatim.",
      nullable: true,
      read: (row) => row.quote,
    }),
    catalogField<Citation, "asset_ids">({
      name: "asset_ids",
      type: "ids",
      label: "Assets",
      doc: "Ids of the assets that the passage is about.",
      refersTo: refersTo("asset", "id"),
      read: ({ assets }, c) => distinctIds(assets.map((slug) => c.assetBySlug.get(slug))),
    }),
    sourceField<Citation>((row) => row.source),
  ],
});
